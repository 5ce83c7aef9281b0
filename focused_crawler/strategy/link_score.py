"""LinkScore(k) = URLScore + AnchorScore + ParentScore + SurroundingScore (001 eq. 5), over four.

The topic is the static weight table, w = tf * df, or the dynamic one. 001 does not score the links
of pages below a threshold at all, which ends a crawl that starts between two communities; here the
parent's score is low for them, and they come last.
"""

from __future__ import annotations

from statistics import fmean

from focused_crawler.candidate import Candidate
from focused_crawler.strategy.attributes import attributes_of
from focused_crawler.strategy.base import FoundLink, JudgedPage, candidate_of
from focused_crawler.strategy.breadth_first import BreadthFirst


class LinkScore(BreadthFirst):
    """The mean of the four attributes; of several parents the best one counts."""

    table = "static"

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        attributes = self.attributes(found, parent)
        score = self.combine(attributes)
        if waiting and waiting.score >= score:
            return waiting
        candidate = candidate_of(found, parent)
        candidate.score, candidate.parts = score, attributes
        return candidate

    def attributes(self, found: FoundLink, parent: JudgedPage) -> dict[str, float]:
        """What is known of a link."""
        return attributes_of(found, parent)

    def combine(self, attributes: dict[str, float]) -> float:
        """One score from the attributes."""
        return fmean(attributes.values())
