"""Where a scored page leads: one file a method, chosen by name from one table."""

from __future__ import annotations

from collections.abc import Callable

from focused_crawler.strategy.base import FoundLink, JudgedPage, Options, Strategy, found_links
from focused_crawler.strategy.best_first import BestFirst
from focused_crawler.strategy.block_score import BlockScore
from focused_crawler.strategy.breadth_first import BreadthFirst

STRATEGIES: dict[str, Callable[[Options], Strategy]] = {
    "block-score": BlockScore,
    "best-first": BestFirst,
    "breadth-first": BreadthFirst,
}

__all__ = ["STRATEGIES", "FoundLink", "JudgedPage", "Options", "Strategy", "found_links"]
