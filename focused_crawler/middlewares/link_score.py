"""Score(u) and the tunnel level for every request a spider yields, its own or a user's.

The candidate of a link was made when its page was judged; here it is found by URL and put into
`request.meta`, with its score times 10^6 as the priority, so that stock schedulers order by it
too. Links known already never become requests; their new parent is told to the frontier directly.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.http import Response

from focused_crawler.analysis import Analysis
from focused_crawler.candidate import Candidate
from focused_crawler.crawl import Crawl, crawl_of
from focused_crawler.fingerprints import url_fingerprint

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector
    from typing_extensions import Self

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
        async for found in result:
            if isinstance(found, Request) and isinstance(analysis, Analysis):
                request = self._scored(found, analysis)
                if request:
                    yield request
            else:
                yield found
        if isinstance(analysis, Analysis):
            self._tell_frontier(analysis)

    def _scored(self, request: Request, analysis: Analysis) -> Request | None:
        candidate = self._candidate(request, analysis)
        if candidate is None:
            self.stats.inc_value("tunnel/not_entered")
            return None
        meta = {k: v for k, v in request.meta.items() if k not in ("page", "lease")}
        meta["candidate"] = candidate.to_dict()
        return request.replace(priority=int(candidate.score * PRIORITY_SCALE), meta=meta)

    def _candidate(self, request: Request, analysis: Analysis) -> Candidate | None:
        known = analysis.candidates.get(url_fingerprint(request.url))
        if known or analysis.judged is None:
            return known
        return self.crawl.ranker.link(request.url, analysis.judged, self.crawl.waiting)

    def _tell_frontier(self, analysis: Analysis) -> None:
        fresh = {candidate.key for candidate in analysis.fresh}
        for key, candidate in analysis.candidates.items():
            if key not in fresh and self.crawl.frontier.state(key) == "waiting":
                outcome = self.crawl.frontier.push(candidate)
                self.stats.inc_value(f"frontier/{outcome.value}")
