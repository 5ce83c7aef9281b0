"""Breadth-first: pages in the order their links were found. The baseline that knows nothing."""

from __future__ import annotations

from focused_crawler.candidate import Candidate
from focused_crawler.strategy.base import FoundLink, JudgedPage, Options, Strategy, candidate_of


class BreadthFirst(Strategy):
    """Every link scores the same, and the frontier gives ties to the oldest."""

    segmenter = "page"
    norm = "all-terms"
    page = "whole"
    table = "contrast"

    def __init__(self, options: Options) -> None:
        self.options = options

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        return waiting or candidate_of(found, parent)
