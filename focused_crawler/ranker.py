"""From a parsed page to scored candidates: the one path that the live crawl and a simulation share.

The ranker owns the judge and the strategy and counts the pages judged (the crawl's clock).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from focused_crawler.candidate import Candidate
from focused_crawler.frontier.base import Frontier
from focused_crawler.page import Page
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy import FoundLink, JudgedPage, Strategy, found_links

STALE = 1e-6  # a score that fell by less is as good as new
MOST_STALE = 30  # candidates looked at again before the next one is taken as it is

IsFree = Callable[[str], bool]
Waiting = Callable[[str], Candidate | None]  # the candidate queued under a URL


class Ranker:
    """Judges pages and scores their links."""

    def __init__(self, judge: Judge, strategy: Strategy, *, clock: int = 0) -> None:
        self.judge = judge
        self.strategy = strategy
        self.clock = clock

    def read(self, page: Page, candidate: Candidate) -> JudgedPage:
        """Judge a fetched page and let the strategy learn from the outcome."""
        judgement = self.judge.judge(page)
        links = found_links(page)
        judged = JudgedPage(page, judgement, candidate, self.clock, self.judge, links)
        self.clock += 1
        self.strategy.observe(judged)
        return judged

    def links(self, judged: JudgedPage, waiting: Waiting) -> Iterable[Candidate]:
        """The candidates of a page's links, in document order."""
        for found in judged.links or found_links(judged.page):
            candidate = self._score(found, judged, waiting(found.url))
            if candidate:
                yield candidate

    def settle(self, frontier: Frontier) -> None:
        """Let the frontier know of waiting links that the page read last has moved."""
        for key, score in self.strategy.moved():
            frontier.rescore(key, score)

    def next(self, frontier: Frontier, is_free: IsFree | None = None) -> Candidate | None:
        """Lease the best candidate; one that is worth less by now waits again, with that score."""
        for _ in range(MOST_STALE):
            candidate = frontier.pop(is_free)
            if candidate is None or candidate.is_seed:
                return candidate
            before = candidate.score
            self.strategy.refresh(candidate)
            if candidate.score >= before - STALE:
                return candidate
            frontier.requeue(candidate)
        return frontier.pop(is_free)

    def link(self, url: str, judged: JudgedPage, waiting: Waiting) -> Candidate | None:
        """The candidate of a URL that a spider made up itself: it has the page, but no block."""
        return self._score(FoundLink(url), judged, waiting(url))

    def _score(
        self, found: FoundLink, judged: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        if waiting is None:
            return self.strategy.score(found, judged, None)
        if waiting.is_seed:
            return waiting  # a person named it: it goes first, whoever links to it
        candidate = self.strategy.score(found, judged, waiting)
        if candidate:
            candidate.request = waiting.request  # a new parent does not change how it is fetched
        return candidate
