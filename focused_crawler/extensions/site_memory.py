"""The two stages of a crawl that looks for forms: set up from SITE_*, kept in the crawl's folder.

sites.json holds what sites and links have taught, which sites wait and what was read of each;
sites.log the events since it was written, each before it takes effect. A crawl that was killed
goes on from both. sites.json is written anew at the start, at the end, and whenever the log has
grown to LOG_SHARE of it. Each log names the sites.json it belongs to, so that a kill between the
two writes does no harm.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured

from focused_crawler.crawl import CrawlError, at_least, crawl_of
from focused_crawler.deepweb.recorded_stage import Event, RecordedStage
from focused_crawler.deepweb.site_visit import Limits
from focused_crawler.frontier import Frontier, FrontierError
from focused_crawler.strategy.two_stage import two_stage_of

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

logger = logging.getLogger(__name__)

LEAST_LOG = 4 * 1024 * 1024  # bytes: a log shorter than this is read in a moment
LOG_SHARE = 2.0


class SiteMemory:
    """Keeps what a two-stage crawl knows of sites."""

    def __init__(self, stage: RecordedStage, frontier: Frontier, folder: Path) -> None:
        self.stage, self.frontier = stage, frontier
        self.file, self.log_file = folder / "sites.json", folder / "sites.log"
        self._number = 0  # of sites.json
        self._log: IO[str] | None = None
        self._room = 0  # bytes until sites.json is written anew

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        crawl = crawl_of(crawler)
        strategy = two_stage_of(crawl.ranker.strategy)
        if strategy is None:
            raise NotConfigured
        strategy.open_sites = at_least(crawler.settings, "SITE_OPEN", 1)
        strategy.stage = stage = _stage(crawler.settings)
        memory = cls(stage, crawl.frontier, crawl.folder)
        memory.load()
        memory.forget_closed()
        memory.save()
        stage.record = memory.append
        strategy.take_up(crawl.frontier.waiting())
        strategy.start(crawl.topic.seeds)
        crawler.signals.connect(memory.close, signals.spider_closed)
        return memory

    def load(self) -> None:
        """Take up an earlier run, if there was one."""
        try:
            if self.file.exists():
                state = json.loads(self.file.read_text(encoding="utf-8"))
                self._number = state["number"]
                self.stage.restore(state)
            self.stage.replay(self._events())
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise CrawlError(
                f"{self.file} or {self.log_file.name} is damaged ({error}); delete both to go on"
                " without the sites that wait, or name another JOBDIR"
            ) from error

    def forget_closed(self) -> None:
        """Pages that the frontier has closed are not fetched again."""
        counted = self.stage.counted
        self.frontier.expect(counted)
        counted -= {key for key in counted if self.frontier.state(key) == "done"}

    def append(self, event: Event) -> None:
        """Write an event down."""
        if self._log is None:
            return
        if self._room <= 0:
            self.forget_closed()
            self.save()
        if event[0] != "enter":  # an entered site whose page is unread is handed out again
            self._secure_pages()
        self._write(event)

    def save(self) -> None:
        """Write everything anew; a reader sees the old state or the new one."""
        self._number += 1
        draft = self.file.with_suffix(".tmp")
        text = json.dumps({"number": self._number, **self.stage.to_dict()})
        try:
            draft.write_text(text, encoding="utf-8")
            draft.replace(self.file)
            self._close_log()
            self._log = self.log_file.open("w", encoding="utf-8")
        except OSError as error:
            self._give_up(f"{self.file}: {error.strerror}")
        self._room = max(LEAST_LOG, int(LOG_SHARE * len(text)))
        self._write(("after", self._number))

    def close(self) -> None:
        """The crawl has ended."""
        self.save()
        self._close_log()

    def _secure_pages(self) -> None:
        """A page that is known here must be known to the frontier, or nobody fetches it again.

        Home pages, those handed out again too, come from no page whose end would secure them.
        """
        try:
            self.frontier.flush()
        except FrontierError as error:
            self._give_up(str(error))

    def _write(self, event: Event) -> None:
        if self._log is None:
            return
        line = json.dumps(event)
        try:
            print(line, file=self._log, flush=True)
        except OSError as error:
            self._give_up(f"{self.log_file}: {error.strerror}")
        self._room -= len(line)

    def _events(self) -> Iterator[Event]:
        if not self.log_file.exists():
            return
        with self.log_file.open(encoding="utf-8") as lines:
            whole = (line for line in lines if line.endswith("\n"))  # a kill may cut the last one
            head = next(whole, "[]")
            if json.loads(head) == ["after", self._number]:
                yield from map(_event, whole)

    def _close_log(self) -> None:
        if self._log is not None:
            self._log.close()
        self._log = None

    def _give_up(self, reason: str) -> None:
        """A full disk: the crawl itself stops at its next page."""
        logger.error("%s", reason)
        self._log = None


def _event(line: str) -> Event:
    kind, value = json.loads(line)
    return kind, value


def _stage(settings: BaseSettings) -> RecordedStage:
    limits = Limits(
        depth=at_least(settings, "SITE_DEPTH", 0),
        dry_pages=at_least(settings, "SITE_DRY_PAGES", 0),
        dry_after_form=at_least(settings, "SITE_DRY_AFTER_FORM", 0),
        pages=at_least(settings, "SITE_PAGES", 0),
        results=at_least(settings, "SITE_RESULTS", 0),
    )
    return RecordedStage(
        limits,
        learn_after_sites=at_least(settings, "SITE_LEARN_SITES", 1),
        learn_after_forms=at_least(settings, "SITE_LEARN_FORMS", 1),
    )
