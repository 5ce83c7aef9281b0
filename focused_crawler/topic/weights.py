"""A topic's weight table: which terms it is made of, and how much each one counts.

Weights are positive. Tables made from scores have 1 as their largest weight (002 eq. 1); a table
read from a file keeps the weights that stand there. A table never changes: merging makes a new one.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping
from heapq import nsmallest
from math import hypot, isfinite


class WeightTable:
    """An immutable mapping from stemmed term to weight > 0; a term it lacks weighs 0.

    `words` may give for some terms the word to show to people ("computer" for "comput").
    """

    __slots__ = ("_norm", "_weights", "_words")

    def __init__(
        self, weights: Mapping[str, float], *, words: Mapping[str, str] | None = None
    ) -> None:
        for term, weight in weights.items():
            if not (weight > 0 and isfinite(weight)):
                raise ValueError(f"the weight of {term!r} is {weight}, not a number above 0")
        self._weights = dict(weights)
        self._words = {term: word for term, word in (words or {}).items() if term in weights}
        self._norm = hypot(*self._weights.values())

    def __getitem__(self, term: str) -> float:
        return self._weights[term]

    def __contains__(self, term: object) -> bool:
        return term in self._weights

    def __iter__(self) -> Iterator[str]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WeightTable) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        return f"<WeightTable of {len(self)} terms: {dict(self.top(5))}>"

    def get(self, term: str, default: float = 0.0, /) -> float:
        return self._weights.get(term, default)

    def keys(self) -> KeysView[str]:
        return self._weights.keys()

    def items(self) -> ItemsView[str, float]:
        return self._weights.items()

    @property
    def norm(self) -> float:
        """The Euclidean length of the table."""
        return self._norm

    def word(self, term: str) -> str:
        """What to show for a term."""
        return self._words.get(term, term)

    def top(self, n: int) -> list[tuple[str, float]]:
        """The n heaviest terms, heaviest first, equal ones in alphabetical order."""
        return nsmallest(n, self._weights.items(), key=_heaviest_first)

    def normalised(self) -> WeightTable:
        """The same table with 1 as its largest weight."""
        return table_of(self._weights, words=self._words)

    def merge(self, other: WeightTable, share: float) -> WeightTable:
        """(1 - share) of this table and share of the other, both normalised; normalised again."""
        if not 0 <= share <= 1:
            raise ValueError(f"share is {share}, not between 0 and 1")
        ours, theirs = self.normalised(), other.normalised()
        mixed = {
            term: (1 - share) * ours.get(term) + share * theirs.get(term)
            for term in ours.keys() | theirs.keys()
        }
        return table_of(mixed, words=other._words | self._words)


def _heaviest_first(item: tuple[str, float]) -> tuple[float, str]:
    return -item[1], item[0]


def table_of(
    scores: Mapping[str, float], *, size: int | None = None, words: Mapping[str, str] | None = None
) -> WeightTable:
    """The `size` highest scores above 0, heaviest first, divided by the highest.

    >>> table_of({"ore": 2.0, "iron": 8.0, "page": 0.0})
    <WeightTable of 2 terms: {'iron': 1.0, 'ore': 0.25}>
    """
    best = nsmallest(len(scores) if size is None else size, scores.items(), key=_heaviest_first)
    shares = ((term, score / best[0][1]) for term, score in best if score > 0)
    # Dividing a score near zero by a large one can give 0, and a table holds no such weight.
    return WeightTable({term: share for term, share in shares if share > 0}, words=words)
