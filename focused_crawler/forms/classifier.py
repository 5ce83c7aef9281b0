"""What a form is for: searchable, or one of the purposes a crawler has no use for.

Two questions, by logistic regression over `features`: is it searchable, s = sigmoid(w_s x + b_s),
and, if it is not, which of the others is it, with odds o_c = sigmoid(w_c x + b_c):

    P(searchable) = s        P(c) = (1 - s) * o_c / sum(o)

The weights come from scripts/train_forms.py and are kept as JSON: feature -> one weight a class.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp

from focused_crawler.forms.features import features
from focused_crawler.forms.model import Form
from focused_crawler.shipped import shipped

SEARCHABLE = "searchable"
OTHERS = ("login", "registration", "recovery", "mailing list", "contact", "order", "other")
CLASSES = (SEARCHABLE, *OTHERS)
SHIPPED_MODEL = "models/forms.json"
THRESHOLD = 0.5  # of P(searchable)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The class of a form and the probabilities of all classes, which sum to 1."""

    name: str
    probabilities: Mapping[str, float]

    @property
    def probability(self) -> float:
        return self.probabilities[self.name]

    @property
    def is_searchable(self) -> bool:
        return self.name == SEARCHABLE


@dataclass(frozen=True, slots=True)
class FormModel:
    """Weights of a trained classifier, one number for each of CLASSES."""

    intercepts: Sequence[float]
    weights: Mapping[str, Sequence[float]]

    @classmethod
    def from_json(cls, text: str) -> FormModel:
        """A model as `to_json` wrote it."""
        state = json.loads(text)
        if tuple(state["classes"]) != CLASSES:
            raise ValueError(f"the form model has the classes {state['classes']}, not {CLASSES}")
        return cls(state["intercepts"], state["weights"])

    def to_json(self) -> str:
        rows = ",\n".join(
            f"{json.dumps(name, ensure_ascii=False)}:{json.dumps(list(row), separators=(',', ':'))}"
            for name, row in sorted(self.weights.items())
        )
        head = f'"classes":{json.dumps(CLASSES)},\n"intercepts":{json.dumps(list(self.intercepts))}'
        return f'{{{head},\n"weights":{{\n{rows}\n}}}}\n'

    def classify(self, form: Form) -> Verdict:
        """What the form is for."""
        scores = self._scores(features(form))
        searchable, odds = scores[0], scores[1:]
        share = (1 - searchable) / sum(odds)
        probabilities = {SEARCHABLE: searchable} | {
            name: share * odd for name, odd in zip(OTHERS, odds, strict=True)
        }
        best_other = max(OTHERS, key=probabilities.__getitem__)
        return Verdict(SEARCHABLE if searchable >= THRESHOLD else best_other, probabilities)

    def _scores(self, found: Mapping[str, float]) -> list[float]:
        totals = list(self.intercepts)
        for name, value in found.items():
            for column, weight in enumerate(self.weights.get(name, ())):
                totals[column] += weight * value
        return [_sigmoid(total) for total in totals]


def _sigmoid(total: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))  # beyond 30 it is 0 or 1 in a float


@cache
def shipped_model() -> FormModel:
    """The model that ships with the crawler, read once."""
    return FormModel.from_json(shipped(SHIPPED_MODEL).read_text(encoding="utf-8"))


def classify(form: Form, model: FormModel | None = None) -> Verdict:
    """What a form is for, by the shipped model or another one."""
    return (model or shipped_model()).classify(form)
