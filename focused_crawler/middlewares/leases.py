"""When is a page finished? When its output has run out and each of its items has been handled.

Only then is its candidate closed in the frontier: the item is stored and the links are queued, so
a kill before that fetches the page once more and a kill after it loses nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from scrapy import Request, signals
from scrapy.http import Response

from focused_crawler.crawl import Crawl, crawl_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self


class LeaseMiddleware:
    """Counts what a page still has under way; stands nearest to the engine."""

    def __init__(self, crawl: Crawl) -> None:
        self.crawl = crawl
        self._under_way: dict[int, int] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        middleware = cls(crawl_of(crawler))
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(middleware.item_handled, signal)
        crawler.signals.connect(middleware.callback_failed, signals.spider_error)
        return middleware

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        key = response.meta.get("lease")
        self._begin(key)
        try:
            async for found in result:
                if not isinstance(found, Request):
                    self._begin(key)
                yield found
        finally:
            self._end(key)

    def item_handled(self, response: Response | None) -> None:
        if response is not None and response.request is not None:
            self._end(response.meta.get("lease"))

    def callback_failed(self, response: Any) -> None:
        """A callback that fails before it yields anything never reaches the output."""
        request = getattr(response, "request", None)
        key = request.meta.get("lease") if request is not None else None
        if key is not None and key not in self._under_way:
            self.crawl.finish(key)

    def _begin(self, key: int | None) -> None:
        if key is not None:
            self._under_way[key] = self._under_way.get(key, 0) + 1

    def _end(self, key: int | None) -> None:
        if key is None or key not in self._under_way:
            return
        self._under_way[key] -= 1
        if not self._under_way[key]:
            del self._under_way[key]
            self.crawl.finish(key)
