"""Reverse search for more sites when few are left (004 algorithm 1).

While fewer than SITE_LOW sites wait, the sources in BACK_LINKS are asked which pages link to a
known deep site, or, where none is left to ask about, to a seed. Those centre pages are fetched;
one that is on the topic adds the sites it points to. No more than BACK_LINK_BUDGET are fetched.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import DontCloseSpider, NotConfigured

from focused_crawler.backlinks import BackLinkError, BackLinks
from focused_crawler.candidate import Candidate
from focused_crawler.crawl import at_least, crawl_of
from focused_crawler.extensions.back_links import open_sources
from focused_crawler.frontier import Pushed
from focused_crawler.strategy.two_stage import CENTRE, ENTRY, two_stage_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

    from focused_crawler.crawl import Crawl

logger = logging.getLogger(__name__)


class CentrePages:
    """Asks for pages that link to deep sites."""

    def __init__(
        self, crawl: Crawl, sources: Sequence[BackLinks], stats: StatsCollector, *, low: int,
        per_site: int, budget: int,
    ) -> None:  # fmt: skip
        self.crawl, self.sources, self.stats = crawl, sources, stats
        self.low, self.per_site, self.left = low, per_site, budget
        self._asked: set[str] = set()
        self._task: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        crawl = crawl_of(crawler)
        if two_stage_of(crawl.ranker.strategy) is None:
            raise NotConfigured
        specs, low = settings.getlist("BACK_LINKS"), at_least(settings, "SITE_LOW", 0)
        if not specs or not low:
            raise NotConfigured
        assert crawler.stats is not None
        centres = cls(
            crawl, open_sources(specs, crawl, settings), crawler.stats, low=low,
            per_site=at_least(settings, "BACK_LINKS_PER_PAGE", 1),
            budget=at_least(settings, "BACK_LINK_BUDGET", 0),
        )  # fmt: skip
        connect = crawler.signals.connect
        connect(centres.search, signals.item_scraped)
        connect(centres.search, signals.item_dropped)
        connect(centres.spider_idle, signals.spider_idle)
        connect(centres.spider_closed, signals.spider_closed)
        return centres

    def search(self) -> None:
        """Ask about one more site, if that is wanted and nobody is asking."""
        if self._is_busy or not self._is_low or self.left <= 0 or not self.crawl.is_ready:
            return
        url = next(self._unasked(), None)
        if url is not None:
            self._asked.add(url)
            self._task = asyncio.ensure_future(self._ask(url))

    def spider_idle(self) -> None:
        self.search()
        if self._is_busy:
            raise DontCloseSpider

    def spider_closed(self) -> None:
        if self._task:
            self._task.cancel()
        for source in self.sources:
            source.close()

    @property
    def _is_busy(self) -> bool:
        return self._task is not None and not self._task.done()

    @property
    def _is_low(self) -> bool:
        strategy = two_stage_of(self.crawl.ranker.strategy)
        return strategy is not None and len(strategy.stage.sites) < self.low

    def _unasked(self) -> Iterator[str]:
        strategy = two_stage_of(self.crawl.ranker.strategy)
        known = [*(strategy.stage.deep_sites() if strategy else ()), *self.crawl.topic.seeds]
        return (url for url in known if url not in self._asked)

    async def _ask(self, url: str) -> None:
        self.stats.inc_value("reverse_search/asked")
        for source in self.sources:
            try:
                pages = await asyncio.to_thread(source.parents, url, self.per_site)
            except BackLinkError as error:
                self.stats.inc_value("reverse_search/failed")
                logger.warning("reverse search: %s: %s", source.name, error)
                continue
            for page in pages:
                self._queue(page, url)

    def _queue(self, page: str, url: str) -> None:
        candidate = Candidate(
            page, score=ENTRY, clock=self.crawl.ranker.clock, parent=url,
            anchor="links to this site", parts={CENTRE: ENTRY},
        )  # fmt: skip
        if self.left > 0 and self.crawl.frontier.state(candidate.key) is None:
            is_new = self.crawl.frontier.push(candidate) is Pushed.ADDED
            self.left -= is_new
            self.stats.inc_value("reverse_search/queued", int(is_new))
