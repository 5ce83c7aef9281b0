"""The two stages of a crawl that looks for forms: set up from SITE_*, kept in the crawl's folder.

What sites and links have taught, which sites wait and what was read of each is written to
sites.json every SAVE_SECONDS and at the end. A crawl that was killed goes on from there; a site
found in its last seconds is found again when another page names it.
"""

from __future__ import annotations

import json
from time import monotonic
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured

from focused_crawler.crawl import CrawlError, crawl_of
from focused_crawler.deepweb.site_visit import Limits
from focused_crawler.deepweb.two_stage import TwoStage
from focused_crawler.strategy.two_stage import TwoStageStrategy, two_stage_of

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

FILE = "sites.json"
SAVE_SECONDS = 3.0


class SiteMemory:
    """Saves what a two-stage crawl knows of sites."""

    def __init__(self, strategy: TwoStageStrategy, file: Path) -> None:
        self.strategy, self.file = strategy, file
        self._saved = 0.0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        crawl = crawl_of(crawler)
        strategy = two_stage_of(crawl.ranker.strategy)
        if strategy is None:
            raise NotConfigured
        strategy.open_sites = at_least(crawler.settings, "SITE_OPEN", 1)
        strategy.stage = _stage(crawler.settings)
        memory = cls(strategy, crawl.folder / FILE)
        memory.load()
        strategy.take_up(crawl.frontier.waiting())
        strategy.start(crawl.topic.seeds)
        for signal in (signals.item_scraped, signals.item_dropped):
            crawler.signals.connect(memory.page_read, signal)
        crawler.signals.connect(memory.save, signals.spider_closed)
        return memory

    def load(self) -> None:
        """Take up an earlier run, if there was one."""
        if not self.file.exists():
            return
        try:
            self.strategy.stage.restore(json.loads(self.file.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise CrawlError(
                f"{self.file} is damaged ({error}); delete it to go on without the sites"
                " that wait, or name another JOBDIR"
            ) from error

    def page_read(self) -> None:
        if monotonic() - self._saved >= SAVE_SECONDS:
            self.save()

    def save(self) -> None:
        """Write everything; a reader sees the old file or the new one."""
        self._saved = monotonic()
        draft = self.file.with_suffix(".tmp")
        draft.write_text(json.dumps(self.strategy.stage.to_dict()), encoding="utf-8")
        draft.replace(self.file)


def at_least(settings: BaseSettings, name: str, least: int) -> int:
    """A setting that is a whole number from `least` up."""
    try:
        number = settings.getint(name)
    except ValueError:
        number = least - 1
    if number < least:
        raise CrawlError(f"{name} = {settings[name]!r} is not a whole number from {least} up")
    return number


def _stage(settings: BaseSettings) -> TwoStage:
    limits = Limits(
        depth=at_least(settings, "SITE_DEPTH", 0),
        dry_pages=at_least(settings, "SITE_DRY_PAGES", 0),
        dry_after_form=at_least(settings, "SITE_DRY_AFTER_FORM", 0),
        pages=at_least(settings, "SITE_PAGES", 0),
        results=at_least(settings, "SITE_RESULTS", 0),
    )
    return TwoStage(
        limits,
        learn_after_sites=at_least(settings, "SITE_LEARN_SITES", 1),
        learn_after_forms=at_least(settings, "SITE_LEARN_FORMS", 1),
    )
