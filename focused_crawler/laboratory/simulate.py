"""A crawl of a frozen web without a network: the live crawler's own parts in the order they run.

Judge, strategy, ranker, frontier, guards and the content-seen test are the very objects of a live
crawl; only the downloader is missing. With `concurrency` k the k best candidates are out at a time
and come back in the order they went, so that links are queued k - 1 pages late, as on the wire.
A strategy that works in batches (best-N-first) gets its next batch when the last one is read.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from focused_crawler.candidate import Candidate
from focused_crawler.contents import SeenContents
from focused_crawler.deepweb.found_form import FoundForm, found_forms
from focused_crawler.frontier import open_frontier
from focused_crawler.guards import Limits, refusal
from focused_crawler.laboratory.library import PageLibrary, ParsedPage
from focused_crawler.ranker import Ranker
from focused_crawler.strategy import FoundLink, JudgedPage
from focused_crawler.traps import ShapeTrap

SEED_SCORE = 1e6  # as in a live crawl: seeds go before anything that is scored
LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Visit:
    """One page that was fetched, in the order of fetching."""

    url: str  # the address under which the frozen web has it
    score: float
    depth: int  # links followed from a seed
    level: int
    relevance: float  # as the crawler itself judged it; 0 for a page that was not judged
    is_relevant: bool  # likewise


class Simulation:
    """One crawl."""

    def __init__(self, library: PageLibrary, ranker: Ranker, *, concurrency: int = 1) -> None:
        self.library, self.ranker = library, ranker
        self.batch = getattr(ranker.strategy, "batch", 0)
        self.concurrency = max(concurrency, self.batch)
        self.frontier = open_frontier("memory:")
        self.contents = SeenContents()
        self.trap = ShapeTrap()
        self.visits: list[Visit] = []

    def run(self, seeds: tuple[str, ...], max_pages: int) -> list[Visit]:
        """Crawl from the seeds until so many pages were judged; the pages fetched, in order."""
        self._take_seeds(seeds)
        out: deque[Candidate] = deque()
        while True:
            while len(out) < self.concurrency and (candidate := self._next(max_pages)):
                out.append(candidate)
            if not out:
                return self.visits
            for _ in range(len(out) if self.batch else 1):
                self._fetch(out.popleft())

    def _take_seeds(self, seeds: tuple[str, ...]) -> None:
        """The topic is learnt from all seeds before any of them is judged."""
        for url in seeds:
            self.frontier.push(Candidate(url, SEED_SCORE))
        arrived = []
        while candidate := self.frontier.pop():
            parsed = self._answer(candidate)
            if parsed is None or self.contents.find(candidate.url, parsed.content):
                self.frontier.done(candidate.key)
                continue
            self.ranker.judge.add_example(parsed.page)
            arrived.append((candidate, parsed))
        self.ranker.judge.fit()
        for candidate, parsed in arrived:
            self._read(candidate, parsed)

    def _next(self, max_pages: int) -> Candidate | None:
        while self.ranker.clock + self.frontier.leased() < max_pages:
            candidate = self.ranker.next(self.frontier)
            if candidate is None:
                return None
            if self.ranker.strategy.admits(candidate) and self.trap.admit(candidate.url):
                return candidate
            self.frontier.done(candidate.key)
        return None

    def _fetch(self, candidate: Candidate) -> None:
        parsed = self._answer(candidate)
        if parsed is None:
            self.ranker.failed(candidate)
            self.frontier.done(candidate.key)
        elif self.contents.find(candidate.url, parsed.content):
            self._note(candidate, parsed, None)
            self.ranker.failed(candidate)
            self.frontier.done(candidate.key)
        else:
            self._read(candidate, parsed)

    def _answer(self, candidate: Candidate) -> ParsedPage | None:
        self.trap.outcome(candidate.url, is_relevant=False)
        return self.library.get(candidate.url, self.ranker.strategy.segmenter)

    def _read(self, candidate: Candidate, parsed: ParsedPage) -> None:
        judged = self.ranker.read(parsed.page, candidate, self._forms(candidate.url))
        self._note(candidate, parsed, judged)
        if judged.is_relevant:
            self.trap.outcome(candidate.url, is_relevant=True)
        self.ranker.settle(self.frontier)
        self._queue_links(judged)
        self.contents.add(candidate.url, parsed.content, 0)
        self.frontier.done(candidate.key)

    def _forms(self, url: str) -> tuple[FoundForm, ...]:
        frozen = self.library.web.get(url) if self.ranker.strategy.reads_forms else None
        return found_forms(url, frozen.html, "utf-8") if frozen else ()

    def _queue_links(self, judged: JudgedPage) -> None:
        found: dict[int, Candidate] = {}

        def is_wanted(link: FoundLink) -> bool:
            state = self.frontier.state(link.key)
            if state == "waiting":
                return not self._is_met(link, judged)
            return state is None and refusal(link.url, LIMITS) is None

        wanted = filter(is_wanted, judged.links)
        for candidate in self.ranker.links(judged, self.frontier.get, wanted):
            found[candidate.key] = candidate
        for candidate in found.values():
            self.frontier.push(candidate)

    def _is_met(self, link: FoundLink, judged: JudgedPage) -> bool:
        met = self.ranker.strategy.meet(link, judged)
        return met is not None and self.frontier.rescore(link.key, met.score)

    def _note(self, candidate: Candidate, parsed: ParsedPage, judged: JudgedPage | None) -> None:
        self.visits.append(
            Visit(
                url=parsed.address,
                score=candidate.score,
                depth=candidate.depth,
                level=candidate.level,
                relevance=judged.judgement.relevance if judged else 0.0,
                is_relevant=judged is not None and judged.is_relevant,
            )
        )
