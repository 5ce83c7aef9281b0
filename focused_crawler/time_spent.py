"""Where the time of a crawl goes: each moment belongs to one part, the innermost at work.

A part that calls another one (scoring asks the frontier) is not charged for it. What belongs to no
part is the downloader's, or waiting: which of the two, the processor time tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from time import perf_counter, process_time
from typing import Any, ParamSpec, TypeVar

PARTS = ("parse", "score", "frontier", "store")
REST = "fetch"
WAITING = "waiting"

P = ParamSpec("P")
R = TypeVar("R")


class TimeSpent:
    """Seconds by part, since it was made."""

    def __init__(self) -> None:
        self._seconds = dict.fromkeys((*PARTS, REST), 0.0)
        self.is_kept = False  # whether anybody watches
        self._part = REST
        self._since = perf_counter()
        self._began = process_time()

    def timed(self, part: str, function: Callable[P, R]) -> Callable[P, R]:
        """The same function, its time charged to a part."""

        @wraps(function)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            outer = self._switch(part)
            try:
                return function(*args, **kwargs)
            finally:
                self._switch(outer)

        return run

    def watch(self, part: str, owner: Any, methods: Iterable[str]) -> None:
        """Charge all calls of some methods of one object to a part."""
        self.is_kept = True
        for name in methods:
            setattr(owner, name, self.timed(part, getattr(owner, name)))

    def seconds(self) -> dict[str, float]:
        """What each part has taken, and what was waited."""
        self._switch(self._part)
        spent = dict(self._seconds)
        worked = process_time() - self._began - sum(spent[part] for part in PARTS)
        fetched = min(max(0.0, worked), spent[REST])
        return spent | {REST: fetched, WAITING: spent[REST] - fetched}

    def _switch(self, part: str) -> str:
        now = perf_counter()
        outer = self._part
        self._seconds[outer] += now - self._since
        self._since, self._part = now, part
        return outer
