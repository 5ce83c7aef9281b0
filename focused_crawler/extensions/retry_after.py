"""How long a host that answers 429 or 503 is left alone: as long as its Retry-After says.

Scrapy retries at once and knows no such pause; see `focused_crawler.host_pause` for how it is made.
The signal comes before the slot hands out its next request, so none slips through.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Self

from scrapy import Request, signals
from scrapy.core.downloader import Slot
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from focused_crawler.host_pause import is_paused, pause

logger = logging.getLogger(__name__)

PAUSING = frozenset({429, 503})


def retry_after(value: str, now: datetime) -> float | None:
    """Seconds to wait by a Retry-After header: a number or a date (RFC 9110 §10.2.3).

    >>> retry_after("120", datetime.now(UTC))
    120.0
    """
    text = value.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - now).total_seconds())


class RetryAfter:
    """Pauses hosts that ask for it, for no longer than `longest` seconds."""

    def __init__(self, crawler: Crawler, longest: float) -> None:
        self.crawler = crawler
        self.longest = longest

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        longest = crawler.settings.getfloat("GUARD_RETRY_AFTER", 120.0)
        if longest <= 0:
            raise NotConfigured
        extension = cls(crawler, longest)
        crawler.signals.connect(extension.response_downloaded, signal=signals.response_downloaded)
        return extension

    def response_downloaded(self, response: Response, request: Request) -> None:
        header = response.headers.get("Retry-After")
        slot = self._slot(request.meta.get("download_slot", ""))
        if response.status not in PAUSING or header is None or slot is None:
            return
        seconds = retry_after(header.decode("latin-1"), datetime.now(UTC))
        if seconds:
            self._pause(slot, min(seconds, self.longest), request)

    def is_paused(self, host: str) -> bool:
        """Whether requests to this host are held back just now."""
        slot = self._slot(host)
        return slot is not None and is_paused(slot)

    def _pause(self, slot: Slot, seconds: float, request: Request) -> None:
        if not is_paused(slot):
            self.crawler.stats.inc_value("guard/host_paused")
            host = request.meta["download_slot"]
            logger.info("Pausing %s for %.0f s, as it asked", host, seconds)
        pause(slot, seconds)

    def _slot(self, host: str) -> Slot | None:
        assert self.crawler.engine is not None
        return self.crawler.engine.downloader.slots.get(host)
