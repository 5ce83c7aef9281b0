"""A link's score is what a classifier makes of its four attributes (002), learnt while crawling.

002 trains on a fixed set before the crawl; here the outcomes of the crawl itself are the training
set, as judged by the crawler. Until there are enough of them the attributes are averaged (001).
Links of equal chance, which a tree gives often, are ordered by that average. A link that is found
again has the best of each attribute, and is scored anew by what has been learnt meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import fmean

from focused_crawler.candidate import Candidate
from focused_crawler.scoring.classifiers import (
    LinkClassifier,
    Model,
    decision_tree,
    naive_bayes,
    neural_network,
)
from focused_crawler.strategy.attributes import ATTRIBUTES
from focused_crawler.strategy.base import FoundLink, JudgedPage, Options, candidate_of
from focused_crawler.strategy.link_score import LinkScore

TIE_BREAK = 1e-3


class Classified(LinkScore):
    """Follows the links that look like those that were worth it."""

    table = "contrast"

    def __init__(self, options: Options, *, make: Callable[[], Model]) -> None:
        super().__init__(options)
        self.classifier = LinkClassifier(make)

    def observe(self, judged: JudgedPage) -> None:
        parts = judged.candidate.parts
        if all(name in parts for name in ATTRIBUTES):
            attributes = [parts[name] for name in ATTRIBUTES]
            self.classifier.learn(attributes, is_relevant=judged.is_relevant)

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        attributes = self.attributes(found, parent)
        candidate = candidate_of(found, parent)
        if waiting:
            candidate = (
                waiting if waiting.parts.get("parent", 0) > attributes["parent"] else candidate
            )
            candidate.depth = min(waiting.depth, parent.candidate.depth + 1)
            attributes = {n: max(v, waiting.parts.get(n, 0.0)) for n, v in attributes.items()}
        candidate.score, candidate.parts = self.combine(attributes), attributes
        return candidate

    def combine(self, attributes: dict[str, float]) -> float:
        chance = self.classifier.forecast(list(attributes.values()))
        mean = fmean(attributes.values())
        return mean if chance is None else chance + TIE_BREAK * mean


NaiveBayes = partial(Classified, make=naive_bayes)
DecisionTree = partial(Classified, make=decision_tree)
NeuralNetwork = partial(Classified, make=neural_network)
