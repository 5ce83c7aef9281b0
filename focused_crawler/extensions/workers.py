"""What a worker tells the others on one Redis and hears from them, every WORKER_INTERVAL seconds.

Its own pages go out in batches. Those of others come in at most a few hundred at a time: the
strategy learns from them (words, folders, and the groups of links that wait here), links that rose
with them move, and contents are known for the test of near-duplicates. URLs that people push to the
list `NAME:start_urls` join the frontier as seeds do, and leave the list only then. What is no URL
is told and dropped.
"""

from __future__ import annotations

import logging
import socket
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from focused_crawler.candidate import Candidate
from focused_crawler.crawl import SEED_SCORE, crawl_of
from focused_crawler.frontier import FrontierError, Pushed
from focused_crawler.items import PageItem
from focused_crawler.strategy import Outcome
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.seeds import parse_seeds

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

    from focused_crawler.crawl import Crawl

logger = logging.getLogger(__name__)


class WorkerTalk:
    """Carries outcomes between the workers of one crawl."""

    def __init__(self, crawl: Crawl, stats: StatsCollector, *, interval: float) -> None:
        self.crawl, self.stats, self.interval = crawl, stats, interval
        # The same after a restart, so that a worker never learns from itself twice.
        self.author = f"{socket.gethostname()}:{crawl.folder}"
        self._untold: list[tuple[Any, ...]] = []
        self._task: AsyncioLoopingCall | LoopingCall | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        crawl, interval = crawl_of(crawler), crawler.settings.getfloat("WORKER_INTERVAL")
        if not crawl.companions.are_there or interval <= 0:
            raise NotConfigured
        assert crawler.stats is not None
        extension = cls(crawl, crawler.stats, interval=interval)
        connect = crawler.signals.connect
        connect(extension.spider_opened, signal=signals.spider_opened)
        connect(extension.page_read, signal=signals.item_scraped)
        connect(extension.page_dropped, signal=signals.item_dropped)
        connect(extension.talk, signal=signals.spider_idle)
        connect(extension.spider_closed, signal=signals.spider_closed)
        return extension

    def spider_opened(self) -> None:
        self._task = create_looping_call(self.talk)
        self._task.start(self.interval, now=True)

    def spider_closed(self) -> None:
        if self._task and self._task.running:
            self._task.stop()

    def page_read(self, item: Any) -> None:
        if isinstance(item, PageItem):
            self._untold.append((*_outcome(item), item.content_fingerprint, item.simhash))

    def page_dropped(self, item: Any) -> None:
        """A page that is not relevant, or has the content of another."""
        if not isinstance(item, PageItem):
            return
        if self.crawl.contents.find(item.url, item.content_fingerprint) is None:
            self.page_read(item)
        else:
            self._untold.append((*_outcome(item), 0, 0))

    def talk(self) -> None:
        """Tell, then listen."""
        if not self.crawl.is_ready:
            return
        try:
            self._tell()
            self._listen()
            self._take_start_urls()
        except FrontierError as error:
            logger.error("%s", error)

    def _tell(self) -> None:
        untold, self._untold = self._untold, []
        self.crawl.companions.tell(self.author, untold)
        self.stats.inc_value("workers/told", len(untold))

    def _listen(self) -> None:
        heard = []
        for *outcome, fingerprint, simhash in self.crawl.companions.hear(self.author):
            heard.append(Outcome(*outcome))
            self.crawl.contents.hear(outcome[0], fingerprint, simhash)
        if heard:
            ranker = self.crawl.ranker
            ranker.strategy.hear(heard, ranker.judge)
            ranker.settle(self.crawl.frontier)
            self.crawl.frontier.flush()
            self.stats.inc_value("workers/heard", len(heard))

    def _take_start_urls(self) -> None:
        for text in self.crawl.companions.start_urls():
            for url in _urls(text):
                if self.crawl.frontier.push(Candidate(url, score=SEED_SCORE)) is Pushed.ADDED:
                    self.stats.inc_value("workers/start_urls")
            self.crawl.frontier.flush()


def _urls(text: str) -> tuple[str, ...]:
    """The URL that somebody has pushed; none, and a word in the log, if it is no URL."""
    try:
        return parse_seeds(text, "start_urls")
    except TopicError as error:
        logger.warning("%s", error)
        return ()


def _outcome(item: PageItem) -> tuple[Any, ...]:
    """The values of an `Outcome`."""
    return item.url, item.anchor, item.relevance, item.parent is None, item.title
