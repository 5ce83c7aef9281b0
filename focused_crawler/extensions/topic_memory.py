"""What a topic has learnt since it was made: what people ask for, and what they judged.

At the start of a crawl both are taken from the topic's folder. While it runs, judgements that
`scrapy judge` leaves in the crawl's folder are taken up every TOPIC_MEMORY_INTERVAL seconds; links
that wait are scored again where the crawl keeps its pages for that (see `query_log`).

Workers on one Redis look just as often for what others were told, and take it up in the same way.
One that comes later, or again, does so as soon as it knows the topic.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured

from focused_crawler.crawl import CrawlError, crawl_of
from focused_crawler.feedback import FILE, Judged, load_judgements
from focused_crawler.frontier import FrontierError
from focused_crawler.lessons import Lessons
from focused_crawler.queries.interest import Interest, load_interest
from focused_crawler.queries.refresh import combined
from focused_crawler.rescoring import Remembering, rescored
from focused_crawler.scoring.learning import LearningJudge
from focused_crawler.topic.errors import TopicError

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

    from focused_crawler.crawl import Crawl

logger = logging.getLogger(__name__)

PAGES_AT_ONCE = 8  # scored again before the crawl has its turn; about 10 ms


class TopicMemory:
    """Gives the judge of one crawl what its topic has learnt."""

    def __init__(
        self, crawl: Crawl, stats: StatsCollector, *, share: float, learn_share: float,
        interval: float,
    ) -> None:  # fmt: skip
        self.crawl, self.stats, self.interval = crawl, stats, interval
        self.share, self.learn_share = share, learn_share
        self.lessons = Lessons(crawl.companions)
        self.judge = crawl.ranker.judge = LearningJudge.of(crawl.ranker.judge)
        self._task: asyncio.Future[None] | None = None
        self._seen: float | None = None
        self._is_begun = False  # the topic was known at the last look
        self._recall()

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

    def _recall(self) -> None:
        # No fit yet: a new crawl has no examples, a resumed one has its table.
        topic = self.crawl.topic
        self._move(self.lessons.interest(load_interest(topic.folder)))
        judged = load_judgements(topic.folder) | load_judgements(self.crawl.folder)
        self._teach(self.lessons.judgements(judged))
        self.judge.fit_counter()

    def _move(self, interest: Interest) -> bool:
        weights = self.crawl.topic.weights
        given = combined(weights, interest, share=self.share)
        if given is weights or given == self.judge.given:
            return False
        self.judge.given, self.judge.learn_share = given, self.learn_share
        return True

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
            except FrontierError as error:
                logger.error("%s", error)

    async def _look(self) -> None:
        own = self._new_judgements()
        is_first = self.crawl.is_ready and not self._is_begun
        self._is_begun = self.crawl.is_ready
        if self.lessons.are_shared:
            is_due = own or is_first or self.lessons.has_news()
            has_news = bool(is_due) and self._hear(own, is_first)
        else:
            has_news = bool(own) and self._teach(own)
        if has_news and self.crawl.is_ready:
            self.judge.fit()
            await rescore(self.crawl)

    def _new_judgements(self) -> dict[str, Judged]:
        file = self.crawl.folder / FILE
        changed = file.stat().st_mtime if file.exists() else None
        if changed == self._seen:
            return {}
        self._seen = changed
        return load_judgements(self.crawl.folder)

    def _hear(self, own: dict[str, Judged], is_first: bool) -> bool:
        """Tell what is new, take up what others tell; whether there is a new topic to learn."""
        has_moved = self._move(self.lessons.interest(Interest()))
        has_news = self._teach(self.lessons.judgements(own)) or has_moved
        if has_news and not own:
            self.stats.inc_value("workers/lessons")
            logger.info("another worker was told more of the topic")
        # What was taken up before the topic was known is not in the table that came with it.
        return has_news or (is_first and self.lessons.are_there)


async def rescore(crawl: Crawl) -> bool:
    """Score links that wait again, if the crawl keeps the pages they stand on; whether it does."""
    strategy = crawl.ranker.strategy
    if not isinstance(strategy, Remembering) or not crawl.is_ready:
        return False
    async with strategy.archive.turn:
        for number in rescored(strategy.archive, crawl.ranker, crawl.frontier):
            if number % PAGES_AT_ONCE == 0:
                await asyncio.sleep(0)
    return True
