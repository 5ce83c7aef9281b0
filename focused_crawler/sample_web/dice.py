"""Chance that falls the same way on every machine.

Only `Random.random` is promised to give one sequence for one seed in every Python version, and a
text seed does not depend on PYTHONHASHSEED; so every choice here is built on those two.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Choices that are fixed by the words given at the start.

    >>> Dice("a", 1).pick("xyz") == Dice("a", 1).pick("xyz")
    True
    """

    def __init__(self, *words: str | int) -> None:
        self._random = Random("/".join(map(str, words))).random

    def pick(self, values: Sequence[T]) -> T:
        return values[int(self._random() * len(values))]

    def chance(self, probability: float) -> bool:
        return self._random() < probability

    def between(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return low + int(self._random() * (high - low + 1))

    def sample(self, values: Sequence[T], count: int) -> list[T]:
        """Up to `count` different places of `values`, in chance order."""
        rest = list(values)
        count = min(count, len(rest))
        for at in range(count):
            other = self.between(at, len(rest) - 1)
            rest[at], rest[other] = rest[other], rest[at]
        return rest[:count]

    def shuffled(self, values: Sequence[T]) -> list[T]:
        return self.sample(values, len(values))
