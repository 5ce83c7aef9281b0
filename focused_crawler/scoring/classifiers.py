"""Naive Bayes, decision tree and neural network over the attributes of a link (002 §4.4, §6).

A classifier learns from the links that were followed: the attributes a link had, and whether its
page turned out relevant. It is fitted anew each time the examples have grown by a third, which in
the end costs no more than `partial_fit`, and a tree has none. Until it has seen both outcomes it
has no opinion. The latest examples are kept, and they are the model: fitting is without chance, so
the same examples give the same forecasts, and nothing is ever unpickled.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from focused_crawler.scoring.link_examples import Example

FEWEST_EXAMPLES = 20
REFIT_GROWTH = 1.33
MOST_EXAMPLES = 20_000  # a fit of all three takes some seconds then
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
        self.examples: deque[Example] = deque(maxlen=MOST_EXAMPLES)
        self._learnt = 0  # examples, of which the first may be forgotten
        self._refit_at: float = FEWEST_EXAMPLES
        self._forecasts: dict[tuple[int, ...], float] = {}

    def learn(self, attributes: Sequence[float], *, is_relevant: bool) -> None:
        """Take the outcome of a link that was followed."""
        self.examples.append((tuple(attributes), is_relevant))
        self._learnt += 1
        if self._learnt >= self._refit_at:
            self._fit()

    def train(self, examples: Iterable[Example]) -> None:
        """Take examples of an earlier crawl."""
        self.examples.extend(examples)
        self._learnt = len(self.examples)
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

    def described(self, features: Sequence[str]) -> dict[str, Any]:
        """What was learnt, in plain values to look at."""
        told: dict[str, Any] = {"examples": len(self.examples), "features": list(features)}
        if self.model_ is not None:
            told |= {"kind": type(self.model_).__name__} | _parameters(self.model_, features)
        return told

    def _fit(self) -> None:
        from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

        rows, outcomes = [row for row, _ in self.examples], [good for _, good in self.examples]
        if len(set(outcomes)) < 2:
            return
        model = self.make()
        # Threads wait for each other longer than matrices of this size take: 10 s against 4.
        with threadpool_limits(1), warnings.catch_warnings():
            # A network that has not converged is still the best forecast there is.
            warnings.simplefilter("ignore")
            model.fit(rows, outcomes)
        self.model_ = model
        self._forecasts.clear()
        self._refit_at = self._learnt * REFIT_GROWTH


def _parameters(model: Model, features: Sequence[str]) -> dict[str, Any]:
    if hasattr(model, "theta_"):
        means = {"irrelevant": model.theta_[0].tolist(), "relevant": model.theta_[1].tolist()}
        return {"means": means, "variances": model.var_.tolist()}
    if hasattr(model, "tree_"):
        from sklearn.tree import export_text

        return {"tree": export_text(model, feature_names=list(features)).splitlines()}
    layers = zip(model.coefs_, model.intercepts_, strict=True)
    return {"layers": [{"weights": w.tolist(), "shifts": b.tolist()} for w, b in layers]}
