"""Where a scored page leads: one file a method, chosen by name from one table."""

from __future__ import annotations

from collections.abc import Callable

from focused_crawler.strategy.base import (
    FoundLink,
    JudgedPage,
    Met,
    Options,
    Outcome,
    Strategy,
    found_links,
)
from focused_crawler.strategy.best_first import BestFirst
from focused_crawler.strategy.best_n_first import BestNFirst
from focused_crawler.strategy.block_score import BlockScore
from focused_crawler.strategy.breadth_first import BreadthFirst
from focused_crawler.strategy.classified import DecisionTree, NaiveBayes, NeuralNetwork
from focused_crawler.strategy.dynamic_link_score import DynamicLinkScore
from focused_crawler.strategy.fish import FishSearch
from focused_crawler.strategy.gray_tunneling import GrayTunneling
from focused_crawler.strategy.link_score import LinkScore
from focused_crawler.strategy.meaning import adaptive
from focused_crawler.strategy.no_tunnels import without_tunnels
from focused_crawler.strategy.score_u import ScoreU
from focused_crawler.strategy.shark import SharkSearch
from focused_crawler.strategy.two_stage import TwoStageStrategy

STRATEGIES: dict[str, Callable[[Options], Strategy]] = {
    "adaptive": adaptive,
    "block-score": BlockScore,
    "best-first": BestFirst,
    "best-n-first": BestNFirst,
    "breadth-first": BreadthFirst,
    "fish": FishSearch,
    "shark": SharkSearch,
    "score-u": ScoreU,
    "score-u-no-tunnels": without_tunnels(ScoreU),
    "block-score-no-tunnels": without_tunnels(BlockScore),
    "gray-tunneling": GrayTunneling,
    "link-score": LinkScore,
    "link-score-dynamic": DynamicLinkScore,
    "naive-bayes": NaiveBayes,
    "decision-tree": DecisionTree,
    "neural-network": NeuralNetwork,
    "two-stage": TwoStageStrategy,
}

__all__ = [
    "STRATEGIES",
    "FoundLink",
    "JudgedPage",
    "Met",
    "Options",
    "Outcome",
    "Strategy",
    "found_links",
]
