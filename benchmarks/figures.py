"""What a benchmark found: figures, some with a target, and the table they are shown in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median

WIDTH = 58


@dataclass(frozen=True, slots=True)
class Figure:
    """One number; a target is "at least" or "at most" a bound."""

    what: str
    value: float
    unit: str = ""
    at_least: float | None = None
    at_most: float | None = None

    @property
    def is_met(self) -> bool:
        """Whether the target, if there is one, is reached."""
        low = self.at_least is None or self.value >= self.at_least
        return low and (self.at_most is None or self.value <= self.at_most)

    def line(self) -> str:
        """The figure as a row of the table.

        >>> Figure("ours / stock", 2.5, at_least=2.0).line().split()
        ['ours', '/', 'stock', '2.5', '>=', '2', 'met']
        """
        target = ""
        if self.at_least is not None:
            target = f">= {_short(self.at_least)}"
        if self.at_most is not None:
            target = f"<= {_short(self.at_most)}"
        verdict = "" if not target else "met" if self.is_met else "missed"
        number = f"{_short(self.value)} {self.unit}"
        return f"  {self.what:<{WIDTH}}{number:<20}{target:<12}{verdict}".rstrip()


def show(title: str, figures: Iterable[Figure]) -> list[Figure]:
    """Print figures as they come; all of them in the end."""
    print(f"\n{title}", flush=True)
    shown = []
    for figure in figures:
        print(figure.line(), flush=True)
        shown.append(figure)
    return shown


def seconds(work: Callable[[], object], *, rounds: int = 1) -> float:
    """How long some work takes, the median of some rounds."""
    taken = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def _short(number: float) -> str:
    if abs(number) >= 1000:
        return f"{number:,.0f}"
    return f"{number:.3g}"
