"""Notices that somebody wants the process to stop while it waits for something else.

Scrapy's own handlers stop a crawl through its event loop, which stands still meanwhile. They are
still called, so the crawl stops as usual as soon as the loop goes on.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any, Self

STOPPING = (signal.SIGINT, signal.SIGTERM)


class StopSignals:
    """A context in which `has_come` tells whether a signal to stop has arrived."""

    def __init__(self) -> None:
        self.has_come = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in STOPPING:
                before = signal.getsignal(number)
                if callable(before):  # the system's own handling is left alone
                    self._before[number] = before
                    signal.signal(number, self._arrive)
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            # A handler may have put another one in its place.
            if signal.getsignal(number) == self._arrive:
                signal.signal(number, before)

    def _arrive(self, number: int, frame: FrameType | None) -> None:
        self.has_come = True
        self._before[number](number, frame)
