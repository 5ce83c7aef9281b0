"""Hosts in trouble: left alone for longer each time, taken up again when they answer.

Trouble is an answer of TROUBLE_STATUSES or none at all, twice or more in a row. Each further one
doubles the pause: delay * 2^n seconds, at most GUARD_RETRY_AFTER; any other answer ends it. A host
that failed GUARD_HOST_FAILURES times in a row is given up for this run: what waits for it is
refused, and kept with this reason.

A page that fails on a host in good order is tried again RETRY_TIMES times. Where the host is in
trouble and says so at once (by status, or by refusing), the page is not to blame and is tried
GUARD_TROUBLE_TRIES times; waiting for a timeout is not repeated so often.

Before the first answer of any host the network itself may be away. Nobody is spared by waiting
then, so there are no pauses, and a host is given up after OFFLINE_FAILURES: a person without a
network is told so in seconds.
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
from scrapy.utils.datatypes import LocalCache
from scrapy.utils.httpobj import urlparse_cached

from focused_crawler.failures import failure_reason
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
OFFLINE_FAILURES = 5
MOST_HOSTS = 100_000  # failing ones that are remembered; some 50 MB
WELL = 0, ""
SlotOf = Callable[[str], Slot | None]


class HostTrouble:
    """Counts the failures of each host in a row, pauses it, and at last gives it up."""

    def __init__(
        self, slot_of: SlotOf, refusals: Refusals, *, longest: float, failures: int, tries: int,
        hosts: int = MOST_HOSTS,
    ) -> None:  # fmt: skip
        self.slot_of, self.refusals = slot_of, refusals
        self.longest, self.failures, self.tries = longest, failures, tries
        self._is_online = False  # a host has answered in this run
        # Hosts whose last answer was a failure: how many in a row, and what the last one was.
        self._failing: LocalCache[str, tuple[int, str]] = LocalCache(hosts)

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

    def __len__(self) -> int:
        return len(self._failing)

    def process_request(self, request: Request) -> None:
        most = self.failures if self._is_online else min(self.failures, OFFLINE_FAILURES)
        count, reason = self._failing.get(_host(request), WELL)
        if 0 < most <= count:
            self.refusals.refuse(request, "host_down", reason)

    def process_response(self, request: Request, response: Response) -> Response:
        self._is_online = True
        if response.status in TROUBLE_STATUSES:
            self._failed(request, f"HTTP status {response.status}", tries=self.tries)
        else:
            self._failing.pop(_host(request), None)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        if isinstance(exception, TROUBLE):
            is_quick = isinstance(exception, DownloadConnectionRefusedError)
            reason = failure_reason(exception)
            self._failed(request, reason, tries=self.tries if is_quick else 0)

    def _failed(self, request: Request, reason: str, *, tries: int) -> None:
        host, slot = _host(request), self.slot_of(request.meta.get("download_slot", ""))
        # One that was under way when the pause began tells nothing new.
        count = self._failing.pop(host, WELL)[0]
        if slot is None or not is_paused(slot):
            count += 1
        self._failing[host] = count, reason
        if count < 2 or not self._is_online:
            return
        if tries:
            request.meta.setdefault("max_retry_times", tries)
        if slot is not None and not is_paused(slot):
            self.refusals.stats.inc_value("guard/host_trouble")
            pause(slot, min(self.longest, slot.delay * 2 ** min(count, 20)))


def _host(request: Request) -> str:
    return urlparse_cached(request).netloc
