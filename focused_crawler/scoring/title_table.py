"""A weight table that follows what is found: titles of relevant pages stand for what people ask.

It is the dynamic table of 001 §3.1 for a crawl without a query log. qf is the number of titles,
since the last time, that hold a term:

    W_new = (1 - a) qf + a W_old,    kept where W_new >= threshold
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from focused_crawler.scoring.relevance import all_term_relevance
from focused_crawler.topic.terms import count_terms
from focused_crawler.topic.weights import WeightTable

OLD_SHARE = 0.5  # a, 0 < a <= 0.5
THRESHOLD = 0.5  # the weight that a term of one query has in the example of 001


class TitleTable:
    """Relevance to the titles taken so far, the latest most."""

    def __init__(self) -> None:
        self.weights_ = WeightTable({})
        self._titles: Counter[str] = Counter()

    def add(self, title: str) -> None:
        """Take a title; it counts from the next table on."""
        self._titles.update(set(count_terms(title)))

    def rebuild(self) -> None:
        """Make the next table."""
        new = {
            term: (1 - OLD_SHARE) * self._titles[term] + OLD_SHARE * self.weights_.get(term)
            for term in self._titles.keys() | self.weights_.keys()
        }
        self.weights_ = WeightTable({term: w for term, w in new.items() if w >= THRESHOLD})
        self._titles.clear()

    def relevance_of(self, text: str) -> float:
        """The cosine of a text with the table."""
        return self.relevance_of_counts(count_terms(text))

    def relevance_of_counts(self, counts: Mapping[str, int]) -> float:
        """The cosine of a text that is given as its term counts."""
        return all_term_relevance(self.weights_, counts)
