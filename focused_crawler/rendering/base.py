"""What a renderer is: a page in, the same page after its scripts have run out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class RenderError(Exception):
    """A page could not be rendered, or no page can; the message says why and what helps."""


@dataclass(frozen=True, kw_only=True)
class RenderOptions:
    """How pages are rendered, whatever renders them."""

    timeout: float = 15.0  # seconds for one page
    settle: float = 0.5  # seconds a page is left to itself once it has loaded
    at_once: int = 2  # pages rendered at the same time
    most_bytes: int = 5 * 1024 * 1024  # of the rendered page, and of each answer it loads
    user_agent: str = ""
    browser: str = ""  # the browser's program; empty: the one that is installed
    splash_url: str = "http://127.0.0.1:8050"


class Renderer(Protocol):
    """Runs the scripts of pages."""

    async def render(self, url: str, body: bytes, content_type: str) -> str:
        """The page's HTML after its scripts have run; `body` is what a plain fetch gave."""

    async def close(self) -> None:
        """End what was started."""
