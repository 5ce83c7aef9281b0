"""What a two-stage crawl knows of sites, taken up after kills at the worst moments."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from judged_pages import page_of

from focused_crawler.candidate import Candidate
from focused_crawler.deepweb.context import LinkContext
from focused_crawler.deepweb.recorded_stage import RecordedStage
from focused_crawler.deepweb.site_visit import Limits
from focused_crawler.deepweb.two_stage import ReadPage
from focused_crawler.extensions.site_memory import SiteMemory
from focused_crawler.frontier.embedded import EmbeddedFrontier, open_file
from focused_crawler.ranker import Ranker
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy import Options
from focused_crawler.strategy.two_stage import TwoStageStrategy
from focused_crawler.topic.weights import WeightTable

HOME, OTHER = "http://quarry.example/", "http://crater.example/"
IRON = WeightTable({"iron": 1.0})
SITE, INSIDE = "quarry.example", [f"{HOME}{n}" for n in range(3)]


class Run:
    """One process of a crawl, without its network."""

    def __init__(self, folder: Path, closing: ExitStack) -> None:
        self.folder, self.closing = folder, closing
        self.frontier: EmbeddedFrontier = open_file(folder / "frontier.log")
        self.stage = RecordedStage(Limits(dry_pages=3))
        self.memory = SiteMemory(self.stage, self.frontier, folder)
        closing.callback(self.frontier.close)
        closing.callback(self.memory.close)
        self.memory.load()
        self.memory.forget_closed()
        self.memory.save()
        self.stage.record = self.memory.append
        self.strategy = TwoStageStrategy(Options())
        self.strategy.stage = self.stage
        self.strategy.take_up(self.frontier.waiting())
        self.strategy.start(())
        self.ranker = Ranker(Judge(IRON, learn_share=0.0).fit(), self.strategy)

    def enter(self) -> list[str]:
        """Let sites in; the home pages that wait then."""
        for entry in self.strategy.entering(0):
            self.frontier.push(entry)
        return self.waiting()

    def waiting(self) -> list[str]:
        return sorted(candidate.url for candidate in self.frontier.waiting())

    def read(self, url: str, *links: str) -> None:
        """Judge a page and let its links wait; it is not stored yet, and its lease is open."""
        candidate = self.frontier.get(Candidate(url).key)
        assert candidate is not None and self.strategy.admits(candidate)
        judged = self.ranker.read(page_of(url, ("iron iron", links)), candidate)
        self.ranker.settle(self.frontier)
        for link in self.ranker.links(judged, self.frontier.get):
            self.frontier.push(link)

    def killed(self) -> Run:
        """The next run, with what the system had of this one's files."""
        copy = self.folder.with_name(f"{self.folder.name}-killed")
        shutil.copytree(self.folder, copy)
        return Run(copy, self.closing)


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Run]:
    """A run that has read one page, which leads to a site, and entered the site."""
    folder = tmp_path / "job"
    folder.mkdir()
    with ExitStack() as closing:
        run = Run(folder, closing)
        link = LinkContext(HOME, "iron", relevance=0.9)
        run.stage.read(ReadPage(OTHER, LinkContext(OTHER), 0.9, True, links=(link,)))
        assert run.enter() == [HOME]
        yield run


def test_site_whose_home_page_was_handed_out_again_survives_the_next_kill(first: Run) -> None:
    second = first.killed()
    assert second.enter() == [HOME]
    second.read(HOME)
    third = second.killed()
    assert third.frontier.state(Candidate(HOME).key) == "waiting"
    assert third.enter() == [HOME]


def test_page_that_is_read_again_after_a_kill_counts_once(first: Run) -> None:
    first.read(HOME)
    second = first.killed()
    second.read(HOME)
    third = second.killed()
    third.read(HOME, *INSIDE)
    visit = third.stage.visits[SITE]
    assert (visit.pages, visit.dry_pages, visit.ended) == (1, 1, None)
    assert third.waiting() == [HOME, *INSIDE]


def test_pages_under_way_at_a_kill_are_fetched_though_their_site_was_left(first: Run) -> None:
    first.read(HOME, *INSIDE)
    first.frontier.done(Candidate(HOME).key)
    first.read(INSIDE[0])
    first.read(INSIDE[1])
    assert first.stage.visits[SITE].ended == "no new form"
    first.frontier.flush()
    second = first.killed()
    assert second.waiting() == INSIDE[:2]
    second.read(INSIDE[0])
    second.read(INSIDE[1])
    assert second.stage.visits[SITE].pages == 3


def test_pages_that_were_closed_are_not_remembered(first: Run) -> None:
    first.read(HOME, *INSIDE)
    first.frontier.done(Candidate(HOME).key)
    first.frontier.flush()
    assert not first.killed().stage.counted
