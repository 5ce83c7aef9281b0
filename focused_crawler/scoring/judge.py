"""Is this page on the topic? The judge learns the topic from its examples and grades pages.

The raw relevance of a page is divided by what the examples score among themselves (leave one
out), capped at 1 and squared: 1 means "as close to the topic as the examples are to each other".
A raw cosine has no such meaning, it shrinks with every word a page adds, and a sharp relevance
ranks better. A given weight table and a learnt one can be combined; the examples calibrate both.
Blocks and other texts are divided by what the examples score as whole texts: a sum over blocks
would be no measure for one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, log
from statistics import fmean
from typing import Any

from focused_crawler.page import Page
from focused_crawler.scoring.page_terms import merged, page_terms
from focused_crawler.scoring.relevance import PAGE_RELEVANCE, RELEVANCE
from focused_crawler.topic.background import Background, load_background
from focused_crawler.topic.contrast import contrast_weights
from focused_crawler.topic.frequencies import DocumentFrequencies
from focused_crawler.topic.static import static_weights
from focused_crawler.topic.terms import count_terms, terms
from focused_crawler.topic.weights import WeightTable

LONE_EXAMPLE_SCALE = 0.5  # a single example cannot be left out; others are less alike than itself
REFIT_GROWTH = 1.2  # crawled pages change the contrast table each time their number grows by this
REASON_TERMS = 5
LEAST_FREQUENCY = 0.001  # of pages; keeps words that nobody has counted from being infinitely rare
RESTORED_PAGES = 200
SHORT_TEXT = 80  # characters; terms of texts up to this length are remembered
REMEMBERED_TEXTS = 20_000
REMEMBERED_TERMS = 100_000
TABLES = ("contrast", "static")  # how examples are weighed

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the judge found: relevance of the page and of each block, and the words that made it."""

    relevance: float  # calibrated, 0 to 1
    is_relevant: bool
    blocks: tuple[float, ...]  # R(t,b), calibrated as texts, 0 to 1
    reason: str
    counts: Counts  # of every term on the page
    relevance_of: Callable[[str], float] = field(default=lambda _: 0.0, repr=False, compare=False)
    """Of any other text (an anchor, the words of a URL), calibrated as blocks are."""


