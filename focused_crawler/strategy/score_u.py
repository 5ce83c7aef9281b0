"""The thesis to the letter: Score(u) = mu R(t,b) + (1 - mu) R(t,l) on raw cosines (000 §4.5).

Heading blocks, the static weight table w = tf * df, the norm over the topic's terms alone, a page
is as relevant as the sum of its blocks. Calibrated relevance is the square of the cosine over a
scale; the root taken here gives the cosine back, in units of what the examples score.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from focused_crawler.candidate import Candidate
from focused_crawler.strategy.base import FoundLink, JudgedPage, Options
from focused_crawler.strategy.block_score import BlockScore


class ScoreU(BlockScore):
    """Score(u) without any of our improvements."""

    norm = "topic-terms"
    page = "sum"
    table = "static"

    def __init__(self, options: Options) -> None:
        super().__init__(replace(options, threshold=sqrt(options.threshold)))
        self._parent: JudgedPage | None = None
        self._cosines: JudgedPage | None = None

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        return super().score(found, self._with_cosines(parent), waiting)

    def _with_cosines(self, parent: JudgedPage) -> JudgedPage:
        if self._cosines is None or self._parent is not parent:
            blocks = tuple(map(sqrt, parent.judgement.blocks))
            judgement = replace(
                parent.judgement, blocks=blocks, relevance=sqrt(parent.judgement.relevance)
            )
            self._parent, self._cosines = parent, replace(parent, judgement=judgement)
        return self._cosines
