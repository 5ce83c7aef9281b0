"""What a strategy decides: the score of each link found, and whether a waiting one is wanted.

A strategy is one class and one line in `STRATEGIES` (strategy/__init__.py). Its class attributes
say how pages are cut and judged for it; `score` makes a candidate of a found link.
It keeps no storage and knows no network, so the live crawl and a simulation run the same object.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from focused_crawler.candidate import Candidate
from focused_crawler.page import Link, Page
from focused_crawler.scoring.judge import Judge, Judgement


@dataclass(frozen=True, slots=True)
class Options:
    """The parameters strategies share; each reads what it needs."""

    mu: float = 0.5  # share of the block in Score(u), the rest is the parents'
    max_level: int = 3  # irrelevant pages a tunnel may pass
    is_gray: bool = True  # relevant blocks of irrelevant pages are followed at level 0
    threshold: float = 0.25  # calibrated relevance from which a block or page is relevant


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """A page that was fetched as `candidate` and judged, as number `clock` of the crawl."""

    page: Page
    judgement: Judgement
    candidate: Candidate
    clock: int
    judge: Judge | None = field(default=None, repr=False, compare=False)
    links: Sequence[FoundLink] = field(default=(), repr=False, compare=False)

    @property
    def is_relevant(self) -> bool:
        return self.judgement.is_relevant


@dataclass(frozen=True, slots=True)
class FoundLink:
    """One URL on one page, with every place it stands in: (block index, link).

    Two spellings of a URL are one URL; the first one on the page is kept.
    """

    url: str
    places: list[tuple[int, Link]] = field(default_factory=list)

    def best_place(self, blocks: tuple[float, ...]) -> tuple[int | None, Link | None]:
        """The most relevant block that holds the link; (None, None) for a link the page lacks."""
        if not self.places:
            return None, None
        return max(self.places, key=lambda place: blocks[place[0]])


@dataclass(frozen=True, slots=True)
class Outcome:
    """A page fetched in an earlier run, and what it turned out to be worth."""

    url: str
    anchor: str
    relevance: float
    is_seed: bool
    title: str = ""


class Strategy(ABC):
    """Scores links. `waiting` is the candidate queued under the same URL, if there is one.

    A strategy inherits what it has nothing to say to; `score` is its own.
    """

    segmenter: str  # a name of page.SEGMENTERS
    norm: str  # a name of scoring.relevance.RELEVANCE
    page: str  # a name of scoring.relevance.PAGE_RELEVANCE
    table: str  # "contrast" or "static"

    @abstractmethod
    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        """The candidate for a found link, merged with what waits; None to pass it over."""

    def observe(self, judged: JudgedPage) -> None:
        """Learn from a page that was fetched."""

    def moved(self) -> Iterable[tuple[int, float]]:
        """Waiting links that the last page observed gave another score: key and score."""
        return ()

    def refresh(self, candidate: Candidate) -> None:
        """Bring score and parts of a candidate up to date before it is fetched."""

    def admits(self, candidate: Candidate) -> bool:
        """Whether a waiting candidate is still worth a fetch; its level is brought up to date."""
        return True

    def restore(self, bumps: Iterable[tuple[int, int, float]]) -> None:
        """Take up the tunnels of an earlier run."""

    def relearn(self, outcomes: Iterable[Outcome]) -> None:
        """Take up what the pages of an earlier run taught."""


def found_links(page: Page) -> list[FoundLink]:
    """The page's links by URL, in document order; `nofollow` is obeyed."""
    if page.is_nofollow:
        return []
    spellings: dict[str, FoundLink] = {}
    found: dict[int, FoundLink] = {}
    for block in page.blocks:
        for link in block.links:
            if link.is_nofollow:
                continue
            if link.url not in spellings:
                key = Candidate(link.url).key
                spellings[link.url] = found.setdefault(key, FoundLink(link.url))
            spellings[link.url].places.append((block.index, link))
    return list(found.values())


def candidate_of(found: FoundLink, parent: JudgedPage) -> Candidate:
    """A found link as a candidate that knows where it was found and has no score yet."""
    index, link = found.best_place(parent.judgement.blocks)
    return Candidate(
        url=found.url,
        clock=parent.clock,
        depth=parent.candidate.depth + 1,
        parent=parent.page.url,
        block=index,
        heading=parent.page.blocks[index].heading if index is not None else "",
        anchor=link.anchor if link else "",
    )
