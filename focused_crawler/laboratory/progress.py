"""A progress bar while a study runs: one line in a terminal, a few lines elsewhere."""

from __future__ import annotations

import time
from typing import TextIO

CELLS = 30
LOG_SECONDS = 30.0  # between two lines where the stream is no terminal


class ProgressBar:
    """Draws how much is done and how long the rest will take."""

    def __init__(self, stream: TextIO, what: str) -> None:
        self.stream, self.what = stream, what
        self._begun = time.monotonic()
        self._drawn = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if self.stream.isatty():
            end = "\n" if done >= total else ""
            self.stream.write(f"\r\x1b[K{self.line(done, total, now - self._begun)}{end}")
        elif done >= total or now - self._drawn >= LOG_SECONDS:
            self.stream.write(f"{self.line(done, total, now - self._begun)}\n")
            self._drawn = now
        self.stream.flush()

    def line(self, done: int, total: int, seconds: float) -> str:
        """The bar as text."""
        full = CELLS * done // max(1, total)
        left = f", {seconds / done * (total - done):.0f} s left" if 0 < done < total else ""
        bar = "█" * full + "░" * (CELLS - full)
        return f"{self.what} {bar} {done}/{total} crawls, {seconds:.0f} s{left}"
