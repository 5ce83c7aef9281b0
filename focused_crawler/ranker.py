"""From a parsed page to scored candidates: the one path that the live crawl and a simulation share.

The ranker owns the judge and the strategy and counts the pages judged (the crawl's clock).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from focused_crawler.candidate import Candidate
from focused_crawler.deepweb.found_form import FoundForm
from focused_crawler.exploration import Explorer
from focused_crawler.frontier.base import Frontier
from focused_crawler.page import Page
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy import FoundLink, JudgedPage, Strategy, found_links

STALE = 1e-6  # a score that fell by less is as good as new
MOST_STALE = 30  # candidates looked at again before the next one is taken as it is

IsFree = Callable[[str], bool]
Waiting = Callable[[int], Candidate | None]  # the candidate queued under a key


class Ranker:
    """Judges pages and scores their links."""

    def __init__(
        self, judge: Judge, strategy: Strategy, *, clock: int = 0, exploration: float = 0.0
    ) -> None:
        self.judge = judge
        self.strategy = strategy
        self.clock = clock
        self.explorer = Explorer(exploration) if exploration and strategy.explores else None

    def read(self, page: Page, candidate: Candidate, forms: Sequence[FoundForm] = ()) -> JudgedPage:
        """Judge a fetched page and let the strategy learn from the outcome."""
        judgement = self.judge.judge(page)
        links = found_links(page)
        site = self.strategy.site_relevance(page.url) if forms else 0.0
        judged = JudgedPage(page, judgement, candidate, self.clock, self.judge, links, forms, site)
        self.clock += 1
        self.strategy.observe(judged)
        if self.explorer:
            self.explorer.outcome(candidate, judgement.relevance)
        return judged

    def links(
        self, judged: JudgedPage, waiting: Waiting, wanted: Iterable[FoundLink] | None = None
    ) -> Iterable[Candidate]:
        """The candidates of a page's links, in document order; of the wanted ones, if given."""
        for found in judged.links if wanted is None else wanted:
            candidate = self._score(found, judged, waiting(found.key))
            if candidate:
                yield candidate

    def settle(self, frontier: Frontier) -> None:
        """Let the frontier know of waiting links that the page read last has moved."""
        moved = list(self.strategy.moved())
        frontier.expect([key for key, _ in moved])
        frontier.rescore_all(moved)
        for key in self.strategy.left():
            if frontier.state(key) == "waiting":  # one that is out closes its own lease
                frontier.done(key)

    def next(self, frontier: Frontier, is_free: IsFree | None = None) -> Candidate | None:
        """Lease the best candidate; one that is worth less by now waits again, with that score."""
        for entry in self.strategy.entering(frontier.hosts() + frontier.leased()):
            frontier.push(entry)
        candidate = self.explorer.next(frontier, is_free) if self.explorer else None
        if candidate is not None:
            self.strategy.refresh(candidate)
        else:
            candidate = self._best(frontier, is_free)
        if candidate is not None and self.explorer:
            self.explorer.count(candidate)
        return candidate

    def failed(self, candidate: Candidate) -> None:
        """A candidate gave no page: the strategy learns from that too."""
        self.strategy.failed(candidate)
        if self.explorer:
            self.explorer.outcome(candidate, 0.0)

    def _best(self, frontier: Frontier, is_free: IsFree | None) -> Candidate | None:
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
        found = FoundLink(url)
        return self._score(found, judged, waiting(found.key))

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
