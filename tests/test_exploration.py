"""Exploration: turns, unknown hosts, and a share that follows what exploring finds."""

from __future__ import annotations

import pytest
from judged_pages import A, B, C

from focused_crawler.candidate import Candidate
from focused_crawler.exploration import Explorer
from focused_crawler.frontier import open_frontier
from focused_crawler.ranker import Ranker
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy import STRATEGIES, Options
from focused_crawler.strategy.adaptive import Adaptive
from focused_crawler.topic.weights import WeightTable


def link(url: str, score: float = 0.5) -> Candidate:
    return Candidate(url, score=score, parent=A)


def ranker_of(**options: float) -> Ranker:
    judge = Judge(WeightTable({"iron": 1.0}), learn_share=0.0).fit()
    chosen = Options(**options)  # type: ignore[arg-type]
    return Ranker(judge, STRATEGIES["adaptive"](chosen), exploration=chosen.exploration)


def explorations(explorer: Explorer, fetches: int) -> int:
    """How many of so many fetches explore, where there is always an unknown host."""
    explored = 0
    for number in range(fetches):
        frontier = open_frontier("memory:")
        frontier.push(link(f"http://h{number}.example/"))
        explored += explorer.next(frontier, None) is not None
        explorer.count(link(A))
    return explored


def test_every_tenth_fetch_explores_at_a_share_of_a_tenth() -> None:
    explorer = Explorer(0.2)  # at the beginning half of what is allowed
    assert explorer.share == pytest.approx(0.1)
    assert explorations(explorer, 1000) == pytest.approx(100, abs=1)


def test_the_share_follows_what_exploring_finds() -> None:
    rich, poor = Explorer(0.2), Explorer(0.2)
    for explorer, relevance in ((rich, 1.0), (poor, 0.0)):
        for number in range(2000):
            frontier, new = open_frontier("memory:"), link(f"http://h{number}.example/")
            frontier.push(new)
            if explorer.next(frontier, None):
                explorer.outcome(new, relevance)
            else:
                explorer.count(link(A))
                explorer.outcome(link(A), 1.0 - relevance)
    assert rich.share > 0.19
    assert poor.share == pytest.approx(0.02)  # a tenth of what is allowed stays


def test_a_poor_link_is_not_explored_and_waits_on() -> None:
    explorer, frontier = Explorer(1.0), open_frontier("memory:")
    frontier.push(link(B, 0.1))
    for _ in range(2):
        explorer.count(link(A))
    assert explorer.next(frontier, None) is None
    assert len(frontier) == 1


def test_methods_of_papers_do_not_explore() -> None:
    judge = Judge(WeightTable({"iron": 1.0}), learn_share=0.0).fit()
    for name, make in STRATEGIES.items():
        ranker = Ranker(judge, make(Options()), exploration=0.5)
        assert (ranker.explorer is not None) == (name == "adaptive"), name


def test_an_exploration_takes_the_best_link_of_a_host_that_gave_no_page_and_is_free() -> None:
    ranker, frontier = ranker_of(exploration=1.0), open_frontier("memory:")
    assert ranker.explorer is not None
    ranker.explorer.outcome(link(A), 0.5)  # A is known, and as good as what is not
    for candidate in (link(f"{A}1", 0.9), link(f"{B}1", 0.2), link(f"{B}2", 0.4), link(C, 0.8),
                      link(f"{A}2", 0.7), link(f"{A}3", 0.6)):  # fmt: skip
        frontier.push(candidate)
    taken = []
    while (candidate := ranker.next(frontier, lambda host: host != "c.example")) is not None:
        taken.append(candidate.url)
    assert taken == [f"{A}1", f"{A}2", f"{B}2", f"{A}3", f"{B}1"]  # half of the fetches explore


def test_without_the_option_the_best_link_goes_first() -> None:
    ranker, frontier = ranker_of(), open_frontier("memory:")
    for candidate in (link(f"{A}1", 0.2), link(B, 0.9)):
        frontier.push(candidate)
    assert ranker.explorer is None
    first = ranker.next(frontier)
    assert first is not None
    assert first.url == B


def test_diversity_lowers_links_to_the_host_of_most_pages_and_is_off_by_default() -> None:
    scores = {}
    for diversity in (0.0, 1.0):
        strategy = Adaptive(Options(host_diversity=diversity))
        for number in range(30):
            strategy.experience.learn((["a.example", "b.example"][number > 23],), (), 0.5)
        for host in (A, B):
            waiting = Candidate(host, parent=C, parts={"places": 0.0})
            strategy.refresh(waiting)
            scores[diversity, host] = waiting.parts.get("host")
    assert scores[0.0, A] is scores[0.0, B] is None
    assert scores[1.0, A] == pytest.approx(-1.5606, abs=1e-3)  # log(1.01 - 24 / 30)
    assert scores[1.0, B] == pytest.approx(-0.2107, abs=1e-3)  # log(1.01 - 6 / 30)
