"""What a two-stage crawl knows of sites, taken up after kills at the worst moments."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from judged_pages import judged_page

from focused_crawler.candidate import Candidate
from focused_crawler.deepweb.context import LinkContext
from focused_crawler.deepweb.recorded_stage import RecordedStage
from focused_crawler.deepweb.two_stage import ReadPage
from focused_crawler.extensions.site_memory import SiteMemory
from focused_crawler.frontier.embedded import EmbeddedFrontier, open_file
from focused_crawler.strategy import Options
from focused_crawler.strategy.two_stage import TwoStageStrategy

HOME, OTHER = "http://quarry.example/", "http://crater.example/"


class Run:
    """One process of a crawl, without its network."""

    def __init__(self, folder: Path, closing: ExitStack) -> None:
        self.folder, self.closing = folder, closing
        self.frontier: EmbeddedFrontier = open_file(folder / "frontier.log")
        self.stage = RecordedStage()
        self.memory = SiteMemory(self.stage, self.frontier, folder)
        closing.callback(self.frontier.close)
        closing.callback(self.memory.close)
        self.memory.load()
        self.memory.save()
        self.stage.record = self.memory.append
        self.strategy = TwoStageStrategy(Options())
        self.strategy.stage = self.stage
        self.strategy.take_up(self.frontier.waiting())
        self.strategy.start(())

    def enter(self) -> list[str]:
        """Let sites in; the home pages that wait then."""
        for entry in self.strategy.entering(0):
            self.frontier.push(entry)
        return sorted(candidate.url for candidate in self.frontier.waiting())

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
        found = LinkContext(HOME, "granite", relevance=0.9)
        run.stage.read(ReadPage(OTHER, LinkContext(OTHER), 0.9, True, links=(found,)))
        assert run.enter() == [HOME]
        yield run


def test_site_whose_home_page_was_handed_out_again_survives_the_next_kill(first: Run) -> None:
    second = first.killed()
    assert second.enter() == [HOME]
    fetched = second.frontier.pop()
    assert fetched is not None
    second.strategy.observe(judged_page(HOME, [(0.9, ())], relevance=0.9))
    third = second.killed()
    assert third.frontier.state(Candidate(HOME).key) == "waiting"
    assert third.enter() == [HOME]
