"""Faults of pages and hosts are told at INFO: a web is full of them, and none stops a crawl.

Scrapy warns of an answer that breaks off or a certificate that does not fit, and prints a traceback
when a robots.txt cannot be fetched. Here every such page is counted and stored with its reason, so
`scrapy explain URL` knows it; `-L INFO` shows the lines.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

# The loggers of Scrapy that speak of what one host or one page did wrong.
LOGGERS = (
    "scrapy.core.downloader.handlers.http11",
    "scrapy.core.downloader.tls",
    "scrapy.downloadermiddlewares.httpcompression",
    "scrapy.downloadermiddlewares.robotstxt",
)


class PageFaults:
    """Lowers the voice of the loggers above."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        for name in LOGGERS:
            logging.getLogger(name).addFilter(lower_voice)
        return cls()


def lower_voice(record: logging.LogRecord) -> bool:
    """The record at INFO at most, without its traceback."""
    if record.levelno > logging.INFO:
        record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
        record.exc_info = None
    return True
