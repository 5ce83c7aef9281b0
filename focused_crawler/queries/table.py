"""The dynamic weight table: what people ask for now, and less and less what they asked for before.

Queries are cut into terms without stop words, stemmed; phrases that the topic lists are one term
each. qf is the number of queries that hold a term. Over the terms of the new queries and those
of the old table (001 §3.1, eq. 3 and step 8),

    W_new = (1 - a) qf + a W_old,   0 < a <= 0.5,   kept where W_new >= threshold

A term that nobody asks for any more loses the share 1 - a of its weight each time, then drops out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from focused_crawler.queries.formats import Query
from focused_crawler.topic.terms import common_words, terms
from focused_crawler.topic.weights import WeightTable

ALPHA = 0.5  # the paper's example
THRESHOLD = 1.0  # likewise
SIZE = 150  # terms, as in a table learnt from pages
CHUNK = 200_000  # distinct queries held in memory at a time
MOST_REMEMBERED = 20_000  # of the most frequent queries: to show, and to find words for terms


class Phrases:
    """The phrases of a topic: neighbouring terms that count as one, "lok sabha"."""

    def __init__(self, phrases: Iterable[str], language: str = "en") -> None:
        self._by_first: dict[str, list[tuple[str, ...]]] = {}
        self.words: dict[str, str] = {}
        for phrase in phrases:
            parts = tuple(terms(phrase, language))
            if len(parts) > 1:
                self._by_first.setdefault(parts[0], []).append(parts)
                self.words[" ".join(parts)] = phrase
        for known in self._by_first.values():
            known.sort(key=len, reverse=True)

    def join(self, found: list[str]) -> list[str]:
        """The terms of a query, with each phrase as one term."""
        if self._by_first.keys().isdisjoint(found):
            return found
        joined, at = [], 0
        while at < len(found):
            length = self._length_at(found, at)
            joined.append(" ".join(found[at : at + length]))
            at += length
        return joined

    def _length_at(self, found: list[str], at: int) -> int:
        for phrase in self._by_first.get(found[at], ()):
            if tuple(found[at : at + len(phrase)]) == phrase:
                return len(phrase)
        return 1


@dataclass(slots=True)
class QueryCounts:
    """What a log holds: how many queries, how many hold each term, and the most frequent ones."""

    queries: int = 0
    frequencies: Counter[str] = field(default_factory=Counter)
    frequent: Counter[str] = field(default_factory=Counter)
    first: float | None = None  # the times they span, where the log tells
    last: float | None = None


def count_queries(
    queries: Iterable[Query], *, language: str = "en", phrases: Phrases | None = None
) -> QueryCounts:
    """Count a log in bounded memory; equal queries are looked at once a chunk."""
    counts, chunk = QueryCounts(), Counter[str]()
    phrases = phrases or Phrases(())
    for text, count, time in queries:
        chunk[text.strip().lower()] += count
        if time is not None:
            counts.first = time if counts.first is None else min(counts.first, time)
            counts.last = time if counts.last is None else max(counts.last, time)
        if len(chunk) >= CHUNK:
            _fold(chunk, counts, language, phrases)
    _fold(chunk, counts, language, phrases)
    return counts


def _fold(chunk: Counter[str], counts: QueryCounts, language: str, phrases: Phrases) -> None:
    frequencies = counts.frequencies
    del chunk[""]
    for text, count in chunk.items():
        counts.queries += count
        for term in set(phrases.join(terms(text, language))):
            frequencies[term] += count
    counts.frequent.update(chunk)
    if len(counts.frequent) > MOST_REMEMBERED:
        counts.frequent = Counter(dict(counts.frequent.most_common(MOST_REMEMBERED)))
    chunk.clear()


def dynamic_weights(
    frequencies: Mapping[str, int],
    old: Mapping[str, float],
    *,
    alpha: float = ALPHA,
    threshold: float = THRESHOLD,
    size: int = SIZE,
) -> dict[str, float]:
    """The new table, heaviest first, equal ones in alphabetical order; a size of 0 is no limit."""
    if not 0 < alpha <= 0.5:
        raise ValueError(f"alpha is {alpha}, not above 0 and at most 0.5")
    weights = {
        term: (1 - alpha) * frequencies.get(term, 0) + alpha * old.get(term, 0.0)
        for term in frequencies.keys() | old.keys()
    }
    kept = [item for item in weights.items() if item[1] >= threshold and item[1] > 0]
    kept.sort(key=lambda item: (-item[1], item[0]))
    return dict(kept[: size or None])


def shown_words(
    weights: Iterable[str], counts: QueryCounts, phrases: Phrases, language: str = "en"
) -> dict[str, str]:
    """The word to show for each term, where the log tells."""
    queries = [text[:1000] for text, _ in counts.frequent.most_common()]
    known = common_words(queries, language) | phrases.words
    return {term: known[term] for term in weights if known.get(term, term) != term}


def page_weights(weights: Mapping[str, float], words: Mapping[str, str]) -> WeightTable:
    """The table as pages are read with it: each word of a phrase has the phrase's weight."""
    single: dict[str, float] = {}
    for key, weight in weights.items():
        for term in key.split():
            single[term] = max(weight, single.get(term, 0.0))
    return WeightTable(single, words=words)
