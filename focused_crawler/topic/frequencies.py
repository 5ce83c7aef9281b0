"""How many pages hold a term: general language as pseudo-pages, plus the pages crawled so far.

General language alone does not know a site's boilerplate, and the crawled pages alone know too
little at the start. So the background speaks as 100 pages would, and each crawled page as one:

    df(t) = 100 background(t) + crawled(t)
    idf(t) = log((100 + pages + 1) / (df(t) + 1)), never below 0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import log

from focused_crawler.topic.background import Background

PSEUDO_PAGES = 100  # recall of relevant pages: .35 with them, .31 with the background alone
MOST_TERMS = 250_000  # remembered of the crawled pages; some 25 MB


class DocumentFrequencies:
    """Document frequencies that grow with the crawl and stay within bounded memory."""

    def __init__(
        self, background: Background, *, pseudo_pages: int = PSEUDO_PAGES,
        most_terms: int = MOST_TERMS,
    ) -> None:  # fmt: skip
        self.background = background
        self._general = background.frequencies.get
        self.pseudo_pages = pseudo_pages
        self.most_terms = most_terms
        self.pages = 0
        self._crawled: Counter[str] = Counter()

    def add(self, counts: Iterable[str]) -> None:
        """Count one page, given as its term counts (or its set of terms)."""
        self.pages += 1
        self._crawled.update(iter(counts))  # an iterator: the numbers in it do not count
        if len(self._crawled) > self.most_terms:
            self._forget_rarest()

    def _forget_rarest(self) -> None:
        # The rarest terms cost the most memory and tell the least: their idf is near the highest.
        rare = 1
        while len(self._crawled) > self.most_terms // 2:
            self._crawled = Counter({term: n for term, n in self._crawled.items() if n > rare})
            rare *= 2

    def document_frequency(self, term: str) -> float:
        """In how many pages a term stands, pseudo-pages included."""
        general = self.pseudo_pages * self.background.document_frequency(term)
        return general + self._crawled.get(term, 0)

    def idf(self, term: str) -> float:
        """The rarity of a term: 0 where every page holds it."""
        # Asked for every word of every link, hence `document_frequency` without a call.
        general = self._general(term, self.background.floor)
        frequency = self.pseudo_pages * general + self._crawled.get(term, 0)
        rarity = log((self.pseudo_pages + self.pages + 1) / (frequency + 1))
        return rarity if rarity > 0.0 else 0.0
