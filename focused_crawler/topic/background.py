"""How common a term is in general: the chance that an ordinary page holds it.

The table that ships gives a term's frequency among all words, as a Zipf value: the decimal
logarithm of its occurrences in a billion words. A page of L = 1000 words would hold a term of
frequency f with probability 1 - exp(-L f) if words fell independently; they come in clumps,
which the negative binomial with shape k = 0.3 allows for:

    df(f) = 1 - (1 + L f / k)^-k

A term that the table lacks is taken to be as rare as the rarest it lists. A language without a
table has no common terms but its stop words; there the pages crawled must tell.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache

from focused_crawler.shipped import shipped
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.languages import LANGUAGES

PAGE_WORDS = 1000  # L
RAREST_ZIPF = 2.0  # of the English table
CLUMPING = 0.3  # k; with it, early tables rank the pages of a labelled web 2 % better than without


class Background:
    """Document frequencies of general language, each in (0, 1)."""

    def __init__(self, frequencies: Mapping[str, float], *, floor: float) -> None:
        if not 0 < floor < 1:
            raise ValueError(f"floor is {floor}, not between 0 and 1")
        self.frequencies = frequencies
        self.floor = floor

    def document_frequency(self, term: str) -> float:
        """The share of ordinary pages that hold a term."""
        return self.frequencies.get(term, self.floor)

    def __len__(self) -> int:
        return len(self.frequencies)


def page_probability(zipf: float) -> float:
    """The chance that a page holds a term of this Zipf value.

    >>> round(page_probability(6.0), 2), round(page_probability(3.0), 4)
    (0.36, 0.001)
    """
    expected = PAGE_WORDS * 10 ** (zipf - 9)
    return float(1 - (1 + expected / CLUMPING) ** -CLUMPING)


@cache
def load_background(language: str = "en") -> Background:
    """The background that ships for a language."""
    if language not in LANGUAGES:
        raise TopicError(f"unknown language {language!r}; there are {', '.join(LANGUAGES)}")
    file = shipped(f"background/{language}.txt.gz")
    if not file.is_file():
        return Background({}, floor=page_probability(RAREST_ZIPF))
    return parse_background(gzip.decompress(file.read_bytes()).decode())


def parse_background(text: str) -> Background:
    """A background from lines of a Zipf value times 100 and the terms that have it."""
    frequencies: dict[str, float] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            zipf, *terms = line.split()
            frequencies.update(dict.fromkeys(terms, page_probability(int(zipf) / 100)))
    return Background(frequencies, floor=min(frequencies.values()))
