"""The report of a crawl, written when it ends, and the settings it ran with, noted when it begins.

Scrapy closes the scheduler, and with it the crawl's store, before it says that the spider has
closed: the report reads the database anew.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured

from focused_crawler.crawl import crawl_of
from focused_crawler.reports.html import write_report
from focused_crawler.store import StoreError

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

    from focused_crawler.crawl import Crawl

logger = logging.getLogger(__name__)

# What decides how a crawl goes; keys and passwords are in none of them.
NOTED_PREFIXES = ("SCORE_", "TUNNEL_", "TOPIC_", "HARVEST_", "GUARD_", "SITE_", "SEED_")
NOTED = (
    "CONCURRENT_REQUESTS", "CONCURRENT_REQUESTS_PER_DOMAIN", "DOWNLOAD_DELAY", "DEPTH_LIMIT",
    "AUTOTHROTTLE_ENABLED", "ROBOTSTXT_OBEY", "USER_AGENT", "STORE_TEXT", "WARC_FILE",
)  # fmt: skip


class CrawlReport:
    """Writes report.html into the crawl folder."""

    def __init__(self, crawl: Crawl, settings: dict[str, Any]) -> None:
        self.crawl, self.settings = crawl, settings

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not crawler.settings.getbool("REPORT_HTML", True):
            raise NotConfigured
        extension = cls(crawl_of(crawler), noted_settings(crawler.settings))
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def spider_opened(self) -> None:
        self.crawl.store.set_meta(settings=self.settings, max_pages=self.crawl.max_pages)

    def spider_closed(self) -> None:
        try:
            write_report(self.crawl.store.path)
        except (OSError, StoreError) as error:
            logger.warning("No report could be written: %s", error)


def noted_settings(settings: BaseSettings) -> dict[str, Any]:
    """The settings that decide how a crawl goes, as JSON values."""
    names = [name for name in settings if name in NOTED or name.startswith(NOTED_PREFIXES)]
    values = {name: settings[name] for name in sorted(names)}
    plain = (str, int, float, bool, type(None))
    return {
        name: value if isinstance(value, plain) else str(value) for name, value in values.items()
    }
