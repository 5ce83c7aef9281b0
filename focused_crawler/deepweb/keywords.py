"""What to type into a search form: the topic's heaviest terms, as people spell them.

A weight table learnt from pages holds stems, which no database would find. Each term is spelt as
the table shows it or as the relevant pages read so far spell it first; one whose spelling nobody
knows is passed over.
"""

from __future__ import annotations

from focused_crawler.topic.terms import common_words
from focused_crawler.topic.weights import WeightTable

MOST_TERMS = 50  # of the table that are looked at: the others say little of the topic


class Keywords:
    """Learns spellings from relevant pages."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._words: dict[str, str] = {}

    def add(self, text: str, table: WeightTable) -> None:
        """Take the spellings of a relevant page."""
        spelt = common_words([text], self.language)
        for term, _ in table.top(MOST_TERMS):
            if term in spelt:
                self._words.setdefault(term, spelt[term])

    def best(self, table: WeightTable, number: int) -> list[str]:
        """At most so many keywords, the heaviest first."""
        words = (self._spelling(term, table) for term, _ in table.top(MOST_TERMS))
        return list(filter(None, words))[:number]

    def _spelling(self, term: str, table: WeightTable) -> str:
        shown = table.word(term)
        return shown if shown != term else self._words.get(term, "")
