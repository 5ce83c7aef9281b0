"""The default: a link is scored by all that the crawl has learnt so far, part by part.

    score(u) = 1 / (1 + exp(-s)),   s = sum over the parts i of WEIGHTS[i] * x_i(u)

    places    log(.03 + sum over the groups that hold u of rep(g) / (groups + 1)), see `reputation`
    parents   log(1 + sum of the parents' relevance) - log(1 + parents)
    topic     the heaviest topic weight among the link's words (1: the topic's first word)
    rare      mean rarity of those words in general language, at most that of the seeds' titles
    words     how links with the same words turned out: sum of logit(rate) - logit(base), damped
    path      how pages of its host and its folders turned out, against all pages
    text      1 if some anchor is text and not only a picture
    company   -log(1 + links of the smallest block that holds it)
    host      only with host_diversity, its weight: log(1.01 - its host's share of the pages read)

A link's words are the terms of its anchors and of the path of its URL. Dividing by groups + 1
instead of the number of groups is a damping: a link praised once is not better than one praised
often. Every statistic is a running sum, so a page costs what its links cost, however old the crawl.
Pages teach only what links are worth; the topic itself stays that of the seeds (no drift).

The weights are round numbers near a logistic regression on topics of a labelled encyclopedia other
than those the laboratory reports on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, expm1, log, log1p
from typing import Protocol

from focused_crawler.candidate import Candidate
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy.base import (
    FoundLink,
    JudgedPage,
    Met,
    Options,
    Outcome,
    Strategy,
    candidate_of,
)
from focused_crawler.strategy.experience import FLOOR, Experience
from focused_crawler.strategy.reputation import NEVER_SCORED, UNKNOWN, Evidence
from focused_crawler.strategy.url_words import folders_of, path_words
from focused_crawler.strategy.waiting_links import WaitingLinks

WEIGHTS = {
    "places": 1.3, "parents": 0.5, "topic": 1.7, "rare": 0.45, "words": 0.3, "path": 0.3,
    "text": 3.0, "company": 0.2,
}  # fmt: skip
BIAS = -4.0
# Numbers of parents at which the frontier hears all that is known of a waiting link, and not only
# its score. A crawl that is killed remembers what it knew then.
TOLD_AT = frozenset(4**n for n in range(16))
# A waiting link that one more page has is weighed again when its parents have grown by a share of
# 1 / STEADY, and before it is fetched: the hundredth page with the same menu tells little.
STEADY = 8


class ExtraParts(Protocol):
    """Parts of the score that do not come with the crawler."""

    def observe(self, judged: JudgedPage) -> None:
        """A page was read; its links are about to be scored."""

    def parts(self, link: Evidence) -> Mapping[str, float]:
        """What it has to say for a link, by name, in log-odds."""


class Adaptive(Strategy):
    """Learns from every page fetched which links are worth it."""

    segmenter = "headings"
    norm = "log-terms"
    page = "whole"
    table = "contrast"
    explores = True

    def __init__(
        self,
        options: Options,
        *,
        weights: Mapping[str, float] = WEIGHTS,
        extra: Sequence[ExtraParts] = (),
    ) -> None:
        self.options, self.weights, self.extra = options, weights, extra
        self.links, self.experience = WaitingLinks(most_links=options.most_links), Experience()
        self._risen: set[Evidence] = set()
        self._judge: Judge | None = None

    def observe(self, judged: JudgedPage) -> None:
        candidate, self._judge = judged.candidate, judged.judge
        relevance = 1.0 if candidate.is_seed else judged.judgement.relevance
        known, self._risen = self.links.settle(candidate.key, relevance)
        if candidate.is_seed:
            self.experience.learn_seed(self._rarities(judged.page.title))
        else:
            words = known.words if known else self._words(candidate.url, candidate.anchor)
            self.experience.learn(folders_of(candidate.url), words, relevance)
        self.links.take_in(judged, relevance, self._terms)
        for part in self.extra:
            part.observe(judged)

    def failed(self, candidate: Candidate) -> None:
        """Where a link leads nowhere, those beside it are worth less, and so is its host."""
        _, self._risen = self.links.settle(candidate.key, 0.0)
        self.experience.learn(folders_of(candidate.url), (), 0.0)

    def redirected(self, key: int, target: int) -> None:
        self.links.move(key, target)

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        if self.links.outcome(found.key) is not None:
            return waiting  # it was fetched before; if it waits all the same, as it is
        candidate = candidate_of(found, parent)
        link = self._taken_up(waiting) if waiting else self._begun(candidate)
        if not found.places:
            link.add_page(parent.judgement.relevance)
        leads = max((parent.judgement.blocks[i] for i, _ in found.places), default=0.0)
        level = self._level(parent, leads)
        if waiting:
            level = min(level, waiting.level)
            if leads <= link.best_place:
                candidate = waiting.copy()
        link.best_place = max(leads, link.best_place)
        candidate.level = link.level = level
        self._weigh(candidate, link)
        return candidate

    def meet(self, found: FoundLink, parent: JudgedPage) -> Met | None:
        link = self.links.get(found.key)
        if link is None or link.level == NEVER_SCORED or link.parents_seen in TOLD_AT:
            return None
        blocks, places = parent.judgement.blocks, found.places
        if len(places) == 1:  # as nearly always
            leads = blocks[places[0][0]]
        else:
            leads = max([blocks[i] for i, _ in places], default=1.0)
        if leads > link.best_place or self._level(parent, leads) < link.level:
            return None
        if link.parents_seen % (1 + link.parents_seen // STEADY):
            return Met(link.score, 0.0, link.level, {})
        parts = self._parts(link)
        before, link.score = link.score, chance(parts)
        return Met(link.score, link.score - before, link.level, parts)

    def moved(self) -> Iterable[tuple[int, float]]:
        for link in self._risen:
            if self.links.get(link.key) is link:
                link.score = chance(self._parts(link))
                yield link.key, link.score

    def refresh(self, candidate: Candidate) -> None:
        link = self.links.get(candidate.key)
        if link is None and "places" in candidate.parts:
            link = self._taken_up(candidate)
        if link is not None:
            self._weigh(candidate, link)

    def relearn(self, outcomes: Iterable[Outcome], judge: Judge) -> None:
        self._judge = judge
        for outcome in outcomes:
            relevance = 1.0 if outcome.is_seed else outcome.relevance
            self.links.note(Candidate(outcome.url).key, relevance)
            if outcome.is_seed:
                self.experience.learn_seed(self._rarities(outcome.title))
            else:
                words = self._words(outcome.url, outcome.anchor)
                self.experience.learn(folders_of(outcome.url), words, relevance)

    def hear(self, outcomes: Iterable[Outcome], judge: Judge) -> None:
        self._judge, risen = judge, set[Evidence]()
        for outcome in outcomes:
            relevance = 1.0 if outcome.is_seed else outcome.relevance
            known, rose = self.links.settle(Candidate(outcome.url).key, relevance)
            risen |= rose
            words = known.words if known else self._words(outcome.url, outcome.anchor)
            if not outcome.is_seed:
                self.experience.learn(folders_of(outcome.url), words, relevance)
        self._risen = risen

    def anew(self) -> Strategy:
        return Adaptive(self.options, weights=self.weights)

    def _begun(self, candidate: Candidate) -> Evidence:
        return self.links.link(candidate.key, candidate.url, self._terms)

    def _taken_up(self, waiting: Candidate) -> Evidence:
        link = self.links.take_up(waiting, self._terms)
        if link.company == UNKNOWN:
            said = waiting.parts.get("company", 0.0)
            link.company = round(expm1(-said / (self.weights["company"] or 1.0)))
        return link

    def _level(self, parent: JudgedPage, leads: float) -> int:
        is_gray = self.options.is_gray and leads >= self.options.threshold
        return 0 if parent.is_relevant or is_gray else parent.candidate.level + 1

    def _weigh(self, candidate: Candidate, link: Evidence) -> None:
        candidate.parts = self._parts(link)
        candidate.score = link.score = chance(candidate.parts)
        candidate.blocks_seen, candidate.relevance_sum = link.groups_seen, link.places

    def _parts(self, link: Evidence) -> dict[str, float]:
        """What speaks for a link, in log-odds; the bias comes on top."""
        weights, experience, judge = self.weights, self.experience, self._judge
        parts = {
            "places": weights["places"] * log(FLOOR + link.places / (link.groups_seen + 1)),
            "parents": weights["parents"] * (log1p(link.parents) - log1p(link.parents_seen)),
            "path": weights["path"] * experience.path(link),
            "text": weights["text"] * link.has_text,
            "company": weights["company"] * -log1p(link.company),
        }
        if link.words and judge is not None:
            if link.table is not judge.weights_:
                link.topic, link.table = judge.heaviest(link.words), judge.weights_
            parts["rare"] = weights["rare"] * experience.rarity(link, judge)
            parts["topic"] = weights["topic"] * link.topic
            parts["words"] = weights["words"] * experience.words(link, judge)
        if self.options.host_diversity:
            parts["host"] = self.options.host_diversity * self.experience.host(link)
        for part in self.extra:
            parts.update(part.parts(link))
        return parts

    def _terms(self, text: str) -> Sequence[str]:
        return self._judge.terms_of(text) if self._judge is not None else ()

    def _words(self, url: str, anchor: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self._terms(path_words(url)), *self._terms(anchor)]))

    def _rarities(self, text: str) -> list[float]:
        judge = self._judge
        return [judge.rarity(term) for term in set(judge.terms_of(text))] if judge else []


def chance(parts: Mapping[str, float]) -> float:
    """The score that some parts add up to, from 0 to 1."""
    return 1 / (1 + exp(-max(-30.0, BIAS + sum(parts.values()))))
