"""What a strategy decides: the score of each link found, and whether a waiting one is wanted.

A strategy is one class and one line in `STRATEGIES` (strategy/__init__.py). Its class attributes
say how pages are cut and judged for it; `score` makes a candidate of a found link.
It keeps no storage and knows no network, so the live crawl and a simulation run the same object.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from focused_crawler.candidate import Candidate
from focused_crawler.deepweb.found_form import FoundForm
from focused_crawler.fingerprints import url_fingerprint
from focused_crawler.page import Link, Page
from focused_crawler.scoring.judge import Judge, Judgement

LENIENCE = 2 / 3  # share of the judge's threshold


@dataclass(frozen=True, slots=True)
class Options:
    """The parameters strategies share; each reads what it needs."""

    mu: float = 0.5  # share of the block in Score(u), the rest is the parents'
    max_level: int = 3  # irrelevant pages a tunnel may pass
    is_gray: bool = True  # relevant blocks of irrelevant pages are followed at level 0
    threshold: float = 0.6  # calibrated relevance from which a block or page is relevant
    host_diversity: float = 0.0  # 1: a link is worth 1 - its host's share of the pages read
    exploration: float = 0.0  # share of fetches, at most, for hosts that gave no page yet
    link_examples: str = ""  # file that a link classifier is trained on before the crawl
    semantic_model: str = ""  # folder of a sentence model; empty: words alone
    most_links: int = 100_000  # waiting links whose evidence is in memory


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """A page that was fetched as `candidate` and judged, as number `clock` of the crawl."""

    page: Page
    judgement: Judgement
    candidate: Candidate
    clock: int
    judge: Judge | None = field(default=None, repr=False, compare=False)
    links: Sequence[FoundLink] = field(default=(), repr=False, compare=False)
    forms: Sequence[FoundForm] = ()  # empty unless the strategy reads forms
    site: float = 0.0  # relevance of its site's home page, where the strategy knows it

    @property
    def is_relevant(self) -> bool:
        return self.judgement.is_relevant

    def form_relevance(self, found: FoundForm) -> float:
        """How much a form of this page is on the topic, 0 to 1.

        Pages made for a search form have few words; what their site is about counts for them.
        """
        around = max(self.judgement.relevance, self.site)
        return found.relevance(self.judgement.relevance_of, page=around)

    @property
    def is_nearly_relevant(self) -> bool:
        """Whether it is relevant for a home page or a form, which say less of their topic."""
        return self._is_near(self.judgement.relevance)

    def wants(self, found: FoundForm) -> bool:
        """Whether a form is searchable and on the topic."""
        return found.is_searchable and self._is_near(self.form_relevance(found))

    def _is_near(self, relevance: float) -> bool:
        return self.judge is not None and relevance >= LENIENCE * self.judge.threshold


@dataclass(slots=True)
class FoundLink:
    """One URL on one page, with every place it stands in: (block index, link).

    Two spellings of a URL are one URL; the first one on the page is kept.
    """

    url: str
    places: list[tuple[int, Link]] = field(default_factory=list)
    key: int = 0  # fingerprint; 0 means "derive it from the URL"

    def __post_init__(self) -> None:
        if not self.key:
            self.key = url_fingerprint(self.url)

    def best_place(self, blocks: tuple[float, ...]) -> tuple[int | None, Link | None]:
        """The most relevant block that holds the link; (None, None) for a link the page lacks."""
        if not self.places:
            return None, None
        if len(self.places) == 1:
            return self.places[0]
        return max(self.places, key=lambda place: blocks[place[0]])


class Met(NamedTuple):
    """A waiting link that one more page has."""

    score: float
    change: float  # of the score
    level: int
    parts: dict[str, float]


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
    explores: bool = False  # whether EXPLORATION holds for it; methods of papers stay as they are
    reads_forms: bool = False  # whether the forms of a page are found for it

    @abstractmethod
    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        """The candidate for a found link, merged with what waits; None to pass it over."""

    def meet(self, found: FoundLink, parent: JudgedPage) -> Met | None:
        """What a waiting link is worth now, if this parent changes its score and nothing else.

        None says that it must be scored in full. It is the short way for links that many pages
        have, and gives the score that `score` would.
        """
        return None

    def observe(self, judged: JudgedPage) -> None:
        """Learn from a page that was fetched."""

    def failed(self, candidate: Candidate) -> None:
        """Learn that a candidate gave no page."""

    def redirected(self, key: int, target: int) -> None:
        """Learn that a candidate leads to another address."""

    def moved(self) -> Iterable[tuple[int, float]]:
        """Waiting links that the last page observed gave another score: key and score."""
        return ()

    def left(self) -> Iterable[int]:
        """Keys of waiting links that nobody wants any more since the last page observed."""
        return ()

    def entering(self, busy: int) -> Iterable[Candidate]:
        """Candidates that no page has just led to; `busy` counts hosts and pages under way."""
        return ()

    def site_relevance(self, url: str) -> float:
        """How much the home page of a URL's site is on the topic; 0 where that is not known."""
        return 0.0

    def refresh(self, candidate: Candidate) -> None:
        """Bring score and parts of a candidate up to date before it is fetched."""

    def admits(self, candidate: Candidate) -> bool:
        """Whether a waiting candidate is still worth a fetch; its level is brought up to date."""
        return True

    def restore(self, bumps: Iterable[tuple[int, int, float]]) -> None:
        """Take up the tunnels of an earlier run."""

    def relearn(self, outcomes: Iterable[Outcome], judge: Judge) -> None:
        """Take up what the pages of an earlier run taught, in the order they were read."""

    def hear(self, outcomes: Iterable[Outcome], judge: Judge) -> None:
        """Learn from pages that other workers of the same crawl have read."""

    def anew(self) -> Strategy | None:
        """A strategy that has seen no page, where the topic decides what pages teach; else None."""
        return None


def found_links(page: Page) -> list[FoundLink]:
    """The page's links by URL, in document order; `nofollow` is obeyed."""
    if page.is_nofollow:
        return []
    found: dict[int, FoundLink] = {}
    for block in page.blocks:
        for link in block.links:
            if link.is_nofollow:
                continue
            key = url_fingerprint(link.url)
            known = found.get(key)
            if known is None:
                found[key] = FoundLink(link.url, [(block.index, link)], key)
            else:
                known.places.append((block.index, link))
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
        key=found.key,
    )
