"""Parts of Scrapy as they are, less the work whose result nobody sees.

A page passes all of them. Together they took a tenth of what a page costs a crawl.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Self

from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware
from scrapy.logformatter import LogFormatter
from scrapy.statscollectors import MemoryStatsCollector

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

HEAD_BYTES = 4 * 4096  # Scrapy looks into 4,096 characters; one takes four bytes at most


class LeanLogFormatter(LogFormatter):
    """Makes no line that LOG_LEVEL would drop: setting LOG_FORMATTER.

    A line about a dropped page holds, by its exception, all that was known of the page; pages were
    freed by garbage collection alone, which took a twelfth of a crawl's time.
    """

    def __init__(self, level: int = logging.DEBUG) -> None:
        self.level = level

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        level = crawler.settings["LOG_LEVEL"]
        return cls(level if isinstance(level, int) else logging.getLevelNamesMapping()[level])

    def crawled(self, request: Request, response: Response, spider: Spider) -> Any:
        return None if self.level > logging.DEBUG else super().crawled(request, response, spider)

    def scraped(self, item: Any, response: Any, spider: Spider) -> Any:
        return None if self.level > logging.DEBUG else super().scraped(item, response, spider)

    def dropped(self, item: Any, exception: BaseException, response: Any, spider: Spider) -> Any:
        line = super().dropped(item, exception, response, spider)
        return line if line["level"] >= self.level else None


class LeanMetaRefresh(MetaRefreshMiddleware):
    """Decodes and searches only pages that may hold a refresh."""

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        # The zeros are those of UTF-16 and UTF-32.
        if b"refresh" not in response.body[:HEAD_BYTES].replace(b"\0", b"").lower():
            return response
        return super().process_response(request, response)


class LeanStats(MemoryStatsCollector):
    """Stats that are looked up at once: setting STATS_CLASS.

    Scrapy's look for a wrapper of each attribute first, which warns of an argument given up long
    ago; there is none for most, and each count of an event takes three such looks.
    """

    __getattribute__ = object.__getattribute__
