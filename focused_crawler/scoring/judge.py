"""Is this page on the topic? The judge learns the topic from its examples and grades pages.

The raw relevance of a page is divided by what the examples score among themselves (leave one
out), capped at 1 and squared: 1 means "as close to the topic as the examples are to each other".
A raw cosine has no such meaning, it shrinks with every word a page adds, and a sharp relevance
ranks better. A given weight table and a learnt one can be combined; the examples calibrate both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from focused_crawler.page import Page
from focused_crawler.scoring.relevance import PAGE_RELEVANCE, RELEVANCE
from focused_crawler.topic.background import load_background
from focused_crawler.topic.contrast import DocumentFrequencies, contrast_weights
from focused_crawler.topic.static import static_weights
from focused_crawler.topic.terms import count_terms
from focused_crawler.topic.weights import WeightTable

LONE_EXAMPLE_SCALE = 0.5  # a single example cannot be left out; others are less alike than itself
REFIT_GROWTH = 1.2  # crawled pages change the contrast table each time their number grows by this
REASON_TERMS = 5
RESTORED_PAGES = 200

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the judge found: relevance of the page and of each block, and the words that made it."""

    relevance: float  # calibrated, 0 to 1
    is_relevant: bool
    blocks: tuple[float, ...]  # R(t,b), calibrated by the same scale, 0 to 1
    reason: str
    counts: Counts  # of every term on the page


class Judge:
    """Grades pages against one topic.

    `weights` is a given table; `learn_share` is how much of the table comes from the examples
    (1 when none is given); `table` says how those are weighed: "contrast" or "static".
    """

    def __init__(
        self,
        weights: WeightTable | None = None,
        *,
        norm: str = "all-terms",
        page: str = "whole",
        table: str = "contrast",
        learn_share: float = 0.5,
        threshold: float = 0.25,
        language: str = "en",
    ) -> None:
        self.given = weights
        self.norm, self.page, self.table = norm, page, table
        self.learn_share = learn_share if weights else 1.0
        self.threshold = threshold
        self.language = language
        self.examples: list[list[Counter[str]]] = []  # counts of each block of each example
        self.weights_ = weights
        self.scale_ = 1.0
        self._relevance, self._combine = RELEVANCE[norm], PAGE_RELEVANCE[page]
        self._frequencies = DocumentFrequencies(load_background(language))
        self._pages = 0
        self._refit_at = 0.0

    def add_example(self, page: Page) -> None:
        """Take a page that a person named as being on the topic."""
        self.examples.append([Counter(count_terms(block.text)) for block in page.blocks])

    def fit(self) -> Judge:
        """Learn the weight table and the scale from the examples so far."""
        self.weights_ = self._learn(self.examples)
        own = [self._raw(weights, blocks) for weights, blocks in self._left_out()]
        usable = [score for score in own if score > 0]
        self.scale_ = fmean(usable) if usable else 1.0
        self._refit_at = max(self._pages, 10) * REFIT_GROWTH
        return self

    def judge(self, page: Page) -> Judgement:
        """Grade a page; pages judged also teach which words are common on this web."""
        counts = [count_terms(block.text) for block in page.blocks]
        merged = _merge(counts)
        self._observe(merged)
        weights = self._table()
        blocks = [self._relevance(weights, block) for block in counts]
        raw = self._combine(blocks, self._relevance(weights, merged))
        relevance = min(1.0, raw / self.scale_) ** 2
        return Judgement(
            relevance=relevance,
            is_relevant=relevance >= self.threshold,
            blocks=tuple(min(1.0, block / self.scale_) ** 2 for block in blocks),
            reason=self._reason(page, blocks, merged),
            counts=merged,
        )

    def relevance_of(self, text: str) -> float:
        """Calibrated relevance of any text: an anchor, a heading, the words of a URL."""
        raw = self._relevance(self._table(), count_terms(text))
        return min(1.0, raw / self.scale_) ** 2

    def to_dict(self) -> dict[str, Any]:
        """What a resumed crawl needs to judge as before, as JSON values."""
        return {
            "examples": self.examples,
            "weights": dict(self._table().items()),
            "scale": self.scale_,
        }

    def restore(self, state: Mapping[str, Any]) -> Judge:
        """Take up what an earlier run had learnt."""
        self.examples = [[Counter(block) for block in blocks] for blocks in state["examples"]]
        self.weights_ = WeightTable(state["weights"])
        self.scale_ = float(state["scale"])
        self._refit_at = RESTORED_PAGES  # until then the restored table knows this web better
        return self

    def _table(self) -> WeightTable:
        if self.weights_ is None:
            raise RuntimeError("the judge has no weight table yet: add examples and call fit()")
        return self.weights_

    def _observe(self, counts: Counts) -> None:
        self._frequencies.add(counts)
        self._pages += 1
        if self.table == "contrast" and self._pages >= self._refit_at and self.examples:
            self.fit()

    def _learn(self, examples: Sequence[Sequence[Counts]]) -> WeightTable:
        if not examples or not self.learn_share:
            return self.given or WeightTable({})
        pages = [_merge(blocks) for blocks in examples]
        if self.table == "static":
            learnt = static_weights(pages)
        else:
            learnt = contrast_weights(pages, self._frequencies)
        return self.given.merge(learnt, self.learn_share) if self.given else learnt

    def _left_out(self) -> list[tuple[WeightTable, list[Counter[str]]]]:
        if len(self.examples) < 2:
            return [(self._table(), blocks) for blocks in self.examples]
        return [
            (self._learn(self.examples[:i] + self.examples[i + 1 :]), blocks)
            for i, blocks in enumerate(self.examples)
        ]

    def _raw(self, weights: WeightTable, counts: Sequence[Counts]) -> float:
        blocks = [self._relevance(weights, block) for block in counts]
        raw = self._combine(blocks, self._relevance(weights, _merge(counts)))
        return raw * LONE_EXAMPLE_SCALE if len(self.examples) < 2 else raw

    def _reason(self, page: Page, blocks: Sequence[float], counts: Counts) -> str:
        weights = self._table()
        shared = sorted((t for t in counts if weights.get(t)), key=weights.get, reverse=True)
        if not shared:
            return "no word of the topic"
        best = max(range(len(blocks)), key=blocks.__getitem__)
        where = page.blocks[best].heading or page.blocks[best].kind
        return f"best block “{where}”; {', '.join(map(weights.word, shared[:REASON_TERMS]))}"


def _merge(counts: Sequence[Counts]) -> Counter[str]:
    merged: Counter[str] = Counter()
    for block in counts:
        for term, count in block.items():
            merged[term] += count
    return merged
