"""How common a term is in general: the chance that an ordinary page holds it.

The table that ships gives a term's frequency among all words, as a Zipf value: the decimal
logarithm of its occurrences in a billion words. A page of L = 1000 words would hold a term of
frequency f with probability 1 - exp(-L f) if words fell independently; they come in clumps,
which the negative binomial with shape k = 0.3 allows for:

    df(f) = 1 - (1 + L f / k)^-k

A term that the table lacks is taken to be as rare as the rarest it lists.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache

from focused_crawler.shipped import shipped
from focused_crawler.topic.errors import TopicError

PAGE_WORDS = 1000  # L
CLUMPING = 0.3  # k; with it, early tables rank the pages of a labelled web 2 % better than without


class Background:
    """Document frequencies of general language, each in (0, 1)."""

    def __init__(self, frequencies: Mapping[str, float], *, floor: float) -> None:
        if not 0 < floor < 1:
            raise ValueError(f"floor is {floor}, not between 0 and 1")
        self._frequencies = frequencies
        self.floor = floor

    def document_frequency(self, term: str) -> float:
        """The share of ordinary pages that hold a term."""
        return self._frequencies.get(term, self.floor)

    def __len__(self) -> int:
        return len(self._frequencies)


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
    file = shipped(f"background/{language}.txt.gz")
    if not language.isalpha() or not file.is_file():
        known = ", ".join(background_languages())
        raise TopicError(f"no background table for language {language!r}; there is: {known}")
    return parse_background(gzip.decompress(file.read_bytes()).decode())


def background_languages() -> list[str]:
    """The languages that have a background table."""
    files = (entry.name for entry in shipped("background").iterdir())
    return sorted(name.removesuffix(".txt.gz") for name in files if name.endswith(".txt.gz"))


def parse_background(text: str) -> Background:
    """A background from lines of a Zipf value times 100 and the terms that have it."""
    frequencies: dict[str, float] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            zipf, *terms = line.split()
            frequencies.update(dict.fromkeys(terms, page_probability(int(zipf) / 100)))
    return Background(frequencies, floor=min(frequencies.values()))
