"""How texts of a meaning turned out: a ridge regression from vectors to outcomes, as running sums.

With X the centred vectors of the texts that were followed and y their centred outcomes,

    w = (X' X + LAMBDA I)^-1 X' y,   expected(v) = (v - mean) . w

It is solved anew each time the outcomes have grown by a seventh; a solution costs what the width of
the vectors makes it cost (384 numbers: some 5 ms), however many outcomes there are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from focused_crawler.meaning.model import Vectors

LAMBDA = 1.0
FEWEST = 20  # outcomes before anything is expected
GROWTH = 1.15


class OutcomesByMeaning:
    """What a text leads to, by what texts of a like meaning led to."""

    def __init__(self) -> None:
        self._products: NDArray[np.float64] | None = None  # sum of v v'
        self._vectors: NDArray[np.float64] | None = None  # sum of v
        self._weighted: NDArray[np.float64] | None = None  # sum of v * outcome
        self._outcomes = 0.0
        self._count = 0
        self._solve_at: float = FEWEST
        self._slope: Vectors | None = None
        self._shift = 0.0

    def add(self, vector: Vectors, outcome: float) -> None:
        """A text with this vector was followed."""
        v = vector.astype(np.float64)
        if self._products is None or self._vectors is None or self._weighted is None:
            self._products, self._vectors = np.zeros((v.size, v.size)), np.zeros(v.size)
            self._weighted = np.zeros(v.size)
        self._products += np.outer(v, v)
        self._vectors += v
        self._weighted += outcome * v
        self._outcomes += outcome
        self._count += 1
        if self._count >= self._solve_at:
            self._solve(self._products, self._vectors, self._weighted)

    def expected(self, vector: Vectors) -> float:
        """How far above or below the mean outcome a text is expected to be."""
        return 0.0 if self._slope is None else float(vector @ self._slope) - self._shift

    def _solve(
        self,
        products: NDArray[np.float64],
        vectors: NDArray[np.float64],
        weighted: NDArray[np.float64],
    ) -> None:
        mean = vectors / self._count
        spread = products - np.outer(vectors, mean) + LAMBDA * np.eye(mean.size)
        slope = np.linalg.solve(spread, weighted - self._outcomes * mean)
        self._slope, self._shift = slope.astype(np.float32), float(mean @ slope)
        self._solve_at = self._count * GROWTH
