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
from focused_crawler.meaning.topic import TopicMeaning
from focused_crawler.page import Block, Link, Page
from focused_crawler.ranker import Ranker
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy import Options, Outcome
from focused_crawler.strategy.adaptive import Adaptive
from focused_crawler.strategy.meaning import (
    WEIGHTS,
    AdaptiveWithMeaning,
    MeaningParts,
    adaptive,
    beginning,
)
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
    plain, meant = (
        crawl_of(Adaptive(Options())),
        crawl_of(AdaptiveWithMeaning(Options(), MeaningParts(TopicMeaning(model)))),
    )
    for ranker, frontier in (plain, meant):
        read(ranker, frontier, page_of(A, "iron", SEED))
    near, far = waiting(meant[1], U), waiting(meant[1], V)
    assert near.parts["meaning"] > 0 > far.parts["meaning"]
    assert near.score > far.score
    words = {name: part for name, part in near.parts.items() if name not in WEIGHTS}
    assert words == pytest.approx(waiting(plain[1], U).parts)


def test_picture_says_nothing(model: SentenceModel) -> None:
    ranker, frontier = crawl_of(AdaptiveWithMeaning(Options(), MeaningParts(TopicMeaning(model))))
    read(ranker, frontier, page_of(A, "iron", [(U, "smelter", False), (V, "icing", True)]))
    assert not WEIGHTS.keys() & waiting(frontier, U).parts.keys()


def test_closest_anchor_speaks_for_a_link(model: SentenceModel) -> None:
    ranker, frontier = crawl_of(AdaptiveWithMeaning(Options(), MeaningParts(TopicMeaning(model))))
    read(ranker, frontier, page_of(A, "iron", SEED))
    read(ranker, frontier, page_of(B, "ore", [(V, "mine", True)]))
    assert waiting(frontier, V).parts["meaning"] > 0


def test_later_seed_scores_links_found_before_it_again(model: SentenceModel) -> None:
    ranker, frontier = crawl_of(AdaptiveWithMeaning(Options(), MeaningParts(TopicMeaning(model))))
    read(ranker, frontier, page_of(A, "iron", SEED))
    before = waiting(frontier, V).score
    read(ranker, frontier, page_of(B, "cake", [(U, "smelter", True)]))
    assert waiting(frontier, V).score > before


def test_restart_goes_on_with_the_titles_of_the_seeds(model: SentenceModel) -> None:
    ranker, frontier = crawl_of(AdaptiveWithMeaning(Options(), MeaningParts(TopicMeaning(model))))
    read(ranker, frontier, page_of(A, "iron", SEED))
    again = AdaptiveWithMeaning(Options(), MeaningParts(TopicMeaning(model)))
    outcomes = iter([Outcome(A, "", 1.0, is_seed=True, title="iron")])
    again.relearn(outcomes, ranker.judge)
    near, far = waiting(frontier, U).copy(), waiting(frontier, V).copy()
    for candidate in (near, far, near):
        again.refresh(candidate)
    assert near.parts["meaning"] > 0 > far.parts["meaning"]


def test_anchors_of_a_meaning_that_led_to_nothing_are_worth_less(model: SentenceModel) -> None:
    strategy = AdaptiveWithMeaning(Options(), MeaningParts(TopicMeaning(model)))
    ranker, frontier = crawl_of(strategy)
    read(ranker, frontier, page_of(A, "iron", SEED))
    for number in range(40):
        anchor, text = ("ore", "iron ore") if number % 2 else ("cake", "sugar and flour")
        link = Candidate(f"{B}{number}", parent=A)
        strategy.meaning.add_anchor(link.key, anchor)
        ranker.read(Page(link.url, text, (Block(0, "heading", text),)), link)
    near, far = waiting(frontier, U), waiting(frontier, V)
    for candidate in (near, far):
        strategy.refresh(candidate)
    assert near.parts["alike"] > 0 > far.parts["alike"]


def test_pages_teach_by_meaning_too_and_are_judged_by_words(model: SentenceModel) -> None:
    strategy = AdaptiveWithMeaning(Options(), MeaningParts(TopicMeaning(model)))
    ranker, frontier = crawl_of(strategy)
    read(ranker, frontier, page_of(A, "iron ore", SEED))
    taught = {}
    for url, text in ((U, "smelter mine"), (V, "icing cake")):
        judged = ranker.read(Page(url, text, (Block(0, "heading", text),)), waiting(frontier, url))
        assert judged.judgement.relevance == 0
        taught[url] = strategy.links.outcome(judged.candidate.key)
    assert taught[U] > 0.3 > 0 == taught[V]


def test_page_begins_after_its_menu() -> None:
    menu, text = Block(0, "nav", "Home"), Block(1, "heading", "Iron is a metal. " * 40)
    assert beginning(Page(A, "Iron", (menu, text))).startswith("Iron. Iron is a metal.")
    assert len(beginning(Page(A, "Iron", (menu, text)))) == len("Iron. ") + 300
    assert beginning(Page(A, "Iron", (menu,))) == "Iron. "


def test_the_default_method_has_meaning_only_with_a_model(tmp_path: Path) -> None:
    folder = str(write_static_model(tmp_path / "model"))
    assert type(adaptive(Options())) is Adaptive
    assert type(adaptive(Options(semantic_model=folder))) is AdaptiveWithMeaning
