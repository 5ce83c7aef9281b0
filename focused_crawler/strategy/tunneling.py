"""Tunneling: how far to follow links of irrelevant pages (000 §4.6), without walking the table.

A link of an irrelevant page waits with a level, one more than the level its page was fetched at:
the number of irrelevant pages passed. When the best tunnel link turns out irrelevant, every link
of its level that scores no higher moves one level up; links above `max_level` are dropped.

The thesis walks the table to do so. Here a bump is one entry in a list, and a candidate's level is
worked out when it is asked for, from the bumps since it was given its level. The best link is the
maximum of its level when it is fetched, so the first bump after a candidate's clock moves it, save
for links that were added or raised while it was in flight; for those, chunks of bumps that score
too low are skipped whole.
Gray tunneling (003 §3.2): the relevant blocks of an irrelevant page are followed at once, level 0.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

from focused_crawler.candidate import Candidate

CHUNK = 32  # entries of one tier under one maximum in the next


class Bumps:
    """The bumps of one level in the order of their clocks, with the maxima of chunks above them."""

    def __init__(self) -> None:
        self._clocks = array("q")
        self._tiers = [array("d")]  # scores, maxima of 32 scores, maxima of 32 maxima ...

    def __len__(self) -> int:
        return len(self._clocks)

    def append(self, clock: int, score: float) -> None:
        place = len(self)
        self._clocks.append(clock)
        for tier in self._tiers:
            if place == len(tier):
                tier.append(score)
            else:
                tier[place] = max(tier[place], score)
            place //= CHUNK
        top = self._tiers[-1]
        if len(top) > CHUNK:
            self._tiers.append(array("d", (max(top[:CHUNK]), top[CHUNK])))

    def first(self, *, clock: int, score: float) -> int | None:
        """The clock of the first bump, at this clock or later, that scores at least `score`."""
        at = bisect_left(self._clocks, clock)
        while at < len(self):
            width = self._lower_run(at, score)
            if not width:
                return self._clocks[at]
            at += width
        return None

    def _lower_run(self, at: int, score: float) -> int:
        """How many bumps from `at` on are known, by one maximum, to score lower."""
        width, known = 1, 0
        for tier in self._tiers:
            if at % width or tier[at // width] >= score:
                break
            known, width = width, width * CHUNK
        return known


class Tunnels:
    """The levels of waiting tunnel links."""

    def __init__(self, max_level: int) -> None:
        self.max_level = max_level
        self._bumps: dict[int, Bumps] = defaultdict(Bumps)
        self._next_clock = 0  # later than every bump so far

    def bump(self, *, level: int, clock: int, score: float) -> None:
        """A link fetched at this level and score turned out irrelevant, as page number `clock`."""
        if 1 <= level <= self.max_level:
            self._bumps[level].append(clock, score)
            self._next_clock = clock + 1

    def level(self, candidate: Candidate) -> int:
        """The level a candidate has now; above `max_level` it is to be dropped."""
        level, clock = candidate.level, candidate.clock
        while 1 <= level <= self.max_level:
            moved = self._bumps[level].first(clock=clock, score=candidate.score)
            if moved is None:
                return level
            level, clock = level + 1, moved + 1
        return level

    def settle(self, candidate: Candidate) -> None:
        """Write its level into a candidate; the bumps so far count no more.

        To be called before its score changes, and when it is fetched: a bump moves what waits,
        by the score it has at that moment.
        """
        candidate.level = self.level(candidate)
        candidate.clock = max(candidate.clock, self._next_clock)

    def is_open(self, candidate: Candidate) -> bool:
        """Whether the candidate may still be fetched."""
        return self.level(candidate) <= self.max_level

    def restore(self, bumps: Iterable[tuple[int, int, float]]) -> None:
        """Take up the bumps of an earlier run: (level, clock, score) in the order of clocks."""
        for level, clock, score in bumps:
            self.bump(level=level, clock=clock, score=score)
