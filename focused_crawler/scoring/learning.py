"""A judge that goes on learning: its table may move, and people may tell it right from wrong.

**A table that moves** away from its examples. The scale says how close pages on a topic are to its
table; examples of a topic that has moved on score next to nothing, and divided by that everything
would be relevant. So the scale never falls below the one the examples give with the table the
topic had at the start.

**Pages judged right** are examples like the seeds. **Pages judged wrong** make a table of their own
(contrast, as for the topic). With n(d) the cosine of page d with it, and n+ and n- the mean of n
over the right and the wrong examples, relevance is multiplied by

    1 - min(1, max(0, (n(d) - n+) / (n- - n+)))

so what looks as right pages do is left alone and what looks as wrong pages do is worth nothing.

**Pages in other languages** than the topic's are judged like all others, or passed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Self

from focused_crawler.page import Page
from focused_crawler.scoring.judge import Judge, Judgement
from focused_crawler.scoring.page_terms import merged, page_language, page_terms
from focused_crawler.scoring.relevance import all_term_relevance
from focused_crawler.topic.background import load_background
from focused_crawler.topic.contrast import contrast_weights
from focused_crawler.topic.frequencies import DocumentFrequencies
from focused_crawler.topic.languages import NAMES
from focused_crawler.topic.weights import WeightTable

SMALLEST_GAP = 0.05  # between n- and n+; below, right and wrong pages cannot be told apart

Blocks = Sequence[Mapping[str, int]]  # the term counts of each block of a page


class LearningJudge(Judge):
    """A judge whose table can be moved and which takes counter-examples."""

    own: tuple[WeightTable | None, float]  # the given table at the start, and its learn_share
    counter_examples: list[dict[str, int]]
    _counter = WeightTable({})
    _right = _gap = 0.0
    _is_observing = True
    passes_over = False  # pages in other languages

    @classmethod
    def of(cls, judge: Judge) -> Self:
        """A judge that goes on where another one is; itself, if it is one that learns."""
        if isinstance(judge, cls):
            return judge
        learning = cls.__new__(cls)
        own = judge.given, judge.learn_share
        vars(learning).update(vars(judge), own=own, counter_examples=[])
        return learning

    def move(self, weights: WeightTable | None, *, learn_share: float) -> None:
        """Take another given table; what was learnt from the examples stays."""
        self.given = weights
        self.learn_share = learn_share if weights else 1.0
        if self.examples:
            self.fit()

    def teach(self, right: Sequence[Blocks], wrong: Sequence[Blocks]) -> bool:
        """Take pages that a person has judged; whether there was anything new.

        A page that was on the other side before changes sides.
        """
        before = list(self.examples), list(self.counter_examples)
        rights = [[dict(block) for block in blocks] for blocks in right if any(blocks)]
        wrongs = [[dict(block) for block in blocks] for blocks in wrong if any(blocks)]
        merged_rights, merged_wrongs = [*map(merged, rights)], [*map(merged, wrongs)]
        kept = [page for page in self.examples if page not in wrongs]
        kept += [page for page in rights if page not in kept]
        self.examples = kept or self.examples  # without any example there is no topic
        self.counter_examples = [c for c in self.counter_examples if c not in merged_rights]
        self.counter_examples += [c for c in merged_wrongs if c not in self.counter_examples]
        return before != (self.examples, self.counter_examples)

    def fit(self) -> Self:
        now = self.given, self.learn_share
        self.given, self.learn_share = self.own
        super().fit()
        if now != self.own:
            least, least_text = self.scale_, self.text_scale_
            self.given, self.learn_share = now
            super().fit()
            self.scale_ = max(least, self.scale_)
            self.text_scale_ = max(least_text, self.text_scale_)
        self.fit_counter()
        return self

    def judge(self, page: Page) -> Judgement:
        judgement = super().judge(page)
        if self.passes_over and (language := page_language(page)) not in (None, self.language):
            return _passed_over(judgement, language or "", self.language)
        if not self._counter:
            return judgement
        return self._tempered(judgement, page_terms(page, self.language).blocks)

    def grade(self, page: Page) -> Judgement:
        """Judge a page that was judged before: it says nothing new about how common words are."""
        self._is_observing = False
        try:
            return self.judge(page)
        finally:
            self._is_observing = True

    def _observe(self, counts: Mapping[str, int]) -> None:
        if self._is_observing:
            super()._observe(counts)

    def fit_counter(self) -> None:
        """Learn the table of the counter-examples alone."""
        self._counter = WeightTable({})
        self._right = self._gap = 0.0
        if not self.counter_examples:
            return
        frequencies = DocumentFrequencies(load_background(self.language))
        table = contrast_weights(self.counter_examples, frequencies)
        wrong = fmean(all_term_relevance(table, counts) for counts in self.counter_examples)
        right = [all_term_relevance(table, merged(blocks)) for blocks in self.examples]
        self._right = fmean(right) if right else 0.0
        self._gap = wrong - self._right
        if self._gap >= SMALLEST_GAP:
            self._counter = table

    def _kept(self, counts: Mapping[str, int]) -> float:
        likeness = (all_term_relevance(self._counter, counts) - self._right) / self._gap
        return 1.0 - min(1.0, max(0.0, likeness))

    def _tempered(self, judgement: Judgement, counts: Sequence[Mapping[str, int]]) -> Judgement:
        kept = self._kept(judgement.counts)
        relevance = judgement.relevance * kept
        blocks = zip(judgement.blocks, counts, strict=True)
        doubt = "; like pages judged wrong" if kept < 1.0 and judgement.reason else ""
        return replace(
            judgement,
            relevance=relevance,
            is_relevant=relevance >= self.threshold,
            blocks=tuple(value * self._kept(block) for value, block in blocks),
            reason=judgement.reason + doubt,
        )


def _passed_over(judgement: Judgement, language: str, topic_language: str) -> Judgement:
    found, wanted = NAMES.get(language, language), NAMES.get(topic_language, topic_language)
    return replace(
        judgement,
        relevance=0.0,
        is_relevant=False,
        blocks=(0.0,) * len(judgement.blocks),
        reason=f"in {found}; the topic is in {wanted}",
    )
