"""When is a page finished? When its output has run out and all of it has been handled.

Items tell by signals, requests when the scheduler has queued them: they carry the lease of the
page they were found on in `meta["found_on"]`. A request that carries the page's own lease, as
`get_retry_request` makes it, takes the lease along.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request, signals
from scrapy.http import Response

from focused_crawler.crawl import Crawl, crawl_of
from focused_crawler.frontier import FrontierError

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class LeaseMiddleware:
    """Counts what a page still has under way; stands nearest to the engine."""

    def __init__(self, crawl: Crawl) -> None:
        self.crawl, self.leases = crawl, crawl.leases

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
        self.leases.begin(key)
        try:
            async for found in result:
                if found is not None:
                    self.leases.begin(key)
                if isinstance(found, Request):
                    found.meta["found_on"] = key
                yield found
        except FrontierError as error:  # no fault of the page, which is for the next run
            self.crawl.give_up(error)
        finally:
            self.leases.end(key)

    def item_handled(self, response: Response | None) -> None:
        if response is not None and response.request is not None:
            self.leases.end(response.meta.get("lease"))

    def callback_failed(self, response: Any) -> None:
        """A callback that fails before it yields anything never reaches the output."""
        request = getattr(response, "request", None)
        key = request.meta.get("lease") if request is not None else None
        if key is not None and key not in self.leases:
            self.crawl.finish(key)
