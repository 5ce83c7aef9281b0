"""What links that succeeded have in common: feature spaces of sites (FSS) and links (FSL), 004
§4.

A space holds three vectors of terms, one for each of URL, anchor and surrounding text. With n_k
the successes that hold term k, N all links seen and d_k those of them that hold it,

    w_k = (1 + ln n_k) * ln((1 + N) / (1 + d_k))        Sim(x) = mean of the three cosines, 0 to 1

The second factor is ours: without it the words every link has (index, home) lead. New successes
wait until there are `learn_after` of them; then the weights change at once, and waiting links
have to be ranked again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from math import log, sqrt
from statistics import fmean
from typing import Any

from focused_crawler.deepweb.context import LinkContext
from focused_crawler.topic.terms import count_terms

MOST_TERMS = 300  # kept of each vector: the rest are words of single links

Parts = tuple[frozenset[str], ...]


class FeatureSpace:
    """Learns from links that led to success and compares others with them."""

    def __init__(self, url_text: Callable[[str], str], *, learn_after: int) -> None:
        if learn_after < 1:
            raise ValueError(f"learn_after is {learn_after}; it must be 1 or more")
        self.url_text, self.learn_after = url_text, learn_after
        self.successes = 0  # learnt from so far
        self.version = 0  # grows with every change of the weights
        self._seen = 0
        self._seen_terms: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
        self._good_terms: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
        self._pending: list[Parts] = []
        self._weights: list[dict[str, float]] = [{}, {}, {}]

    def observe(self, link: LinkContext) -> None:
        """Count a link that was found, whatever will come of it."""
        self._seen += 1
        for counts, terms in zip(self._seen_terms, self._parts(link), strict=True):
            counts.update(terms)

    def add_success(self, link: LinkContext) -> bool:
        """Take a link that led to success; True when the space has changed by it."""
        self._pending.append(self._parts(link))
        if len(self._pending) < self.learn_after:
            return False
        self.learn()
        return True

    def learn(self) -> None:
        """Take all pending successes into the weights."""
        for parts in self._pending:
            for counts, terms in zip(self._good_terms, parts, strict=True):
                counts.update(terms)
        self.successes += len(self._pending)
        self._pending.clear()
        pairs = zip(self._good_terms, self._seen_terms, strict=True)
        self._weights = [self._weighed(good, seen) for good, seen in pairs]
        self.version += 1

    def similarity(self, link: LinkContext) -> float:
        """How much a link is like those that succeeded, 0 to 1."""
        pairs = zip(self._weights, self._parts(link), strict=True)
        return fmean(_cosine(weights, terms) for weights, terms in pairs)

    def to_dict(self) -> dict[str, Any]:
        """Everything learnt, as JSON values."""
        return {
            "successes": self.successes,
            "seen": self._seen,
            "seen_terms": [dict(counts) for counts in self._seen_terms],
            "good_terms": [dict(counts) for counts in self._good_terms],
            "pending": [[sorted(terms) for terms in parts] for parts in self._pending],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up what an earlier run had learnt."""
        self.successes, self._seen = state["successes"], state["seen"]
        self._seen_terms = tuple(Counter(counts) for counts in state["seen_terms"])
        self._good_terms = tuple(Counter(counts) for counts in state["good_terms"])
        pairs = zip(self._good_terms, self._seen_terms, strict=True)
        self._weights = [self._weighed(good, seen) for good, seen in pairs]
        self._pending = [tuple(map(frozenset, parts)) for parts in state["pending"]]
        self.version += 1

    def _parts(self, link: LinkContext) -> Parts:
        texts = (self.url_text(link.url), link.anchor, link.around)
        return tuple(frozenset(count_terms(text)) for text in texts)

    def _weighed(self, good: Counter[str], seen: Counter[str]) -> dict[str, float]:
        best = sorted(good.items(), key=lambda item: (-item[1], item[0]))[:MOST_TERMS]
        total = max(self._seen, self.successes)
        weights = {
            term: (1 + log(count)) * log((1 + total) / (1 + max(count, seen[term])))
            for term, count in best
        }
        if any(weights.values()):
            return weights
        # Nothing else was seen yet to tell the successes from: their words count alike.
        return {term: 1 + log(count) for term, count in best}


def _cosine(weights: Mapping[str, float], terms: Iterable[str]) -> float:
    known = list(terms)
    product = sum(weights.get(term, 0.0) for term in known)
    if product <= 0:
        return 0.0
    norm = sqrt(sum(weight * weight for weight in weights.values()) * len(known))
    return min(1.0, product / norm)
