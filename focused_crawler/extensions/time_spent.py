"""Shows where the time of a crawl goes: parsing, scoring, frontier, store, fetching, waiting.

The seconds are in the stats as `time/<part>`, brought up to date every TIME_SPENT_INTERVAL seconds
and at the end, when the summary tells them too. It costs about one part in a hundred.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from focused_crawler.crawl import Crawl, crawl_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

FRONTIER = ("push", "pop", "requeue", "rescore_all", "done", "flush")
STORE = ("save", "save_failure", "save_tunnel", "relevant_referrer", "record_harvest")


class TimeSpentStats:
    """Watches the frontier and the store of a crawl, and keeps the stats."""

    def __init__(self, crawl: Crawl, stats: StatsCollector, *, interval: float) -> None:
        self.crawl, self.stats = crawl, stats
        crawl.spent.watch("frontier", crawl.frontier, FRONTIER)
        crawl.spent.watch("store", crawl.store, STORE)
        self._task = create_looping_call(self.note)
        self._interval = interval

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        interval = crawler.settings.getfloat("TIME_SPENT_INTERVAL")
        if interval <= 0:
            raise NotConfigured
        assert crawler.stats is not None
        extension = cls(crawl_of(crawler), crawler.stats, interval=interval)
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def spider_opened(self) -> None:
        self._task.start(self._interval, now=False)

    def spider_closed(self) -> None:
        if self._task.running:
            self._task.stop()
        self.note()

    def note(self) -> None:
        """Bring the stats up to date."""
        for part, seconds in self.crawl.spent.seconds().items():
            self.stats.set_value(f"time/{part}", round(seconds, 3))
