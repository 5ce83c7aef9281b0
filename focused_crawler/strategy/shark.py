"""Shark search (Hersovici et al. 1998; 000 §2.7): fish search with shades of relevance.

potential     = g inherited + (1 - g) neighbourhood
inherited     = d sim(page) where sim(page) > 0, else d inherited(page)
neighbourhood = b sim(anchor) + (1 - b) context
context       = 1 where sim(anchor) > 0, else sim(text around the anchor)
"""

from __future__ import annotations

from focused_crawler.candidate import Candidate
from focused_crawler.strategy.attributes import attributes_of
from focused_crawler.strategy.base import FoundLink, JudgedPage, candidate_of
from focused_crawler.strategy.breadth_first import BreadthFirst

DECAY = 0.5  # d
ANCHOR_SHARE = 0.8  # b
INHERITED_SHARE = 0.5  # g


class SharkSearch(BreadthFirst):
    """Inherited interest, sharpened by the words in and around the link."""

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        parts = self._parts(found, parent)
        score = sum(parts.values())
        if waiting and waiting.score >= score:
            return waiting
        candidate = candidate_of(found, parent)
        candidate.score, candidate.parts = score, parts
        return candidate

    def _parts(self, found: FoundLink, parent: JudgedPage) -> dict[str, float]:
        attributes = attributes_of(found, parent)
        anchor, page = attributes["anchor"], attributes["parent"]
        context = 1.0 if anchor > 0 else attributes["surrounding"]
        neighbourhood = ANCHOR_SHARE * anchor + (1 - ANCHOR_SHARE) * context
        # A candidate keeps its inherited interest already multiplied by its share.
        before = parent.candidate.parts.get("inherited", 0.0) / INHERITED_SHARE
        return {
            "inherited": INHERITED_SHARE * DECAY * (page if page > 0 else before),
            "neighbourhood": (1 - INHERITED_SHARE) * neighbourhood,
        }
