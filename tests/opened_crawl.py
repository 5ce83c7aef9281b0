"""A crawl and its scheduler opened without an engine: real parts, no network."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from scrapy.crawler import Crawler
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from focused_crawler.crawl import Crawl
from focused_crawler.scheduler import FocusedScheduler
from focused_crawler.spiders.focused import FocusedSpider
from focused_crawler.topic.library import Topic

SEEDS = ("http://a.example/", "http://b.example/")


def settings_of(folder: Path, **settings: Any) -> dict[str, Any]:
    return {"JOBDIR": str(folder), "SEED_PATIENCE": 5.0} | settings


def opened(
    folder: Path,
    *,
    seeds: Iterable[str] = SEEDS,
    name: str = "rocks",
    method: str = "block-score",
    max_pages: int = 0,
    spider: str = "focused",
    **settings: Any,
) -> Crawl:
    """A crawl in this folder."""
    chosen = Settings()
    chosen.setmodule("focused_crawler.settings")
    chosen.update(settings_of(folder, **settings))
    topic = Topic(name=name, seeds=tuple(seeds))
    return Crawl(topic, method, max_pages, chosen, spider=spider)


class QuietSpider(FocusedSpider):
    """A spider with a callback and an errback of its own."""

    def parse_detail(self, response: Any) -> None: ...

    def complain(self, failure: Any) -> None: ...


def crawler_of(spider: type[FocusedSpider] = QuietSpider) -> Crawler:
    """A crawler as it is before its engine runs; all download slots are free."""
    crawler = get_crawler(spider)
    crawler.engine = SimpleNamespace(
        downloader=SimpleNamespace(slots={}, active=set(), domain_concurrency=8)
    )  # type: ignore[assignment]
    return crawler


def scheduler_of(crawl: Crawl) -> FocusedScheduler:
    """The scheduler of a crawl."""
    crawler = crawler_of()
    scheduler = FocusedScheduler(crawler, crawl)
    scheduler.open(QuietSpider())
    return scheduler
