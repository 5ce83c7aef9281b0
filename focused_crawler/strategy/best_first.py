"""Best-first search: a link is as good as the best whole page that holds it (000 §2.7)."""

from __future__ import annotations

from focused_crawler.candidate import Candidate
from focused_crawler.strategy.base import FoundLink, JudgedPage, candidate_of
from focused_crawler.strategy.breadth_first import BreadthFirst


class BestFirst(BreadthFirst):
    """All links of a page score the page's relevance; no blocks, no tunnels."""

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        relevance = parent.judgement.relevance
        if waiting and waiting.score >= relevance:
            return waiting
        candidate = candidate_of(found, parent)
        candidate.score = relevance
        candidate.parts = {"page": relevance}
        return candidate
