"""A topic that follows what people ask for while the crawl runs (001 §3.1).

Every QUERY_INTERVAL seconds the new queries of QUERY_LOG change the topic's table, which is kept
with its history in the topic's folder; a table that another crawl or `scrapy topic queries` has
changed there is taken over. The judge gets the new table, and the links that wait are scored
again, a few pages at a time, so that the crawl goes on meanwhile. Workers on one Redis have one
table (see `lessons`): each log counts, whichever worker reads it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.conf import closest_scrapy_cfg

from focused_crawler.crawl import CrawlError, crawl_of
from focused_crawler.extensions.topic_memory import rescore
from focused_crawler.frontier import FrontierError
from focused_crawler.lessons import Lessons
from focused_crawler.queries.interest import Interest, load_interest, save_interest
from focused_crawler.queries.refresh import TableOptions, combined, refreshed
from focused_crawler.rescoring import ParentArchive, Remembering
from focused_crawler.scoring.learning import LearningJudge
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import topic_folders

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from scrapy.statscollectors import StatsCollector

    from focused_crawler.crawl import Crawl

logger = logging.getLogger(__name__)

ARCHIVE = "parents.db"


@dataclass(frozen=True, slots=True)
class Watch:
    """What is watched, how often, and how much it counts."""

    log: Path
    folder: Path  # where the table is kept
    interval: float
    share: float  # of the topic's table that the queries make
    learn_share: float  # of the topic's table that the seed pages make


class QueryLogWatch:
    """Keeps the topic of one crawl up to date with a query log."""

    def __init__(
        self, crawl: Crawl, watch: Watch, options: TableOptions, stats: StatsCollector
    ) -> None:
        self.crawl, self.watch, self.options, self.stats = crawl, watch, options, stats
        self.lessons = Lessons(crawl.companions)
        self.archive = ParentArchive(crawl.folder / ARCHIVE)
        ranker = crawl.ranker
        self.judge = ranker.judge = LearningJudge.of(ranker.judge)
        ranker.strategy = Remembering(ranker.strategy, self.archive)
        self._task: asyncio.Future[None] | None = None
        self._told = ""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if not settings["QUERY_LOG"] or settings.getfloat("QUERY_INTERVAL", 60) <= 0:
            raise NotConfigured
        crawl = crawl_of(crawler)
        assert crawler.stats is not None
        try:
            options = TableOptions.of(crawl.topic, settings)
            extension = cls(crawl, watch_from(crawl, settings), options, crawler.stats)
        except TopicError as error:
            raise CrawlError(str(error)) from error
        crawler.signals.connect(extension.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signal=signals.spider_closed)
        return extension

    def spider_opened(self) -> None:
        self._task = asyncio.ensure_future(self._follow())

    def spider_closed(self) -> None:
        if self._task:
            self._task.cancel()
        self.archive.close()

    async def _follow(self) -> None:
        while True:
            await self._carefully(self.refresh())
            await asyncio.sleep(self.watch.interval)

    async def refresh(self) -> None:
        """Take up what is new in the log, or in the table kept with the topic."""
        new = await asyncio.to_thread(self._read)
        given = combined(self.crawl.topic.weights, new, share=self.watch.share)
        if given == self.judge.given:
            return
        self.judge.move(given, learn_share=self.watch.learn_share)
        self.stats.inc_value("queries/tables")
        logger.info("%d terms people ask for; links that wait are scored again", len(new.weights))
        if await rescore(self.crawl):
            self.stats.inc_value("queries/rescored")

    def _read(self) -> Interest:
        kept = load_interest(self.watch.folder)
        new = self.lessons.interest(kept, self._counted)
        if new is not kept:
            save_interest(new, self.watch.folder)
        return new

    def _counted(self, known: Interest) -> Interest:
        return refreshed(known, self.watch.log, self.options, is_growing=True)

    async def _carefully(self, work: Awaitable[None]) -> None:
        """A log that cannot be read leaves the topic as it is, and is complained of once."""
        try:
            await work
        except (FrontierError, TopicError) as error:
            if str(error) != self._told:
                logger.warning("%s; the topic stays as it is", error)
            self._told = str(error)


def watch_from(crawl: Crawl, settings: BaseSettings) -> Watch:
    """What to watch; the table of a topic that is not the project's own is kept with the crawl."""
    folders = topic_folders(settings.getlist("TOPIC_FOLDERS"), closest_scrapy_cfg())
    topic = Path(crawl.topic.folder) if crawl.topic.folder else None
    return Watch(
        log=Path(settings["QUERY_LOG"]),
        folder=topic if topic and topic.parent in folders else crawl.folder,
        interval=settings.getfloat("QUERY_INTERVAL", 60.0),
        share=settings.getfloat("TOPIC_QUERY_SHARE", 0.5),
        learn_share=settings.getfloat("TOPIC_LEARN_SHARE", 0.5),
    )
