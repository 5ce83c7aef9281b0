"""Score(u) and the tunnel level for every request a spider yields, its own or a user's.

The candidate of a link was made when its page was judged; here it is found by URL and put into
`request.meta`, with its score times 10^6 as the priority, so that stock schedulers order by it
too. A URL that a spider made up itself is scored by the page alone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request
from scrapy.http import Response

from focused_crawler.analysis import Analysis
from focused_crawler.candidate import Candidate
from focused_crawler.crawl import Crawl, crawl_of
from focused_crawler.fingerprints import url_fingerprint

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

PRIORITY_SCALE = 10**6


class LinkScoreMiddleware:
    """Scores requests on their way from the spider to the scheduler."""

    def __init__(self, crawl: Crawl, stats: StatsCollector) -> None:
        self.crawl, self.stats = crawl, stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawl_of(crawler), crawler.stats)

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        analysis = response.meta.get("page")
        if not isinstance(analysis, Analysis):
            async for found in result:
                yield found
            return
        claimed: set[int] = set()
        try:
            async for found in result:
                if not isinstance(found, Request):
                    yield found
                elif request := self._scored(found, response, analysis):
                    claimed.add(url_fingerprint(request.url))
                    yield request
        finally:
            for candidate in analysis.fresh:
                if candidate.key not in claimed:
                    self.crawl.withdraw(candidate.key)

    def _scored(self, request: Request, response: Response, analysis: Analysis) -> Request | None:
        if _is_same_again(request, response):
            request.meta.pop("page", None)
            return request
        candidate = self._candidate(request, analysis)
        if candidate is None:
            self.stats.inc_value("tunnel/not_entered")
            return None
        meta = {k: v for k, v in request.meta.items() if k not in ("page", "lease")}
        meta["candidate"] = candidate.to_dict() | {"url": request.url}
        return request.replace(priority=int(candidate.score * PRIORITY_SCALE), meta=meta)

    def _candidate(self, request: Request, analysis: Analysis) -> Candidate | None:
        key = url_fingerprint(request.url)
        known = analysis.candidates.get(key)
        if known or key in analysis.met or analysis.judged is None:
            return self.crawl.waiting(key) or known
        made_up = self.crawl.ranker.link(request.url, analysis.judged, self.crawl.waiting)
        if made_up:
            analysis.candidates[key] = made_up
            self.crawl.announce(made_up)
        return made_up


def _is_same_again(request: Request, response: Response) -> bool:
    """Whether a spider asks for the page it has just got once more, as `get_retry_request` does."""
    asked = response.request
    lease = request.meta.get("lease")
    is_of_page = lease is not None and lease == response.meta.get("lease")
    return is_of_page and request.dont_filter and asked is not None and request.url == asked.url
