"""The default method with a sentence model: what meaning moves, and that it survives a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from judged_pages import A, B, U, V
from sentence_models import write_static_model

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import open_frontier
from focused_crawler.frontier.base import Frontier
from focused_crawler.meaning.model import SentenceModel, load_model
from focused_crawler.page import Block, Link, Page
from focused_crawler.ranker import Ranker
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy import Options, Outcome
from focused_crawler.strategy.adaptive import Adaptive
from focused_crawler.strategy.meaning import AdaptiveWithMeaning
from focused_crawler.topic.weights import WeightTable

pytest.importorskip("model2vec", reason="sentence models need pip install .[semantic]")

SEED_SCORE = 1e6
W = "http://w.example/page"
SEED = [(U, "smelter", True), (V, "icing", True), (W, "sum", True)]


@pytest.fixture
def model(tmp_path: Path) -> SentenceModel:
    return load_model(write_static_model(tmp_path))


def crawl_of(strategy: Adaptive) -> tuple[Ranker, Frontier]:
    judge = Judge(WeightTable({"iron": 1.0, "ore": 0.5}), learn_share=0.0).fit()
    return Ranker(judge, strategy), open_frontier("memory:")


def page_of(url: str, title: str, links: list[tuple[str, str, bool]]) -> Page:
    made = tuple(Link(target, anchor, 0, has_text=has_text) for target, anchor, has_text in links)
    return Page(url, title, (Block(0, "heading", "iron ore", made, "iron ore"),))


def read(ranker: Ranker, frontier: Frontier, page: Page) -> None:
    judged = ranker.read(page, Candidate(page.url, SEED_SCORE))
    ranker.settle(frontier)
    for candidate in ranker.links(judged, frontier.get):
        frontier.push(candidate)


def waiting(frontier: Frontier, url: str) -> Candidate:
    candidate = frontier.get(Candidate(url).key)
    assert candidate is not None
    return candidate


def test_link_that_means_the_topic_goes_before_one_that_does_not(model: SentenceModel) -> None:
    plain, meant = crawl_of(Adaptive(Options())), crawl_of(AdaptiveWithMeaning(Options(), model))
    for ranker, frontier in (plain, meant):
        read(ranker, frontier, page_of(A, "iron", SEED))
    near, far = waiting(meant[1], U), waiting(meant[1], V)
    assert near.parts["meaning"] > 0 > far.parts["meaning"]
    assert near.score > far.score
    words = {name: part for name, part in near.parts.items() if name != "meaning"}
    assert words == pytest.approx(waiting(plain[1], U).parts)


def test_picture_says_nothing(model: SentenceModel) -> None:
    ranker, frontier = crawl_of(AdaptiveWithMeaning(Options(), model))
    read(ranker, frontier, page_of(A, "iron", [(U, "smelter", False), (V, "icing", True)]))
    assert waiting(frontier, U).parts["meaning"] == 0


def test_closest_anchor_speaks_for_a_link(model: SentenceModel) -> None:
    ranker, frontier = crawl_of(AdaptiveWithMeaning(Options(), model))
    read(ranker, frontier, page_of(A, "iron", SEED))
    read(ranker, frontier, page_of(B, "ore", [(V, "mine", True)]))
    assert waiting(frontier, V).parts["meaning"] > 0


def test_later_seed_scores_links_found_before_it_again(model: SentenceModel) -> None:
    ranker, frontier = crawl_of(AdaptiveWithMeaning(Options(), model))
    read(ranker, frontier, page_of(A, "iron", SEED))
    before = waiting(frontier, V).score
    read(ranker, frontier, page_of(B, "cake", [(U, "smelter", True)]))
    assert waiting(frontier, V).score > before


def test_restart_goes_on_with_the_titles_of_the_seeds(model: SentenceModel) -> None:
    ranker, frontier = crawl_of(AdaptiveWithMeaning(Options(), model))
    read(ranker, frontier, page_of(A, "iron", SEED))
    again = AdaptiveWithMeaning(Options(), model)
    outcomes = iter([Outcome(A, "", 1.0, is_seed=True, title="iron")])
    again.relearn(outcomes, ranker.judge)
    near, far = waiting(frontier, U).copy(), waiting(frontier, V).copy()
    for candidate in (near, far, near):
        again.refresh(candidate)
    assert near.parts["meaning"] > 0 > far.parts["meaning"]
