"""How a crawl goes: the running harvest rate, over everything and over the latest pages.

Harvest rate = relevant pages / pages read. The rate over a window of the latest pages tells
whether the crawl still finds something; a crawl is dry when a full window holds too little.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from focused_crawler.reports.figures import percent

RECENT_PAGES = 100
RATE_SECONDS = 10.0  # pages per second are measured over this long


@dataclass(frozen=True, slots=True)
class Standing:
    """A crawl at one moment."""

    pages: int
    relevant: int
    recent: int  # how many of the latest pages are looked at
    recent_relevant: int
    waiting: int
    hosts: int
    pages_per_second: float
    max_pages: int = 0

    def line(self, width: int | None = None) -> str:
        """One line that tells how it goes; what matters least is left out if it does not fit.

        >>> Standing(50, 20, 10, 1, 300, 7, 2.5).line(width=75)
        '50 pages, 20 relevant, harvest 40.0 %, 300 waiting on 7 hosts, 2.5 pages/s'
        """
        for text in self._lines():
            if width is None or len(text) <= width:
                return text
        return text[:width]

    def _lines(self) -> Iterator[str]:
        """The line at full length, then shorter and shorter."""
        counts = [
            f"{self.pages}{f'/{self.max_pages}' if self.max_pages else ''} pages",
            f", {self.relevant} relevant",
            f", harvest {percent(self.relevant, self.pages)}",
        ]
        waiting = [f", {self.waiting} waiting", f" on {self.hosts} hosts"]
        speed = self.pages_per_second
        yield "".join([*counts, self._recent_rate(), *waiting, f", {speed:.1f} pages/s"])
        yield "".join([*counts, *waiting, f", {speed:.1f} pages/s"])
        parts = [*counts, *waiting, f", {speed:.1f}/s"]
        for number in range(len(parts), 0, -1):
            yield "".join(parts[:number])

    def _recent_rate(self) -> str:
        # At the start the latest pages are all pages, and a resumed crawl has none yet.
        if self.recent in (0, self.pages):
            return ""
        return f" (last {self.recent}: {percent(self.recent_relevant, self.recent)})"


class Progress:
    """Counts pages as they come in; `window` pages decide whether the harvest is dry."""

    def __init__(self, *, pages: int, relevant: int, window: int, now: float) -> None:
        self.pages, self.relevant = pages, relevant
        self.window = window
        self._latest: deque[bool] = deque(maxlen=max(window, RECENT_PAGES))
        self._window_relevant = 0
        self._times: deque[tuple[float, int]] = deque([(now, pages)])

    def count(self, *, pages: int, relevant: int) -> int:
        """Take the totals as they now stand; how many pages are new."""
        new, good = pages - self.pages, relevant - self.relevant
        self.pages, self.relevant = pages, relevant
        for i in range(new):
            self._add(i < good)
        return max(new, 0)

    def is_dry(self, minimum: float) -> bool:
        """Whether the latest `window` pages hold a smaller share of relevant ones than this."""
        if not self.window or len(self._latest) < self.window:
            return False
        return self._window_relevant < minimum * self.window

    def recent(self) -> tuple[int, int]:
        """(pages, relevant) among the latest pages."""
        size = min(RECENT_PAGES, len(self._latest))
        return size, sum(self._latest[-i] for i in range(1, size + 1))

    def pages_per_second(self, now: float) -> float:
        """Speed over the last RATE_SECONDS, or since the start if that is shorter."""
        self._times.append((now, self.pages))
        while len(self._times) > 2 and self._times[1][0] <= now - RATE_SECONDS:
            self._times.popleft()
        then, before = self._times[0]
        return (self.pages - before) / (now - then) if now > then else 0.0

    def _add(self, is_relevant: bool) -> None:
        if self.window and len(self._latest) >= self.window:
            self._window_relevant -= self._latest[-self.window]
        self._window_relevant += is_relevant
        self._latest.append(is_relevant)
