"""Tunneling: how far to follow links of irrelevant pages (000 §4.6), in constant time per page.

A link of an irrelevant page waits with a level, one more than the level its page was fetched at:
the number of irrelevant pages passed. When the best tunnel link turns out irrelevant, every link
of its level that scores no higher moves one level up; links above `max_level` are dropped.

The thesis walks the table to do so. Here nothing is walked: a bump is one entry in a list, and a
candidate's level is worked out when it is asked for, from the bumps since it was given its level.
The best link is the maximum of its level when it is fetched, so the first bump after a
candidate's clock moves it, save for links that were added or raised while it was in flight.
Gray tunneling (003 §3.2): the relevant blocks of an irrelevant page are followed at once, level 0.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

from focused_crawler.candidate import Candidate


class Tunnels:
    """The levels of waiting tunnel links."""

    def __init__(self, max_level: int) -> None:
        self.max_level = max_level
        self._clocks: dict[int, list[int]] = defaultdict(list)
        self._scores: dict[int, list[float]] = defaultdict(list)

    def bump(self, *, level: int, clock: int, score: float) -> None:
        """A link fetched at this level and score turned out irrelevant, as page number `clock`."""
        if 1 <= level <= self.max_level:
            self._clocks[level].append(clock)
            self._scores[level].append(score)

    def level(self, candidate: Candidate) -> int:
        """The level a candidate has now; above `max_level` it is to be dropped."""
        level, clock = candidate.level, candidate.clock
        while 1 <= level <= self.max_level:
            moved = self._moved_at(level, clock, candidate.score)
            if moved is None:
                return level
            level, clock = level + 1, moved + 1
        return level

    def is_open(self, candidate: Candidate) -> bool:
        """Whether the candidate may still be fetched."""
        return self.level(candidate) <= self.max_level

    def restore(self, bumps: Iterable[tuple[int, int, float]]) -> None:
        """Take up the bumps of an earlier run: (level, clock, score) in the order of clocks."""
        for level, clock, score in bumps:
            self.bump(level=level, clock=clock, score=score)

    def _moved_at(self, level: int, clock: int, score: float) -> int | None:
        clocks, scores = self._clocks[level], self._scores[level]
        for i in range(bisect_left(clocks, clock), len(clocks)):
            if score <= scores[i]:
                return clocks[i]
        return None
