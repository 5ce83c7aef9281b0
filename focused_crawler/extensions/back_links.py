"""Parents the crawl has not seen: found for its best pages, fetched and scored like any page.

Pages that link to a relevant page are hubs more often than others (004 algorithm 1), and each one
is one more parent in the mean R(t,l) of the links it shares with known pages (000 §4.5.4). The
sources named in BACK_LINKS are asked about the most relevant pages first, one at a time and off
the crawl's own thread. No more than BACK_LINK_BUDGET parents enter the frontier.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.exceptions import DontCloseSpider, NotConfigured

from focused_crawler.backlinks import BackLinkError, BackLinks, make_source
from focused_crawler.candidate import Candidate
from focused_crawler.crawl import CrawlError, at_least, crawl_of
from focused_crawler.engines import make_engines
from focused_crawler.frontier import Pushed
from focused_crawler.items import PageItem
from focused_crawler.topic.errors import TopicError

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from scrapy.statscollectors import StatsCollector

    from focused_crawler.crawl import Crawl

logger = logging.getLogger(__name__)

MOST_PAGES = 1000  # relevant pages remembered to be asked about
SHARE = 0.5  # of a page's relevance that a page linking to it is expected to have


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is asked for."""

    parents: int  # that enter the frontier, in the whole crawl
    per_page: int  # found for one page
    waiting: int  # ask only while fewer candidates wait than this; 0: always


class BackLinkSearch:
    """Asks for the parents of relevant pages as they come in."""

    def __init__(
        self, crawl: Crawl, sources: Sequence[BackLinks], budget: Budget, stats: StatsCollector
    ) -> None:
        self.crawl, self.sources, self.budget, self.stats = crawl, sources, budget, stats
        self.left = budget.parents
        self._pages: list[tuple[float, str, int]] = []  # a heap: -relevance, URL, depth
        self._task: asyncio.Future[None] | None = None
        self._told: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        specs = settings.getlist("BACK_LINKS")
        budget = Budget(
            parents=at_least(settings, "BACK_LINK_BUDGET", 0),
            per_page=at_least(settings, "BACK_LINKS_PER_PAGE", 1),
            waiting=at_least(settings, "BACK_LINK_WAITING", 0),
        )
        if not specs or budget.parents <= 0:
            raise NotConfigured
        crawl = crawl_of(crawler)
        if crawl.ranker.strategy.reads_forms:
            raise NotConfigured  # it looks for sites, see `centre_pages`
        assert crawler.stats is not None
        extension = cls(crawl, open_sources(specs, crawl, settings), budget, crawler.stats)
        connect = crawler.signals.connect
        connect(extension.page_saved, signal=signals.item_scraped)
        connect(extension.spider_idle, signal=signals.spider_idle)
        connect(extension.spider_closed, signal=signals.spider_closed)
        return extension

    def page_saved(self, item: Any) -> None:
        """Remember a relevant page, and ask if nobody is asking."""
        if isinstance(item, PageItem) and item.is_relevant and len(self._pages) < MOST_PAGES:
            heapq.heappush(self._pages, (-item.relevance, item.url, item.depth))
        self._start()

    def spider_idle(self) -> None:
        """Wait for answers that are still to come."""
        self._start()
        if self._task and not self._task.done():
            raise DontCloseSpider

    def spider_closed(self) -> None:
        if self._task:
            self._task.cancel()
        for source in self.sources:
            source.close()

    def _start(self) -> None:
        is_busy = self._task is not None and not self._task.done()
        if self._pages and self.left > 0 and not is_busy and self._is_wanted():
            self._task = asyncio.ensure_future(self._ask(*heapq.heappop(self._pages)))

    def _is_wanted(self) -> bool:
        return not self.budget.waiting or len(self.crawl.frontier) < self.budget.waiting

    async def _ask(self, negative_relevance: float, url: str, depth: int) -> None:
        self.stats.inc_value("back_links/asked")
        for source in self.sources:
            try:
                parents = await asyncio.to_thread(source.parents, url, self.budget.per_page)
            except BackLinkError as error:
                self._tell(f"{source.name}: {error}")
                continue
            for parent in parents:
                self._queue(parent, url, -negative_relevance, depth)

    def _queue(self, parent: str, url: str, relevance: float, depth: int) -> None:
        self.stats.inc_value("back_links/found")
        if self.left <= 0:
            return
        candidate = Candidate(
            parent, score=SHARE * relevance, clock=self.crawl.ranker.clock, depth=depth + 1,
            parent=url, anchor="links to this page", parts={"back_link": relevance},
        )  # fmt: skip
        if self.crawl.frontier.state(candidate.key) is None:
            is_new = self.crawl.frontier.push(candidate) is Pushed.ADDED
            self.left -= is_new
            self.stats.inc_value("back_links/queued", int(is_new))

    def _tell(self, reason: str) -> None:
        self.stats.inc_value("back_links/failed")
        if reason not in self._told:
            logger.warning("back links: %s", reason)
        self._told.add(reason)


def open_sources(specs: list[str], crawl: Crawl, settings: BaseSettings) -> list[BackLinks]:
    """The sources of back links that a crawl names."""
    named = settings.get("SEARCH_ENGINES") or []
    wants_search = any(spec.strip() == "search" for spec in specs)
    try:
        listed = named.split() if isinstance(named, str) else named
        engines = make_engines(listed) if wants_search else []
        return [make_source(spec, crawl.folder, engines) for spec in specs]
    except (BackLinkError, TopicError) as error:
        raise CrawlError(str(error)) from error
