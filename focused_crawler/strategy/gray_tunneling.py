"""Gray tunneling (003 algorithm 2): a link is as good as the DOM block that holds it.

Every link is queued with the relevance of its block, whatever the page as a whole is worth; so
relevant blocks of irrelevant pages are followed at once, and no levels are needed.
"""

from __future__ import annotations

from focused_crawler.candidate import Candidate
from focused_crawler.strategy.base import FoundLink, JudgedPage, candidate_of
from focused_crawler.strategy.breadth_first import BreadthFirst


class GrayTunneling(BreadthFirst):
    """Best-first over blocks instead of pages."""

    segmenter = "dom"

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        blocks = [parent.judgement.blocks[index] for index, _ in found.places]
        relevance = max(blocks, default=parent.judgement.relevance)
        if waiting and waiting.score >= relevance:
            return waiting
        candidate = candidate_of(found, parent)
        candidate.score, candidate.parts = relevance, {"block": relevance}
        return candidate