class _Rarities(dict[str, float]):
    """Rarity by term: a logarithm for each word of each link would cost more than all else."""

    def __init__(self, background: Background) -> None:
        super().__init__()
        self.background = background

    def __missing__(self, term: str) -> float:
        if len(self) >= REMEMBERED_TERMS:
            self.clear()
        rarity = -log(self.background.document_frequency(term) + LEAST_FREQUENCY)
        self[term] = rarity
        return rarity


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
        threshold: float = 0.6,
        language: str = "en",
    ) -> None:
        self.given = weights
        self.norm, self.page, self.table = norm, page, table
        self.learn_share = learn_share if weights else 1.0
        self.threshold = threshold
        self.language = language
        self.examples: list[list[dict[str, int]]] = []  # counts of each block of each example
        self.weights_ = weights
        self.scale_ = self.text_scale_ = 1.0
        self._relevance, self._combine = RELEVANCE[norm], PAGE_RELEVANCE[page]
        self._frequencies = DocumentFrequencies(load_background(language))
        self._pages = 0
        self._weighed: WeightTable | None = None
        self._shares: dict[str, float] = {}
        self._terms: dict[str, tuple[str, ...]] = {}
        self._rarity = _Rarities(self._frequencies.background)
        self._refit_at = 0.0

    def add_example(self, page: Page) -> None:
        """Take a page that a person named as being on the topic."""
        self.examples.append(page_terms(page, self.language).blocks)

    def fit(self) -> Judge:
        """Learn the weight table and the scale from the examples so far."""
        self.weights_ = self._learn(self.examples)
        left_out = self._left_out()
        self.scale_ = _scale([self._page_relevance(table, blocks) for table, blocks in left_out])
        texts = [self._relevance(table, merged(blocks)) for table, blocks in left_out]
        self.text_scale_ = _scale(texts)
        self._refit_at = max(self._pages, 10) * REFIT_GROWTH
        return self

    def judge(self, page: Page) -> Judgement:
        """Grade a page; pages judged also teach which words are common on this web."""
        terms = page_terms(page, self.language)
        self._observe(terms.page)
        weights = self._table()
        blocks = [self._relevance(weights, block) for block in terms.blocks]
        raw = self._combine(blocks, self._relevance(weights, terms.page))
        relevance = _calibrated(raw, self.scale_)
        return Judgement(
            relevance=relevance,
            is_relevant=relevance >= self.threshold,
            blocks=tuple(_calibrated(block, self.text_scale_) for block in blocks),
            reason=self._reason(page, blocks, terms.page),
            counts=terms.page,
            relevance_of=self.relevance_of,
        )

    def relevance_of(self, text: str) -> float:
        """Calibrated relevance of any text: an anchor, a heading, the words of a URL."""
        counts = count_terms(text, self.language)
        return _calibrated(self._relevance(self._table(), counts), self.text_scale_)

    def terms_of(self, text: str) -> tuple[str, ...]:
        """The terms of a text in the language of the topic."""
        known = self._terms.get(text)
        if known is None:
            known = tuple(terms(text, self.language))
            if len(text) <= SHORT_TEXT:  # anchors and paths come back on page after page
                if len(self._terms) >= REMEMBERED_TEXTS:
                    self._terms.clear()
                self._terms[text] = known
        return known

    def weight(self, term: str) -> float:
        """What a term weighs in the topic; the heaviest weighs 1."""
        return self.heaviest((term,))

    def heaviest(self, terms: Iterable[str]) -> float:
        """The most that one of some terms weighs in the topic."""
        if self._weighed is not self.weights_:
            self._weigh()
        share = self._shares.get
        return max([share(term, 0.0) for term in terms])

    def idf(self, term: str) -> float:
        """How rare a term is, in general language and on the pages crawled."""
        return self._frequencies.idf(term)

    def rarity(self, term: str) -> float:
        """How rare a term is in general language alone, so that it does not change."""
        return self._rarity[term]

    def mean_rarity(self, terms: Sequence[str]) -> float:
        """The mean rarity of some terms."""
        return fsum(map(self._rarity.__getitem__, terms)) / len(terms)

    def to_dict(self) -> dict[str, Any]:
        """What a resumed crawl needs to judge as before, as JSON values."""
        return {
            "examples": self.examples,
            "weights": dict(self._table().items()),
            "scale": self.scale_,
            "text_scale": self.text_scale_,
        }

    def restore(self, state: Mapping[str, Any]) -> Judge:
        """Take up what an earlier run had learnt."""
        self.examples = [[dict(block) for block in blocks] for blocks in state["examples"]]
        self.weights_ = WeightTable(state["weights"])
        self.scale_, self.text_scale_ = float(state["scale"]), float(state["text_scale"])
        self._refit_at = RESTORED_PAGES  # until then the restored table knows this web better
        return self

    def _weigh(self) -> None:
        self._weighed = table = self._table()
        top = max((weight for _, weight in table.items()), default=1.0)
        self._shares = {term: weight / top for term, weight in table.items()}

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
        pages = [merged(blocks) for blocks in examples]
        if self.table == "static":
            learnt = static_weights(pages)
        else:
            learnt = contrast_weights(pages, self._frequencies)
        return self.given.merge(learnt, self.learn_share) if self.given else learnt

    def _left_out(self) -> list[tuple[WeightTable, list[dict[str, int]]]]:
        """Each example with the table that the others give."""
        if len(self.examples) < 2:
            return [(self._table(), blocks) for blocks in self.examples]
        return [
            (self._learn(self.examples[:i] + self.examples[i + 1 :]), blocks)
            for i, blocks in enumerate(self.examples)
        ]

    def _page_relevance(self, weights: WeightTable, counts: Sequence[Counts]) -> float:
        blocks = [self._relevance(weights, block) for block in counts]
        return self._combine(blocks, self._relevance(weights, merged(counts)))

    def _reason(self, page: Page, blocks: Sequence[float], counts: Counts) -> str:
        weights = self._table()
        shared = sorted((t for t in counts if weights.get(t)), key=weights.get, reverse=True)
        if not shared:
            return "no word of the topic"
        best = max(range(len(blocks)), key=blocks.__getitem__)
        where = page.blocks[best].heading or page.blocks[best].kind
        return f"best block “{where}”; {', '.join(map(weights.word, shared[:REASON_TERMS]))}"


def _scale(own: Sequence[float]) -> float:
    """What the examples score, as far as they score at all."""
    usable = [score for score in own if score > 0]
    if not usable:
        return 1.0
    return fmean(usable) * (LONE_EXAMPLE_SCALE if len(own) == 1 else 1.0)


def _calibrated(raw: float, scale: float) -> float:
    return min(1.0, raw / scale) ** 2
