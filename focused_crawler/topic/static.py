"""Static weights from seed pages: w = tf * df, divided by the largest; the best N < 50.

tf is how often a term stands in all the documents, df in how many of them it stands
(000 §2.5.2; 001 eq. 2; 002 §4.3 and eq. 1). There is no background in it, so words common
everywhere lead the table; `contrast` is the answer to that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from focused_crawler.topic.weights import WeightTable, table_of

SIZE = 49  # "top N (N<50) highest weight keywords", 000 §2.5.2


def static_weights(documents: Sequence[Mapping[str, int]], size: int = SIZE) -> WeightTable:
    """The weight table of some documents, each given as its term counts.

    >>> static_weights([{"iron": 3, "ore": 1}, {"iron": 1, "mine": 2}])
    <WeightTable of 3 terms: {'iron': 1.0, 'mine': 0.25, 'ore': 0.125}>
    """
    frequency: Counter[str] = Counter()
    documents_with: Counter[str] = Counter()
    for counts in documents:
        frequency.update(counts)
        documents_with.update(counts.keys())
    scores = {term: tf * documents_with[term] for term, tf in frequency.items()}
    return table_of(scores, size=size)
