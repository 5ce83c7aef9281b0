"""The evidence of every waiting link, and the outcomes of those that were fetched.

Memory has an end: beyond `most_links` the quarter that no page had for the longest is forgotten.
A link that is found again after that, or after a restart, goes on with what its candidate still
tells. In the laboratory 2,000 links in memory cost .002 of recall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from focused_crawler.candidate import Candidate
from focused_crawler.strategy.base import FoundLink, JudgedPage
from focused_crawler.strategy.reputation import BLOCK_SHARE, Evidence, Group
from focused_crawler.strategy.url_words import folders_of, path_words

RISE = 0.01  # a group that rose by less moves nothing; what fell is seen before it is fetched
MOST_LINKS = 100_000  # waiting links with evidence in memory; some 60 MB
MOST_OUTCOMES = 1_000_000

Terms = Callable[[str], Sequence[str]]


class WaitingLinks:
    """Evidence by key."""

    def __init__(self, *, most_links: int = MOST_LINKS, most_outcomes: int = MOST_OUTCOMES) -> None:
        self.most_links, self.most_outcomes = most_links, most_outcomes
        self._evidence: dict[int, Evidence] = {}
        self._outcomes: dict[int, float] = {}
        self._new: set[int] = set()  # links whose evidence began with the page read last

    def __len__(self) -> int:
        return len(self._evidence)

    def get(self, key: int) -> Evidence | None:
        return self._evidence.get(key)

    def outcome(self, key: int) -> float | None:
        """What a link that was fetched turned out to be worth."""
        return self._outcomes.get(key)

    def note(self, key: int, relevance: float) -> None:
        """A page was fetched in an earlier run."""
        self._outcomes[key] = relevance
        _forget_first(self._outcomes, self.most_outcomes)

    def settle(self, key: int, relevance: float) -> tuple[Evidence | None, set[Evidence]]:
        """A link was fetched: its evidence, and the links that rose with it."""
        self.note(key, relevance)
        known = self._evidence.pop(key, None)
        return known, known.outcome(relevance, least=RISE) if known else set()

    def move(self, key: int, target: int) -> None:
        """A link leads to another address: what is known of it holds there."""
        link = self._evidence.pop(key, None)
        outcome = self._outcomes.get(target)
        if link is not None and outcome is not None:
            link.outcome(outcome, least=RISE)
        elif link is not None and target not in self._evidence:
            link.key = target
            self._evidence[target] = link

    def take_in(self, judged: JudgedPage, relevance: float, terms: Terms) -> None:
        """The links of a page, before any of them is scored: outcomes first, then those to come."""
        groups = _Groups(judged, relevance)
        self._new.clear()
        to_come: list[FoundLink] = []
        for found in judged.links:
            outcome = self._outcomes.get(found.key)
            if outcome is None:
                to_come.append(found)
            elif found.key != judged.candidate.key:  # a page is no evidence for itself
                for group in groups.of(found):
                    group.hear(outcome)
        known, sizes = self._evidence, [len(block.links) for block in judged.page.blocks]
        for found in to_come:
            link = known.pop(found.key, None)
            if link is None:
                link = self.link(found.key, found.url, terms)
            else:
                known[found.key] = link  # now the last to be forgotten
            for group in groups.of(found):
                group.join(link)
            link.parents += relevance
            link.parents_seen += 1
            _describe(link, found, sizes, terms)

    def link(self, key: int, url: str, terms: Terms) -> Evidence:
        """The evidence of a link, begun if there is none."""
        link = self._evidence.get(key)
        if link is None:
            words = tuple(dict.fromkeys(terms(path_words(url))))
            link = self._evidence[key] = Evidence(key, folders_of(url), words)
            self._new.add(key)
            for forgotten in _forget_first(self._evidence, self.most_links):
                forgotten.leave()
        return link

    def take_up(self, waiting: Candidate, terms: Terms) -> Evidence:
        """The evidence of a candidate; what was forgotten of it is what the candidate tells."""
        link = self.link(waiting.key, waiting.url, terms)
        if waiting.key in self._new:
            self._new.discard(waiting.key)
            link.places += waiting.relevance_sum
            link.groups_seen += waiting.blocks_seen
            link.parents += waiting.relevance_sum
            link.parents_seen += waiting.blocks_seen
            link.has_text = link.has_text or waiting.parts.get("text", 0.0) > 0
            link.add_words(terms(waiting.anchor))
        return link


class _Groups:
    """The groups of one page, made as they are asked for."""

    def __init__(self, judged: JudgedPage, relevance: float) -> None:
        self.blocks, self.relevance = judged.judgement.blocks, relevance
        self._groups: dict[tuple[int, int], Group] = {}

    def of(self, found: FoundLink) -> Sequence[Group]:
        if len(found.places) == 1:  # as nearly always
            index, link = found.places[0]
            places: Iterable[tuple[int, int]] = ((index, link.group),)
        else:
            places = {(index, link.group) for index, link in found.places}
        return [self._groups.get(place) or self._make(place) for place in places]

    def _make(self, place: tuple[int, int]) -> Group:
        prior = BLOCK_SHARE * self.blocks[place[0]] + (1 - BLOCK_SHARE) * self.relevance
        group = self._groups[place] = Group(prior)
        return group


def _describe(link: Evidence, found: FoundLink, sizes: Sequence[int], terms: Terms) -> None:
    for index, place in found.places:
        if place.has_text:
            link.has_text = True
        if sizes[index] < link.company:
            link.company = sizes[index]
        if place.anchor:
            link.add_words(terms(place.anchor))


def _forget_first(known: dict[int, Any], most: int) -> list[Any]:
    excess = list(islice(known, most // 4)) if len(known) > most else []
    return [known.pop(key) for key in excess]
