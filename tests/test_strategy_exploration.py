"""Exploration: turns, unknown hosts, and a share that follows what exploring finds."""

from __future__ import annotations

import pytest
from judged_pages import A, B, C

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import open_frontier
from focused_crawler.page import Block, Page
from focused_crawler.ranker import Ranker
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy import STRATEGIES, Options
from focused_crawler.strategy.adaptive import Adaptive
from focused_crawler.strategy.exploration import Explorer
from focused_crawler.topic.weights import WeightTable


def link(url: str, score: float = 0.5) -> Candidate:
    return Candidate(url, score=score, parent=A)


def ranker_of(**options: float) -> Ranker:
    judge = Judge(WeightTable({"iron": 1.0}), learn_share=0.0).fit()
    chosen = Options(**options)  # type: ignore[arg-type]
    return Ranker(judge, STRATEGIES["adaptive"](chosen), exploration=chosen.exploration)


def test_every_tenth_fetch_explores_at_a_share_of_a_tenth() -> None:
    explorer = Explorer(0.2)  # at the beginning half of what is allowed
    assert explorer.share == pytest.approx(0.1)
    assert sum(explorer.is_turn() for _ in range(1000)) == pytest.approx(100, abs=1)


def test_the_share_follows_what_exploring_finds() -> None:
    rich, poor = Explorer(0.2), Explorer(0.2)
    for number in range(300):
        known, new = link(f"{A}{number}"), link(f"http://h{number}.example/")
        for explorer, relevance in ((rich, 1.0), (poor, 0.0)):
            explorer.sent(new)
            explorer.outcome(new, relevance)
            explorer.outcome(known, 1.0 - relevance)
    assert rich.share > 0.19
    assert poor.share == pytest.approx(0.02)  # a tenth of what is allowed stays


def test_an_exploration_takes_the_best_link_of_a_host_that_gave_no_page_and_is_free() -> None:
    ranker, frontier = ranker_of(exploration=1.0), open_frontier("memory:")
    ranker.read(Page(A, "", (Block(0, "page", "iron"),)), link(A))
    for candidate in (link(f"{A}1", 0.9), link(f"{B}1", 0.2), link(f"{B}2", 0.4), link(C, 0.8)):
        frontier.push(candidate)
    taken = []
    while (candidate := ranker.next(frontier, lambda host: host != "c.example")) is not None:
        taken.append(candidate.url)
    assert taken == [f"{A}1", f"{B}2", f"{B}1"]  # the second turn explores


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
            evidence = strategy.links.link(1, host, lambda _: [])
            strategy.links.settle(1, 0.0)
            parts = strategy._parts(evidence)
            scores[diversity, host] = parts.get("host")
    assert scores[0.0, A] is scores[0.0, B] is None
    assert scores[1.0, A] == pytest.approx(-1.5606, abs=1e-3)  # log(1.01 - 24 / 30)
    assert scores[1.0, B] == pytest.approx(-0.2107, abs=1e-3)  # log(1.01 - 6 / 30)
