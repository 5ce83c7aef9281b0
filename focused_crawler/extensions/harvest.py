"""What a person sees of a crawl, and when it is enough: progress, harvest over time, the end.

In a terminal one line is redrawn; elsewhere plain log lines tell the same from time to time.
The crawl stops when the latest HARVEST_WINDOW pages hold a share of relevant ones below
HARVEST_MINIMUM. All numbers are read from the crawl's store and frontier.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Self, TextIO

from scrapy import signals
from scrapy.utils.asyncio import create_looping_call
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.log import get_scrapy_root_handler

from focused_crawler.crawl import NO_SEEDS, crawl_of
from focused_crawler.reports.progress import Progress, Standing
from focused_crawler.reports.summary import Ending, summary, unreachable
from focused_crawler.store import CrawlStore, StoreError

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

    from focused_crawler.crawl import Crawl

logger = logging.getLogger(__name__)

DRIED_UP = "harvest dried up"
DEFAULT_WIDTH = 80
ERASE_LINE = "\r\x1b[K"


@dataclass(frozen=True, slots=True)
class Pace:
    """How often to speak and to record, and when to stop."""

    interval: float  # seconds between two redrawings in a terminal; 0 draws none
    log_interval: float  # seconds between two log lines elsewhere; 0 writes none
    every: int  # pages between two points of the harvest curve; 0 records none
    window: int  # pages that decide whether the harvest is dry; 0 never stops
    minimum: float  # share of relevant pages in the window

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        return cls(
            interval=settings.getfloat("HARVEST_INTERVAL"),
            log_interval=settings.getfloat("HARVEST_LOG_INTERVAL"),
            every=settings.getint("HARVEST_EVERY"),
            window=settings.getint("HARVEST_WINDOW"),
            minimum=settings.getfloat("HARVEST_MINIMUM"),
        )


class HarvestProgress:
    """Follows one crawl from its first page to its summary."""

    def __init__(
        self, crawl: Crawl, *, pace: Pace, output: TextIO, stop: Callable[[str], None]
    ) -> None:
        self.crawl, self.pace, self.output, self.stop = crawl, pace, output, stop
        self.is_live = output.isatty()
        self.started = monotonic()
        pages, relevant = crawl.store.counts()
        self.pages_before = pages
        self.progress = Progress(
            pages=pages, relevant=relevant, window=pace.window, now=self.started
        )
        self._recorded = pages
        self._is_stopping = False
        self._task: AsyncioLoopingCall | LoopingCall | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        def stop(reason: str) -> None:
            assert crawler.engine is not None
            deferred_from_coro(crawler.engine.close_spider_async(reason=reason))

        pace = Pace.from_settings(crawler.settings)
        extension = cls(crawl_of(crawler), pace=pace, output=sys.stderr, stop=stop)
        connect = crawler.signals.connect
        connect(extension.spider_opened, signal=signals.spider_opened)
        connect(extension.page_saved, signal=signals.item_scraped)
        connect(extension.page_saved, signal=signals.item_dropped)
        connect(extension.spider_closed, signal=signals.spider_closed)
        return extension

    def spider_opened(self) -> None:
        interval = self.pace.interval if self.is_live else self.pace.log_interval
        if self.is_live:
            _erase_before_log_lines(self.output)
        if interval > 0:
            self._task = create_looping_call(self.show)
            self._task.start(interval, now=False)

    def page_saved(self) -> None:
        """An item has gone through the pipelines; a mirror changes no count."""
        pages, relevant = self.crawl.store.counts()
        if not self.progress.count(pages=pages, relevant=relevant):
            return
        if self.pace.every and pages - self._recorded >= self.pace.every:
            self._record()
        if not self._is_stopping and self.progress.is_dry(self.pace.minimum):
            self._is_stopping = True
            self.stop(DRIED_UP)

    def show(self) -> None:
        standing = self.standing()
        if self.is_live:
            self.output.write(ERASE_LINE + standing.line(_width(self.output) - 1))
            self.output.flush()
        else:
            _log(standing.line())

    def standing(self) -> Standing:
        """The crawl at this moment."""
        recent, recent_relevant = self.progress.recent()
        return Standing(
            pages=self.progress.pages,
            relevant=self.progress.relevant,
            recent=recent,
            recent_relevant=recent_relevant,
            waiting=len(self.crawl.frontier),
            hosts=self.crawl.frontier.hosts(),
            pages_per_second=self.progress.pages_per_second(monotonic()),
            max_pages=self.crawl.max_pages,
        )

    def spider_closed(self, reason: str) -> None:
        if self._task and self._task.running:
            self._task.stop()
        if self.is_live:
            self.output.write(ERASE_LINE)
        self.output.write(self._summary(reason))
        self.output.flush()

    def _record(self) -> None:
        now = self.standing()
        self._recorded = now.pages
        self.crawl.store.record_harvest(
            clock=self.crawl.ranker.clock,
            pages=now.pages,
            relevant=now.relevant,
            waiting=now.waiting,
            hosts=now.hosts,
            pages_per_second=now.pages_per_second,
        )

    def _summary(self, reason: str) -> str:
        # Scrapy closes the scheduler, and with it the store, before it says so: read it anew.
        ending = Ending(
            topic=self.crawl.name,
            method=self.crawl.method,
            reason=self._reason(reason),
            seconds=monotonic() - self.started,
            pages_before=self.pages_before,
            again=self.crawl.recrawl.counts if self.crawl.recrawl else None,
            spent=self.crawl.spent.seconds() if self.crawl.spent.is_kept else None,
        )
        try:
            with CrawlStore.read(self.crawl.store.path) as reader:
                return unreachable(reader) if reason == NO_SEEDS else summary(reader, ending)
        except StoreError as error:
            return f"The crawl ended ({reason}), but its results cannot be read: {error}\n"

    def _reason(self, reason: str) -> str:
        # A spent budget looks to Scrapy like an empty queue.
        if reason == "finished" and not self.crawl.has_budget:
            return "max_pages"
        return reason


def _width(output: TextIO) -> int:
    try:
        return os.get_terminal_size(output.fileno()).columns or DEFAULT_WIDTH
    except (OSError, ValueError):
        return DEFAULT_WIDTH


def _log(line: str) -> None:
    """Says a line in the log, also where only warnings are let through (not where errors are)."""
    handler = get_scrapy_root_handler()
    if handler is None:
        logger.info("%s", line)
    elif handler.level <= logging.WARNING:
        handler.handle(logger.makeRecord(logger.name, logging.INFO, __file__, 0, line, (), None))


def _erase_before_log_lines(output: TextIO) -> None:
    handler = get_scrapy_root_handler()
    if not isinstance(handler, logging.StreamHandler) or handler.stream is not output:
        return

    def erase(_: logging.LogRecord) -> bool:
        output.write(ERASE_LINE)
        return True

    handler.addFilter(erase)
