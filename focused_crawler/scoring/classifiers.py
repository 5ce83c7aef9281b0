"""Naive Bayes, decision tree and neural network over the attributes of a link (002 §4.4, §6).

A classifier learns from the links that were followed: the attributes a link had, and whether its
page turned out relevant. It is fitted anew each time the examples have grown by a third, and until
it has seen both outcomes it has no opinion.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

FEWEST_EXAMPLES = 20
REFIT_GROWTH = 1.33
GRID = 100  # attributes are read to two digits, so that most links share a forecast

Model = Any  # of scikit-learn, which has no type hints


def naive_bayes() -> Model:
    from sklearn.naive_bayes import GaussianNB

    return GaussianNB(var_smoothing=1e-3)  # some attributes are 0 on every link at first


def decision_tree() -> Model:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(min_samples_leaf=5, random_state=0)


def neural_network() -> Model:
    from sklearn.neural_network import MLPClassifier

    return MLPClassifier((8,), solver="lbfgs", alpha=0.1, max_iter=300, random_state=0)


class LinkClassifier:
    """The chance that a link leads to a relevant page, from its attributes."""

    def __init__(self, make: Callable[[], Model]) -> None:
        self.make = make
        self.model_: Model | None = None
        self._examples: list[tuple[float, ...]] = []
        self._outcomes: list[bool] = []
        self._refit_at: float = FEWEST_EXAMPLES
        self._forecasts: dict[tuple[int, ...], float] = {}

    def learn(self, attributes: Sequence[float], *, is_relevant: bool) -> None:
        """Take the outcome of a link that was followed."""
        self._examples.append(tuple(attributes))
        self._outcomes.append(is_relevant)
        if len(self._examples) >= self._refit_at and len(set(self._outcomes)) > 1:
            self._fit()

    def forecast(self, attributes: Sequence[float]) -> float | None:
        """The chance of a relevant page; None as long as nothing is known."""
        if self.model_ is None:
            return None
        place = tuple(round(value * GRID) for value in attributes)
        if place not in self._forecasts:
            row = [[value / GRID for value in place]]
            self._forecasts[place] = float(self.model_.predict_proba(row)[0, 1])
        return self._forecasts[place]

    def _fit(self) -> None:
        from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

        model = self.make()
        # Threads wait for each other longer than matrices of this size take: 10 s against 4.
        with threadpool_limits(1), warnings.catch_warnings():
            # A network that has not converged is still the best forecast there is.
            warnings.simplefilter("ignore")
            model.fit(self._examples, self._outcomes)
        self.model_ = model
        self._forecasts.clear()
        self._refit_at = len(self._examples) * REFIT_GROWTH
