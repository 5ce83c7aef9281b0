"""Fish search (De Bra and Post 1994; 000 §2.7): a school of fish that breeds where there is food.

The first links of a relevant page go first, the first of an irrelevant one after them, and all
others last. A link starts with the depth DEPTH below a relevant page and loses one with each
irrelevant page; at 0 the fish has starved and the page's links are not followed.
"""

from __future__ import annotations

from collections.abc import Iterable

from focused_crawler.candidate import Candidate
from focused_crawler.strategy.base import FoundLink, JudgedPage, Options, Strategy, candidate_of

DEPTH = 3
WIDTH = 10  # children of a page that go before the rest
FERTILITY = 1.5  # how many more a relevant page has


class FishSearch(Strategy):
    """Three scores: 1 after food, 0.5 after none, 0 for the children over the width."""

    segmenter = "page"
    norm = "all-terms"
    page = "whole"
    table = "contrast"

    def __init__(self, options: Options) -> None:
        self.options = options
        self._page = -1
        self._children = 0

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        level = 0 if parent.is_relevant else parent.candidate.level + 1
        score = self._potential(parent)
        if waiting and (waiting.score, -waiting.level) >= (score, -level):
            return waiting
        if waiting is None and level > DEPTH:
            return None
        candidate = candidate_of(found, parent)
        candidate.score, candidate.level = score, level
        if waiting:
            candidate.score = max(score, waiting.score)
            candidate.level = min(level, waiting.level)
        candidate.parts = {"potential": candidate.score}
        return candidate

    def observe(self, judged: JudgedPage) -> None:
        """Food is seen when the links of a page are scored."""

    def admits(self, candidate: Candidate) -> bool:
        return candidate.level <= DEPTH

    def restore(self, bumps: Iterable[tuple[int, int, float]]) -> None:
        """Nothing to take up: levels travel with the candidates."""

    def _potential(self, parent: JudgedPage) -> float:
        if parent.clock != self._page:
            self._page, self._children = parent.clock, 0
        self._children += 1
        width = WIDTH * (FERTILITY if parent.is_relevant else 1.0)
        if self._children > width:
            return 0.0
        return 1.0 if parent.is_relevant else 0.5
