"""Hosts in trouble: left alone for longer each time, taken up again when they answer.

Trouble is an answer of TROUBLE_STATUSES or none at all, twice or more in a row. Each further one
doubles the pause: delay * 2^n seconds, at most GUARD_RETRY_AFTER; any other answer ends it. A host
that failed GUARD_HOST_FAILURES times in a row is given up for this run: what waits for it is
refused, and kept with this reason.

A page that fails on a host in good order is tried again RETRY_TIMES times. Where the host is in
trouble and says so at once (by status, or by refusing), the page is not to blame and is tried
GUARD_TROUBLE_TRIES times; waiting for a timeout is not repeated so often.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from scrapy import Request
from scrapy.core.downloader import Slot
from scrapy.crawler import Crawler
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    NotConfigured,
)
from scrapy.http import Response
from scrapy.utils.httpobj import urlparse_cached

from focused_crawler.host_pause import is_paused, pause
from focused_crawler.middlewares.guards import Refusals

TROUBLE_STATUSES = frozenset({429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
TROUBLE = (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    OSError,
)
SlotOf = Callable[[str], Slot | None]


class HostTrouble:
    """Counts the failures of each host in a row, pauses it, and at last gives it up."""

    def __init__(
        self, slot_of: SlotOf, refusals: Refusals, *, longest: float, failures: int, tries: int
    ) -> None:
        self.slot_of, self.refusals = slot_of, refusals
        self.longest, self.failures, self.tries = longest, failures, tries
        self._in_a_row: dict[str, int] = {}  # hosts whose last answer was a failure

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        longest = settings.getfloat("GUARD_RETRY_AFTER", 120.0)
        if longest <= 0:
            raise NotConfigured

        def slot_of(key: str) -> Slot | None:
            return crawler.engine.downloader.slots.get(key) if crawler.engine else None

        return cls(
            slot_of,
            Refusals(crawler.stats),
            longest=longest,
            failures=settings.getint("GUARD_HOST_FAILURES", 20),
            tries=settings.getint("GUARD_TROUBLE_TRIES", 8),
        )

    def process_request(self, request: Request) -> None:
        if 0 < self.failures <= self._in_a_row.get(_host(request), 0):
            self.refusals.refuse(request, "host_down")

    def process_response(self, request: Request, response: Response) -> Response:
        if response.status in TROUBLE_STATUSES:
            self._failed(request, tries=self.tries)
        else:
            self._in_a_row.pop(_host(request), None)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        if isinstance(exception, TROUBLE):
            is_quick = isinstance(exception, DownloadConnectionRefusedError)
            self._failed(request, tries=self.tries if is_quick else 0)

    def _failed(self, request: Request, *, tries: int) -> None:
        host, slot = _host(request), self.slot_of(request.meta.get("download_slot", ""))
        # One that was under way when the pause began tells nothing new.
        if slot is None or not is_paused(slot):
            self._in_a_row[host] = self._in_a_row.get(host, 0) + 1
        count = self._in_a_row.get(host, 0)
        if count < 2:
            return
        if tries:
            request.meta.setdefault("max_retry_times", tries)
        if slot is not None and not is_paused(slot):
            self.refusals.stats.inc_value("guard/host_trouble")
            pause(slot, min(self.longest, slot.delay * 2 ** min(count, 20)))


def _host(request: Request) -> str:
    return urlparse_cached(request).netloc
