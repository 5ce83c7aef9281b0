"""The default: a link is scored by all that the crawl has learnt so far, part by part.

    score(u) = 1 / (1 + exp(-s)),   s = sum over the parts i of WEIGHTS[i] * x_i(u)

    places    log(.03 + sum over the groups that hold u of rep(g) / (groups + 1)), see `reputation`
    parents   log(1 + sum of the parents' relevance) - log(1 + parents)
    topic     the heaviest topic weight among the link's words (1: the topic's first word)
    rare      mean rarity of those words in general language, at most that of the seeds' titles
    rarest    the largest rarity, at most that of the seeds' titles
    words     how links with the same words turned out: sum of logit(rate) - logit(base), damped
    path      how pages of its host and its folders turned out, against all pages
    text      1 if some anchor is text and not only a picture
    company   -log(1 + links of the smallest block that holds it)

A link's words are the terms of its anchors and of the path of its URL. Dividing by groups + 1
instead of the number of groups is a damping: a link praised once is not better than one praised
often. Every statistic is a running sum, so a page costs what its links cost, however old the crawl.
Pages teach only what links are worth; the topic itself stays that of the seeds (no drift).

The weights are round numbers near a logistic regression on topics of a labelled encyclopedia other
than those the laboratory reports on.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import exp, log, log1p
from statistics import fmean
from urllib.parse import unquote, urlsplit

from focused_crawler.candidate import Candidate
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy.base import (
    FoundLink,
    JudgedPage,
    Options,
    Outcome,
    Strategy,
    candidate_of,
)
from focused_crawler.strategy.rates import Rates
from focused_crawler.strategy.reputation import BLOCK_SHARE, Evidence, Group

WEIGHTS = {
    "places": 1.3, "parents": 0.5, "topic": 1.7, "rare": 0.45, "rarest": 0.6, "words": 0.3,
    "path": 0.3, "text": 3.0, "company": 0.2,
}  # fmt: skip
BIAS = -4.0
FLOOR = 0.03
RISE = 0.01  # a group that rose by less moves nothing; what fell is seen before it is fetched
TELLING_IDF = 3.0  # words rarer than this count in full
MOST_SAID = 3.0  # by words together, either way
FOLDERS = 3
MOST_EVIDENCE = 400_000  # waiting links with evidence in memory; older ones keep their score
NO_CAP = 9.0


class Adaptive(Strategy):
    """Learns from every page fetched which links are worth it."""

    segmenter = "headings"
    norm = "log-terms"
    page = "whole"
    table = "contrast"

    def __init__(self, options: Options) -> None:
        self.options = options
        self._evidence: dict[int, Evidence] = {}
        self._outcomes: dict[int, float] = {}
        self._by_word, self._by_folder = Rates(), Rates()
        self._relevance, self._pages = 0.0, 0
        self._titles: list[tuple[float, float]] = []  # mean and largest rarity in seeds' titles
        self._risen: set[Evidence] = set()
        self._judge: Judge | None = None

    def observe(self, judged: JudgedPage) -> None:
        candidate, self._judge = judged.candidate, judged.judge
        relevance = 1.0 if candidate.is_seed else judged.judgement.relevance
        known = self._evidence.pop(candidate.key, None)
        self._outcomes[candidate.key] = relevance
        self._risen = known.outcome(relevance, least=RISE) if known else set()
        self._relevance += relevance
        self._pages += 1
        if candidate.is_seed:
            self._add_title(judged.page.title)
        else:
            self._by_folder.add(folders_of(candidate.url), relevance)
            self._by_word.add(known.words if known else (), relevance)
        self._find_links(judged, relevance)

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        candidate = candidate_of(found, parent)
        link = self._evidence.get(candidate.key) or self._taken_up(candidate, waiting)
        leads = max((parent.judgement.blocks[i] for i, _ in found.places), default=0.0)
        level = self._level(parent, leads)
        if waiting:
            level = min(level, waiting.level)
            if leads <= link.best_place:
                candidate = waiting.copy()
        link.best_place = max(leads, link.best_place)
        candidate.level = level
        candidate.blocks_seen, candidate.relevance_sum = link.groups_seen, link.places
        candidate.parts = self._parts(link)
        candidate.score = chance(candidate.parts)
        return candidate

    def moved(self) -> Iterable[tuple[int, float]]:
        for link in self._risen:
            if link.key in self._evidence:
                yield link.key, chance(self._parts(link))

    def refresh(self, candidate: Candidate) -> None:
        link = self._evidence.get(candidate.key)
        if link is not None and self._judge is not None:
            candidate.parts = self._parts(link)
            candidate.score = chance(candidate.parts)
            candidate.blocks_seen, candidate.relevance_sum = link.groups_seen, link.places

    def relearn(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            relevance = 1.0 if outcome.is_seed else outcome.relevance
            key = Candidate(outcome.url).key
            self._outcomes[key] = relevance
            self._relevance += relevance
            self._pages += 1
            if not outcome.is_seed:
                self._by_folder.add(folders_of(outcome.url), relevance)

    def _find_links(self, judged: JudgedPage, relevance: float) -> None:
        """Take in the links of a page, before any of them is scored."""
        groups: dict[tuple[int, int], Group] = {}
        blocks = judged.judgement.blocks
        for found in judged.links:
            key = Candidate(found.url).key
            outcome = self._outcomes.get(key)
            link = None if outcome is not None else self._link(key, found.url)
            for index, number in {(index, place.group) for index, place in found.places}:
                group = groups.get((index, number))
                if group is None:
                    prior = BLOCK_SHARE * blocks[index] + (1 - BLOCK_SHARE) * relevance
                    group = groups[index, number] = Group(prior)
                if link is not None:
                    group.join(link)
                elif outcome is not None:
                    group.hear(outcome)
            if link is not None:
                self._describe(link, found, judged, relevance)

    def _describe(
        self, link: Evidence, found: FoundLink, judged: JudgedPage, relevance: float
    ) -> None:
        link.parents += relevance
        link.parents_seen += 1
        for index, place in found.places:
            link.has_text = link.has_text or place.has_text
            link.company = min(link.company, len(judged.page.blocks[index].links))
            if place.anchor and self._judge is not None:
                link.add_words(self._judge.terms_of(place.anchor))

    def _link(self, key: int, url: str) -> Evidence:
        link = self._evidence.get(key)
        if link is None:
            words = self._judge.terms_of(path_words(url)) if self._judge is not None else ()
            link = Evidence(key, folders_of(url), tuple(dict.fromkeys(words)))
            self._evidence[key] = link
            if len(self._evidence) > MOST_EVIDENCE:
                for oldest in list(islice(self._evidence, MOST_EVIDENCE // 4)):
                    del self._evidence[oldest]
        return link

    def _taken_up(self, candidate: Candidate, waiting: Candidate | None) -> Evidence:
        """The evidence of a link that nothing in memory speaks for: what its candidate tells."""
        link = self._link(candidate.key, candidate.url)
        if waiting is not None and self._judge is not None:
            link.places, link.groups_seen = waiting.relevance_sum, waiting.blocks_seen
            link.parents, link.parents_seen = waiting.relevance_sum, waiting.blocks_seen
            link.has_text = waiting.parts.get("text", 0.0) > 0
            link.add_words(self._judge.terms_of(waiting.anchor))
        return link

    def _level(self, parent: JudgedPage, leads: float) -> int:
        is_gray = self.options.is_gray and leads >= self.options.threshold
        return 0 if parent.is_relevant or is_gray else parent.candidate.level + 1

    def _parts(self, link: Evidence) -> dict[str, float]:
        """What speaks for a link, in log-odds; the bias comes on top."""
        base = (self._relevance + 1) / (self._pages + 5)
        rate = base
        for folder in link.folders:
            rate = self._by_folder.rate(folder, rate)
        parts = {
            "places": log(FLOOR + link.places / (link.groups_seen + 1)),
            "parents": log1p(link.parents) - log1p(link.parents_seen),
            "path": log((rate + FLOOR) / (base + FLOOR)),
            "text": float(link.has_text),
            "company": -log1p(link.company),
        }
        if link.words and self._judge is not None:
            self._add_word_parts(parts, link, base, self._judge)
        return {name: WEIGHTS[name] * value for name, value in parts.items()}

    def _add_word_parts(
        self, parts: dict[str, float], link: Evidence, base: float, judge: Judge
    ) -> None:
        parts["rare"], parts["rarest"] = link.rarity or self._rarity(link, judge)
        expected = logit(base)
        heaviest = said = 0.0
        for word in link.words:
            heaviest = max(heaviest, judge.weight(word))
            if word in self._by_word:
                share = min(1.0, judge.idf(word) / TELLING_IDF)
                said += share * (logit(self._by_word.rate(word, base)) - expected)
        parts["topic"] = heaviest
        parts["words"] = max(-MOST_SAID, min(MOST_SAID, said))

    def _rarity(self, link: Evidence, judge: Judge) -> tuple[float, float]:
        rarities = [judge.rarity(word) for word in link.words]
        means, most = zip(*self._titles, strict=True) if self._titles else ((NO_CAP,), (NO_CAP,))
        link.rarity = min(fmean(rarities), fmean(means)), min(max(rarities), fmean(most))
        return link.rarity

    def _add_title(self, title: str) -> None:
        if self._judge is not None:
            rarities = [self._judge.rarity(term) for term in set(self._judge.terms_of(title))]
            if rarities:
                self._titles.append((fmean(rarities), max(rarities)))


def chance(parts: dict[str, float]) -> float:
    """The score that some parts add up to, from 0 to 1."""
    return 1 / (1 + exp(-max(-30.0, BIAS + sum(parts.values()))))


def logit(rate: float) -> float:
    return log((rate + 0.01) / (1.01 - rate))


def folders_of(url: str) -> tuple[str, ...]:
    """Host, host/first folder, host/first/second folder.

    >>> folders_of("http://ore.example/iron/2014/may.html?x=1")
    ('ore.example', 'ore.example/iron', 'ore.example/iron/2014')
    """
    steps = url.partition("://")[2].partition("?")[0].split("/")
    return tuple("/".join(steps[:n]) for n in range(1, min(len(steps), FOLDERS + 1)))


def path_words(url: str) -> str:
    """What the path of a URL says to a reader, without its ending.

    >>> path_words("http://ore.example/iron%20ore/mining_2014.html")
    '/iron ore/mining 2014'
    """
    path = unquote(urlsplit(url).path)
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}{name.partition('.')[0]}".replace("_", " ")
