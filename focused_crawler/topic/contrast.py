"""Contrast weights: what example pages say more often than general language and other pages do.

    w(t) = mean over examples d of tf(t,d) / |tf(d)|,  times idf(t),    tf(t,d) = log(1 + n(t,d))

divided by the largest. idf comes from general language and the pages crawled so far, see
`frequencies`. The logarithm and the length |tf(d)| give every example the same say, however long
it is. Recomputing the table of five examples takes about 1 ms, so a crawl can afford one every
few pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, log1p

from focused_crawler.topic.background import load_background
from focused_crawler.topic.frequencies import DocumentFrequencies
from focused_crawler.topic.terms import common_words, count_terms
from focused_crawler.topic.weights import WeightTable, table_of

# Average precision of ranking a labelled web by the topic learnt from five pages: .72 with 49
# terms, .73-.74 from 100 to 200, .73 with 300.
SIZE = 150


def contrast_weights(
    examples: Sequence[Mapping[str, int]], frequencies: DocumentFrequencies, *, size: int = SIZE
) -> WeightTable:
    """The weight table of some example pages, each given as its term counts."""
    profile = mean_profile(examples)
    scores = {term: tf * frequencies.idf(term) for term, tf in profile.items()}
    return table_of(scores, size=size)


def mean_profile(examples: Sequence[Mapping[str, int]]) -> dict[str, float]:
    """The mean of the examples' length-normalised logarithmic term frequencies."""
    profile: dict[str, float] = {}
    for counts in examples:
        logs = {term: log1p(count) for term, count in counts.items()}
        length = hypot(*logs.values()) * len(examples)
        for term, value in logs.items():
            profile[term] = profile.get(term, 0.0) + value / length
    return profile


def learn_weights(texts: Sequence[str], *, language: str = "en", size: int = SIZE) -> WeightTable:
    """The table that example texts alone give, with the words to show for its terms."""
    examples = [count_terms(text, language) for text in texts]
    frequencies = DocumentFrequencies(load_background(language))
    for counts in examples:  # they are pages of the crawl as well, and know their own boilerplate
        frequencies.add(counts)
    table = contrast_weights(examples, frequencies, size=size)
    return WeightTable(dict(table.items()), words=common_words(texts, language))
