"""How a crawl goes: the running harvest rate, over everything and over the latest pages.

Harvest rate = relevant pages / pages read. The rate over a window of the latest pages tells
whether the crawl still finds something; a crawl is dry when a full window holds too little.
"""

from __future__ import annotations

from collections import deque
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
        '50 pages, 20 relevant, harvest 40.0 % (last 10: 10.0 %), 300 waiting'
        """
        parts = self._parts()
        while width is not None and len(parts) > 1 and len("".join(parts)) > width:
            parts.pop()
        return "".join(parts)[:width]

    def _parts(self) -> list[str]:
        budget = f"/{self.max_pages}" if self.max_pages else ""
        return [
            f"{self.pages}{budget} pages",
            f", {self.relevant} relevant",
            f", harvest {percent(self.relevant, self.pages)}",
            f" (last {self.recent}: {percent(self.recent_relevant, self.recent)})",
            f", {self.waiting} waiting",
            f" on {self.hosts} hosts",
            f", {self.pages_per_second:.1f} pages/s",
        ]


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
