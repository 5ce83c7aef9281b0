"""Pages that need JavaScript go through a renderer (setting RENDERER), all others never.

A page that cannot be rendered is taken as it came: a renderer that fails costs text, not pages.
Each reason is told once, then counted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Self

from scrapy import Request, signals
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Response, TextResponse
from scrapy.http.request import NO_CALLBACK

from focused_crawler.crawl import CrawlError
from focused_crawler.rendering import (
    RENDERERS,
    Renderer,
    RenderError,
    RenderOptions,
    may_hide_form,
    needs_rendering,
)
from focused_crawler.rendering.gateway import Gateway

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from scrapy.statscollectors import StatsCollector

logger = logging.getLogger(__name__)

FLAG = "rendered"


class RenderingMiddleware:
    """Replaces the body of a page that needs it; stands behind redirects and decompression."""

    def __init__(self, name: str, settings: BaseSettings, stats: StatsCollector) -> None:
        self.name, self.settings, self.stats = name, settings, stats
        self.options = options_from(settings)
        self.is_needed: Callable[[bytes], bool] = needs_rendering
        self._ways: dict[str, tuple[Gateway, Renderer]] = {}  # by the proxy of the crawl
        self._told: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        name = crawler.settings["RENDERER"] or ""
        if not name:
            raise NotConfigured
        if name not in RENDERERS:
            raise CrawlError(f"RENDERER = {name!r} is none of {', '.join(RENDERERS)}")
        middleware = cls(name, crawler.settings, crawler.stats)
        if getattr(crawler.spider, "reads_forms", False):
            middleware.is_needed = lambda body: needs_rendering(body) or may_hide_form(body)
        crawler.signals.connect(middleware.spider_closed, signals.spider_closed)
        return middleware

    async def process_response(self, request: Request, response: Response) -> Response:
        if not self._is_wanted(request, response) or not self.is_needed(response.body):
            return response
        self.stats.inc_value("render/needed")
        try:
            html = await self._render(request, response)
        except RenderError as error:
            self._tell(response.url, str(error))
            return response
        self.stats.inc_value("render/rendered")
        headers = response.headers.copy()
        headers["Content-Type"] = "text/html; charset=utf-8"
        return response.replace(
            cls=HtmlResponse,
            headers=headers,
            body=html.encode("utf-8", "replace"),
            encoding="utf-8",
            flags=[*response.flags, FLAG],
        )

    async def spider_closed(self) -> None:
        for gateway, renderer in self._ways.values():
            await renderer.close()
            await gateway.close()
        self._ways.clear()

    def _is_wanted(self, request: Request, response: Response) -> bool:
        is_page = isinstance(response, TextResponse) and response.status == 200
        return is_page and request.method == "GET" and request.callback is not NO_CALLBACK

    async def _render(self, request: Request, response: Response) -> str:
        renderer = self._way(request.meta.get("proxy") or "")
        content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
        html = await renderer.render(response.url, response.body, content_type)
        if len(html) > self.options.most_bytes:
            raise RenderError("it is larger than DOWNLOAD_MAXSIZE")
        return html

    def _way(self, proxy: str) -> Renderer:
        if proxy not in self._ways:
            gateway = Gateway(
                upstream=proxy,
                is_private_allowed=self.settings.getbool("PRIVATE_ADDRESSES_ALLOWED"),
                timeout=self.options.timeout,
                most_bytes=self.options.most_bytes,
                refused=lambda _host: self.stats.inc_value("render/private_address"),
            )
            self._ways[proxy] = gateway, RENDERERS[self.name](self.options, gateway)
        return self._ways[proxy][1]

    def _tell(self, url: str, reason: str) -> None:
        self.stats.inc_value("render/failed")
        if reason not in self._told:
            self._told.add(reason)
            logger.warning("%s is taken without its scripts: %s", url, reason)


def options_from(settings: BaseSettings) -> RenderOptions:
    """How pages are rendered, as the settings have it."""
    return RenderOptions(
        timeout=settings.getfloat("RENDER_TIMEOUT", 15.0),
        settle=settings.getfloat("RENDER_SETTLE", 0.5),
        at_once=settings.getint("RENDER_AT_ONCE", 2),
        most_bytes=settings.getint("DOWNLOAD_MAXSIZE"),
        user_agent=settings["USER_AGENT"] or "",
        browser=settings["RENDER_BROWSER"] or "",
        splash_url=settings["SPLASH_URL"] or "http://127.0.0.1:8050",
    )
