"""Shares of relevant outcomes by key (a word, a folder), shrunk to a prior while little is known.

rate(key) = (K prior + sum of outcomes) / (K + number of outcomes)
"""

from __future__ import annotations

from collections.abc import Iterable

K = 2.0  # outcomes that weigh as much as the prior
MOST_KEYS = 200_000  # remembered; some 40 MB


class Rates:
    """Running sums of outcomes."""

    def __init__(self, *, most_keys: int = MOST_KEYS) -> None:
        self.most_keys = most_keys
        self._sums: dict[str, tuple[float, int]] = {}

    def __len__(self) -> int:
        return len(self._sums)

    def add(self, keys: Iterable[str], outcome: float) -> None:
        """One outcome that speaks for each of the keys."""
        for key in keys:
            total, count = self._sums.get(key, (0.0, 0))
            self._sums[key] = total + outcome, count + 1
        if len(self._sums) > self.most_keys:
            self._forget_rarest()

    def rate(self, key: str, prior: float) -> float:
        """The share of relevant outcomes under a key."""
        known = self._sums.get(key)
        return prior if known is None else (K * prior + known[0]) / (K + known[1])

    def count(self, key: str) -> int:
        """How many outcomes a key has had."""
        return self._sums.get(key, (0.0, 0))[1]

    def _forget_rarest(self) -> None:
        rare = 1
        while len(self._sums) > self.most_keys // 2:
            self._sums = {key: known for key, known in self._sums.items() if known[1] > rare}
            rare *= 2
