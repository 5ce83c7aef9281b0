"""Is one method better than another, or was it luck? A paired bootstrap interval of the difference.

Both methods crawled the same tasks, so the differences per task are resampled. Tasks of one topic
are alike; so topics are drawn first, then tasks within each, and an interval that leaves out 0
says that the difference would be found on other topics and seeds as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from focused_crawler.laboratory.measures import Outcome

RESAMPLES = 10_000
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Difference:
    """Ours minus theirs, with the interval that holds it."""

    mean: float
    low: float
    high: float

    @property
    def is_certain(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        return f"{self.mean:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"


def paired_difference(
    ours: Sequence[Outcome], theirs: Sequence[Outcome], measure: Callable[[Outcome], float]
) -> Difference:
    """How much better ours is on the tasks that both have crawled."""
    known = {outcome.task: measure(outcome) for outcome in theirs}
    groups: dict[str, list[float]] = defaultdict(list)
    for outcome in ours:
        if outcome.task in known:
            groups[outcome.topic].append(measure(outcome) - known[outcome.task])
    return interval(list(groups.values()))


def interval(groups: Sequence[Sequence[float]], *, resamples: int = RESAMPLES) -> Difference:
    """Mean and percentile interval of grouped differences; the same numbers in every run."""
    differences = [value for group in groups for value in group]
    if not differences:
        return Difference(0.0, 0.0, 0.0)
    dice = np.random.default_rng(0)
    drawn = dice.integers(len(groups), size=(resamples, len(groups)))
    totals, counts = np.zeros(resamples), np.zeros(resamples)
    for number, group in enumerate(groups):
        values = np.asarray(group, dtype=float)
        for place in range(len(groups)):
            rows = np.flatnonzero(drawn[:, place] == number)
            picks = dice.integers(len(values), size=(len(rows), len(values)))
            totals[rows] += values[picks].sum(axis=1)
            counts[rows] += len(values)
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(totals / counts, [tail, 1 - tail])
    return Difference(float(np.mean(differences)), float(low), float(high))
