"""How relevant a block is to a topic: R(t,b), in both readings of its norm, and page relevance.

A term's weight in a block is n_i / n_max (000 §4.5.1). Over terms k,

    R(t,b) = sum(w_kt * w_kb) / sqrt(sum(w_kt^2) * sum(w_kb^2)),    0 <= R <= 1   (000 §4.5.2)

The thesis sums w_kb over the topic's terms only, so one stray topic word makes a block look
perfect; 001 eq. 4 sums over every term of the block. Both are here under names that say it.
The cosine does not change when all w_kb are multiplied by the same number, so n_max cancels and
raw counts are used as they are.
"""

from __future__ import annotations

from collections.abc import Callable, KeysView, Mapping, Sequence
from math import log1p, sqrt
from statistics import fmean
from typing import Protocol


class Weights(Protocol):
    """A topic's weight table: term to weight, with its Euclidean norm."""

    @property
    def norm(self) -> float: ...

    def get(self, term: str, default: float = 0.0, /) -> float: ...

    def keys(self) -> KeysView[str]: ...


REMEMBERED_LOGS = 1024
LOGS = tuple(log1p(count) for count in range(REMEMBERED_LOGS))
LOG_SQUARES = tuple(value * value for value in LOGS)

Relevance = Callable[[Weights, Mapping[str, int]], float]


def topic_term_relevance(topic: Weights, counts: Mapping[str, int]) -> float:
    """R(t,b) with the block's norm over the topic's terms only (000 §4.5.2)."""
    product = squares = 0.0
    for term, count in counts.items():
        weight = topic.get(term)
        if weight:
            product += weight * count
            squares += count * count
    return _cosine(product, topic.norm, squares)


def all_term_relevance(topic: Weights, counts: Mapping[str, int]) -> float:
    """R(t,b) with the block's norm over every term it holds (001 eq. 4)."""
    product = squares = 0.0
    for term, count in counts.items():
        squares += count * count
        product += topic.get(term) * count
    return _cosine(product, topic.norm, squares)


def log_term_relevance(topic: Weights, counts: Mapping[str, int]) -> float:
    """R(t,b) over every term, each counted as log(1 + n): the tenth mention tells little more.

    Learnt tables are made of such logarithms too, and a page is compared in their own measure.
    """
    product, weight = 0.0, topic.get
    for term in filter(topic.keys().__contains__, counts):
        count = counts[term]
        product += weight(term) * (LOGS[count] if count < REMEMBERED_LOGS else log1p(count))
    return _cosine(product, topic.norm, _log_squares(counts))


def _log(count: int) -> float:
    return LOGS[count] if count < REMEMBERED_LOGS else log1p(count)


def _log_squares(counts: Mapping[str, int]) -> float:
    try:
        return sum(map(LOG_SQUARES.__getitem__, counts.values()))
    except IndexError:
        return sum(_log(count) ** 2 for count in counts.values())


def _cosine(product: float, topic_norm: float, squares: float) -> float:
    if not product or not topic_norm:
        return 0.0
    return min(1.0, product / (topic_norm * sqrt(squares)))


RELEVANCE: dict[str, Relevance] = {
    "topic-terms": topic_term_relevance,
    "all-terms": all_term_relevance,
    "log-terms": log_term_relevance,
}


def total(blocks: Sequence[float], _whole: float) -> float:
    """The sum of the blocks' relevance (000 §4.5)."""
    return sum(blocks)


def maximum(blocks: Sequence[float], _whole: float) -> float:
    """The best block's relevance."""
    return max(blocks, default=0.0)


def mean(blocks: Sequence[float], _whole: float) -> float:
    """The mean of the blocks' relevance."""
    return fmean(blocks) if blocks else 0.0


def whole(_blocks: Sequence[float], whole_page: float) -> float:
    """The relevance of the page taken as one block."""
    return whole_page


PAGE_RELEVANCE: dict[str, Callable[[Sequence[float], float], float]] = {
    "sum": total,
    "maximum": maximum,
    "mean": mean,
    "whole": whole,
}
