"""Pages that need JavaScript: which ones, and how they are run.

`need` recognises them, a renderer runs their scripts and hands back the page as a reader would see
it, and `gateway` is the only way out that a renderer has. Renderers are chosen by name.
"""

from __future__ import annotations

from focused_crawler.rendering.base import Renderer, RenderError, RenderOptions
from focused_crawler.rendering.browser import PlaywrightRenderer
from focused_crawler.rendering.need import may_hide_form, needs_rendering
from focused_crawler.rendering.splash import SplashRenderer

RENDERERS: dict[str, type[PlaywrightRenderer | SplashRenderer]] = {
    "playwright": PlaywrightRenderer,
    "splash": SplashRenderer,
}

__all__ = [
    "RENDERERS",
    "RenderError",
    "RenderOptions",
    "Renderer",
    "may_hide_form",
    "needs_rendering",
]
