"""Score(u) = mu R(t,b) + (1 - mu) R(t,l) over heading blocks (000 §4.5), with tunneling (§4.6).

R(t,b) is the relevance of the best block of this page that holds the link. R(t,l) is the mean
relevance of every block, in every parent known so far, that holds it. A new parent therefore
changes the score of a URL that still waits, up or down.
"""

from __future__ import annotations

from collections.abc import Iterable

from focused_crawler.candidate import Candidate
from focused_crawler.strategy.base import FoundLink, JudgedPage, Options, Strategy, candidate_of
from focused_crawler.strategy.tunneling import Tunnels


class BlockScore(Strategy):
    """The thesis's Score(u), on calibrated relevance."""

    segmenter = "headings"
    norm = "all-terms"
    page = "whole"
    table = "contrast"

    def __init__(self, options: Options) -> None:
        self.options = options
        self.tunnels = Tunnels(options.max_level)

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        relevances = [parent.judgement.blocks[index] for index, _ in found.places]
        relevances = relevances or [parent.judgement.relevance]
        block = max(relevances)
        level = self._level(parent, block)
        if waiting is None and level > self.options.max_level:
            return None
        fresh = candidate_of(found, parent)
        fresh.level = level
        fresh.blocks_seen, fresh.relevance_sum = len(relevances), sum(relevances)
        fresh.parts = {"block": block}
        if waiting:
            self.tunnels.settle(waiting)
            fresh = _merge(fresh, waiting)
        return self._weigh(fresh)

    def observe(self, judged: JudgedPage) -> None:
        if not judged.is_relevant:
            fetched = judged.candidate
            self.tunnels.bump(level=fetched.level, clock=judged.clock, score=fetched.score)

    def admits(self, candidate: Candidate) -> bool:
        self.tunnels.settle(candidate)
        return self.tunnels.is_open(candidate)

    def restore(self, bumps: Iterable[tuple[int, int, float]]) -> None:
        self.tunnels.restore(bumps)

    def _level(self, parent: JudgedPage, block: float) -> int:
        is_gray = self.options.is_gray and block >= self.options.threshold
        if parent.is_relevant or is_gray:
            return 0
        return parent.candidate.level + 1

    def _weigh(self, candidate: Candidate) -> Candidate:
        mu, block = self.options.mu, candidate.parts["block"]
        parents = candidate.relevance_sum / candidate.blocks_seen
        candidate.parts = {"block": block, "parents": parents}
        candidate.score = mu * block + (1 - mu) * parents
        return candidate


def _merge(fresh: Candidate, waiting: Candidate) -> Candidate:
    """One candidate from two parents: the better block leads, the evidence adds up."""
    better = fresh if fresh.parts["block"] > waiting.parts.get("block", 0.0) else waiting
    merged = better.copy()
    merged.level, merged.clock = min(
        (fresh.level, fresh.clock), (waiting.level, waiting.clock), key=lambda pair: pair[0]
    )
    merged.depth = min(fresh.depth, waiting.depth)
    merged.blocks_seen = fresh.blocks_seen + waiting.blocks_seen
    merged.relevance_sum = fresh.relevance_sum + waiting.relevance_sum
    merged.parts = {"block": better.parts.get("block", 0.0)}
    return merged
