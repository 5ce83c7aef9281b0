"""What a topic has learnt since it was made: what people ask for, and what they judged.

At the start of a crawl both are taken from the topic's folder. While it runs, judgements that
`scrapy judge` leaves in the crawl's folder are taken up every TOPIC_MEMORY_INTERVAL seconds; links
that wait are scored again where the crawl keeps its pages for that (see `query_log`).
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured

from focused_crawler.crawl import CrawlError, crawl_of
from focused_crawler.feedback import FILE, Judged, load_judgements
from focused_crawler.queries.interest import load_interest
from focused_crawler.queries.refresh import combined
from focused_crawler.rescoring import Remembering, rescored
from focused_crawler.scoring.learning import LearningJudge
from focused_crawler.topic.errors import TopicError

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

    from focused_crawler.crawl import Crawl

logger = logging.getLogger(__name__)

PAGES_AT_ONCE = 8  # scored again before the crawl has its turn


class TopicMemory:
    """Gives the judge of one crawl what its topic has learnt."""

    def __init__(
        self, crawl: Crawl, stats: StatsCollector, *, share: float, learn_share: float,
        interval: float,
    ) -> None:  # fmt: skip
        self.crawl, self.stats, self.interval = crawl, stats, interval
        self.judge = crawl.ranker.judge = LearningJudge.of(crawl.ranker.judge)
        self._task: asyncio.Future[None] | None = None
        self._seen: float | None = None
        self._recall(share, learn_share)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        interval = settings.getfloat("TOPIC_MEMORY_INTERVAL", 5.0)
        if interval < 0:
            raise NotConfigured
        assert crawler.stats is not None
        try:
            extension = cls(
                crawl_of(crawler),
                crawler.stats,
                share=settings.getfloat("TOPIC_QUERY_SHARE", 0.5),
                learn_share=settings.getfloat("TOPIC_LEARN_SHARE", 0.5),
                interval=interval,
            )
        except TopicError as error:
            raise CrawlError(str(error)) from error
        extension.judge.passes_over = not settings.getbool("TOPIC_OTHER_LANGUAGES", True)
        crawler.signals.connect(extension.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signal=signals.spider_closed)
        return extension

    def spider_opened(self) -> None:
        if self.interval:
            self._task = asyncio.ensure_future(self._follow())

    def spider_closed(self) -> None:
        if self._task:
            self._task.cancel()

    def _recall(self, share: float, learn_share: float) -> None:
        topic = self.crawl.topic
        given = combined(topic.weights, load_interest(topic.folder), share=share)
        if given is not topic.weights:
            # No fit yet: a new crawl has no examples, a resumed one has its table.
            self.judge.given, self.judge.learn_share = given, learn_share
        self._teach(load_judgements(topic.folder) | load_judgements(self.crawl.folder))
        self.judge.fit_counter()

    def _teach(self, judged: dict[str, Judged]) -> bool:
        right = [page.blocks for page in judged.values() if page.is_right]
        wrong = [page.blocks for page in judged.values() if not page.is_right]
        has_news = self.judge.teach(right, wrong)
        if has_news:
            self.stats.set_value("feedback/right", len(right))
            self.stats.set_value("feedback/wrong", len(wrong))
        return has_news

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(self.interval)
            try:
                await self._look()
            except TopicError as error:
                logger.warning("%s", error)

    async def _look(self) -> None:
        file = self.crawl.folder / FILE
        changed = file.stat().st_mtime if file.exists() else None
        if changed == self._seen:
            return
        self._seen = changed
        if self._teach(load_judgements(self.crawl.folder)) and self.crawl.is_ready:
            self.judge.fit()
            await self._rescore()

    async def _rescore(self) -> None:
        strategy = self.crawl.ranker.strategy
        if not isinstance(strategy, Remembering):
            return
        for number in rescored(strategy.archive, self.crawl.ranker, self.crawl.frontier):
            if number % PAGES_AT_ONCE == 0:
                await asyncio.sleep(0)
