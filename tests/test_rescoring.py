"""A topic that moves: waiting links are scored as if they had been found under the new topic."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from focused_crawler.candidate import Candidate
from focused_crawler.fingerprints import url_fingerprint
from focused_crawler.frontier import Frontier, open_frontier
from focused_crawler.page import Page, parse_page
from focused_crawler.ranker import Ranker
from focused_crawler.rescoring import ParentArchive, Remembering, rescored
from focused_crawler.scoring.judge import Judge
from focused_crawler.scoring.learning import LearningJudge
from focused_crawler.strategy import STRATEGIES, Options
from focused_crawler.topic.weights import WeightTable

BRIDGES = WeightTable({"bridg": 1.0, "arch": 0.6, "river": 0.5})
BIRDS = WeightTable({"owl": 1.0, "nest": 0.6, "wing": 0.5})
HUB = """<h1>Links of all kinds</h1>
<h2>Bridges</h2><p>A bridge with an arch over the river; bridges, arches.
<a href="/arch">arch</a> <a href="/both">both</a></p>
<h2>Birds</h2><p>An owl in its nest spreads a wing; owls, nests, wings.
<a href="/owl">owl</a> <a href="/wren">wren</a></p>"""
MORE = """<h1>Owls</h1><p>Owl, nest, wing. <a href="/both">both</a> <a href="/wren">wren</a></p>"""


def page(path: str, html: str) -> Page:
    return parse_page(f"http://a.test/{path}", html.encode(), segmenter="headings")


class Small:
    """A crawl without a network: pages are read in, links wait in a frontier."""

    def __init__(self, weights: WeightTable, archive: Path, method: str = "block-score") -> None:
        self.judge = LearningJudge.of(Judge(weights, learn_share=0.0))
        self.judge.examples = [[]]
        self.frontier: Frontier = open_frontier("memory:")
        self.archive = ParentArchive(archive)
        strategy = Remembering(STRATEGIES[method](Options()), self.archive)
        self.ranker = Ranker(self.judge, strategy)

    def read(self, path: str, html: str) -> None:
        judged = self.ranker.read(page(path, html), Candidate(f"http://a.test/{path}", parent="s"))
        for candidate in self.ranker.links(judged, self.frontier.get):
            self.frontier.push(candidate)

    def waiting(self, url: str) -> Candidate | None:
        return self.frontier.get(url_fingerprint(url))

    def scores(self) -> dict[str, float]:
        """Of the waiting links, if they went out now."""
        waiting = list(self.frontier.waiting())
        for candidate in waiting:
            self.ranker.strategy.refresh(candidate)
        return {c.url.rpartition("/")[2]: round(c.score, 9) for c in waiting}

    def move_to(self, weights: WeightTable) -> None:
        self.judge.move(weights, learn_share=0.0)
        for _ in rescored(self.archive, self.ranker, self.frontier):
            pass


Make = Callable[..., Small]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(weights: WeightTable, name: str = "a.db", method: str = "block-score") -> Small:
        return Small(weights, tmp_path / name, method)

    return made


@pytest.mark.parametrize(
    "method", ["adaptive", "block-score", "best-first", "breadth-first", "link-score"]
)
def test_moved_topic_scores_as_if_it_had_been_there_from_the_start(make: Make, method: str) -> None:
    moved, native = make(BRIDGES, method=method), make(BIRDS, "b.db", method)
    for crawl in (moved, native):
        crawl.read("hub", HUB)
        crawl.read("more", MORE)
    before = moved.scores()
    moved.move_to(BIRDS)
    assert moved.scores() == native.scores()
    if method in ("adaptive", "block-score"):
        assert before["arch"] > before["owl"] and moved.scores()["owl"] > moved.scores()["arch"]


def test_best_candidate_changes_sides(make: Make) -> None:
    crawl = make(BRIDGES)
    crawl.read("hub", HUB)
    crawl.move_to(BIRDS)
    best = crawl.frontier.pop()
    assert best is not None and best.url == "http://a.test/owl"


def test_what_is_fetched_already_stays_fetched(make: Make) -> None:
    crawl = make(BRIDGES)
    crawl.read("hub", HUB)
    fetched = crawl.frontier.pop()
    assert fetched is not None
    crawl.move_to(BIRDS)
    assert fetched.url.rpartition("/")[2] not in crawl.scores()
    assert crawl.frontier.state(fetched.key) == "leased"


def test_request_of_a_waiting_link_is_kept(make: Make) -> None:
    crawl = make(BRIDGES)
    crawl.read("hub", HUB)
    owl = crawl.waiting("http://a.test/owl")
    assert owl is not None
    owl.request = {"method": "POST"}
    crawl.frontier.push(owl)
    crawl.move_to(BIRDS)
    after = crawl.waiting("http://a.test/owl")
    assert after is not None and after.request == {"method": "POST"}
    assert after.anchor == "owl" and after.heading == "Birds"


def test_archive_is_taken_up_by_the_next_run(make: Make, tmp_path: Path) -> None:
    first = make(BRIDGES)
    first.read("hub", HUB)
    first.archive.close()
    again = ParentArchive(tmp_path / "a.db")
    ((kept, fetched, clock),) = again.pages()
    assert (kept, fetched.url, clock) == (page("hub", HUB), kept.url, 0)
    again.close()


def test_page_that_is_read_twice_counts_once(make: Make) -> None:
    crawl = make(BRIDGES)
    crawl.read("hub", HUB)
    crawl.read("hub", HUB)
    assert len(list(crawl.archive.pages())) == 1


def test_pages_that_come_in_meanwhile_are_scored_too(make: Make) -> None:
    crawl = make(BRIDGES)
    crawl.read("hub", HUB)
    crawl.judge.move(BIRDS, learn_share=0.0)
    steps = rescored(crawl.archive, crawl.ranker, crawl.frontier)
    next(steps)
    crawl.read("more", MORE)
    assert list(steps) == [2]
    native = make(BIRDS, "b.db")
    native.read("hub", HUB)
    native.read("more", MORE)
    assert crawl.scores() == native.scores()
