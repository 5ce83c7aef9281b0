"""A link's score is what a classifier makes of its features (002), learnt before or while crawling.

The features are the four attributes of 002 and what blocks add: see `attributes`, and the
reputation of the groups that hold the link, see `reputation`. 002 trains on a fixed set before the
crawl: `link_examples` names one. The outcomes of the crawl itself, as judged by the crawler, are
added to it. Until there are enough the four attributes are averaged (001). Links of equal chance,
which a tree gives often, are ordered by that average. A link that is found again has the best of
each feature, and is scored anew by what has been learnt meanwhile.
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
from focused_crawler.scoring.link_examples import read_examples
from focused_crawler.strategy.attributes import ATTRIBUTES, BLOCK_ATTRIBUTES, block_attributes_of
from focused_crawler.strategy.base import FoundLink, JudgedPage, Options, candidate_of
from focused_crawler.strategy.link_score import LinkScore
from focused_crawler.strategy.waiting_links import WaitingLinks

FEATURES = (*ATTRIBUTES, *BLOCK_ATTRIBUTES, "reputation")
TIE_BREAK = 1e-3


class Classified(LinkScore):
    """Follows the links that look like those that were worth it."""

    table = "contrast"

    def __init__(self, options: Options, *, make: Callable[[], Model]) -> None:
        super().__init__(options)
        self.classifier = LinkClassifier(make)
        self.links = WaitingLinks(most_links=options.most_links)
        if options.link_examples:
            self.classifier.train(read_examples(options.link_examples, FEATURES))

    def observe(self, judged: JudgedPage) -> None:
        parts, relevance = judged.candidate.parts, judged.judgement.relevance
        if all(name in parts for name in FEATURES):
            features = [parts[name] for name in FEATURES]
            self.classifier.learn(features, is_relevant=judged.is_relevant)
        self.links.settle(judged.candidate.key, relevance)
        self.links.take_in(judged, relevance, _no_terms)

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        features = self.attributes(found, parent) | block_attributes_of(found, parent)
        candidate = candidate_of(found, parent)
        if waiting:
            candidate = (
                waiting if waiting.parts.get("parent", 0) > features["parent"] else candidate
            )
            candidate.depth = min(waiting.depth, parent.candidate.depth + 1)
            features = {n: max(v, waiting.parts.get(n, 0.0)) for n, v in features.items()}
        features["reputation"] = self._reputation(found.key)
        candidate.score, candidate.parts = self.combine(features), features
        return candidate

    def combine(self, attributes: dict[str, float]) -> float:
        chance = self.classifier.forecast([attributes[name] for name in FEATURES])
        mean = fmean(attributes[name] for name in ATTRIBUTES)
        return mean if chance is None else chance + TIE_BREAK * mean

    def _reputation(self, key: int) -> float:
        link = self.links.get(key)
        return link.places / (link.groups_seen + 1) if link else 0.0


def _no_terms(_: str) -> tuple[str, ...]:
    return ()  # a classifier reads the words of a link in its attributes


NaiveBayes = partial(Classified, make=naive_bayes)
DecisionTree = partial(Classified, make=decision_tree)
NeuralNetwork = partial(Classified, make=neural_network)
