"""The methods of the literature, each on an example that can be worked out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from focused_crawler.candidate import Candidate
from focused_crawler.page import Block, Link, Page
from focused_crawler.scoring.classifiers import (
    LinkClassifier,
    Model,
    decision_tree,
    naive_bayes,
    neural_network,
)
from focused_crawler.scoring.judge import Judgement
from focused_crawler.scoring.title_table import TitleTable
from focused_crawler.strategy import STRATEGIES, FoundLink, JudgedPage, Options, Strategy
from focused_crawler.strategy.attributes import attributes_of, block_attributes_of
from focused_crawler.strategy.best_n_first import BestNFirst
from focused_crawler.strategy.classified import FEATURES, Classified
from focused_crawler.strategy.fish import DEPTH, WIDTH, FishSearch

ORE = Link("http://a.test/iron", "ore", 7)
TEA = Link("http://a.test/x", "tea", 7)
# Calibrated relevance; the papers' cosine is its root.
KNOWN: Mapping[str, float] = {"ore": 0.64, "a.test/iron": 0.25, "before after": 0.16}


def judged(
    link: Link = ORE,
    *,
    relevance: float = 0.36,
    is_relevant: bool = True,
    candidate: Candidate | None = None,
    blocks: tuple[float, ...] = (0.49,),
    clock: int = 0,
) -> JudgedPage:
    text = f"before {link.anchor} after"
    held = tuple(Block(i, "heading", text, (link,), f"Block {i}") for i in range(len(blocks)))
    page = Page("http://a.test/", "Iron ore mines", held)
    judgement = Judgement(
        relevance,
        is_relevant,
        blocks,
        "",
        Counter(),
        lambda text: KNOWN.get(" ".join(text.split()), 0.0),
    )
    return JudgedPage(page, judgement, candidate or Candidate("http://a.test/", 1e6), clock)


def found(parent: JudgedPage) -> FoundLink:
    places = [(block.index, link) for block in parent.page.blocks for link in block.links]
    return FoundLink(places[0][1].url, places)


def scored(method: str, parent: JudgedPage, waiting: Candidate | None = None) -> Candidate:
    candidate = STRATEGIES[method](Options()).score(found(parent), parent, waiting)
    assert candidate is not None
    return candidate


def test_the_four_attributes_are_the_cosines_of_their_texts() -> None:
    parent = judged()
    assert attributes_of(found(parent), parent) == pytest.approx(
        {"url": 0.5, "anchor": 0.8, "parent": 0.6, "surrounding": 0.4}
    )


def test_link_score_is_the_mean_of_the_four_and_the_best_parent_counts() -> None:
    candidate = scored("link-score", judged())
    assert candidate.score == pytest.approx((0.5 + 0.8 + 0.6 + 0.4) / 4)
    assert scored("link-score", judged(relevance=0.0), candidate) is candidate
    assert scored("link-score", judged(relevance=1.0), candidate).score > candidate.score


def test_shark_search_follows_its_formula() -> None:
    # inherited 0.5 * 0.6, neighbourhood 0.8 * 0.8 + 0.2 * 1, potential half of each
    assert scored("shark", judged()).score == pytest.approx(0.5 * 0.3 + 0.5 * 0.84)


def test_a_shark_inherits_interest_through_an_irrelevant_page() -> None:
    first = scored("shark", judged(TEA))
    assert first.parts["inherited"] == pytest.approx(0.5 * 0.3)
    later = scored("shark", judged(TEA, relevance=0.0, candidate=first))
    assert later.parts["inherited"] == pytest.approx(0.5 * 0.5 * 0.3)


def test_fish_breed_after_food_and_starve_without() -> None:
    assert scored("fish", judged()).score == 1.0
    hungry = scored("fish", judged(is_relevant=False))
    assert (hungry.score, hungry.level) == (0.5, 1)
    starved = judged(is_relevant=False, candidate=Candidate("http://a.test/", level=DEPTH))
    assert FishSearch(Options()).score(found(starved), starved, None) is None


def test_only_the_first_children_of_a_fish_go_before_the_rest() -> None:
    strategy, parent = FishSearch(Options()), judged(is_relevant=False)
    scores = [strategy.score(found(parent), parent, None) for _ in range(WIDTH + 2)]
    assert [candidate.score for candidate in scores if candidate] == [0.5] * WIDTH + [0.0, 0.0]


def test_gray_tunneling_scores_a_link_by_its_best_block_whatever_the_page_is() -> None:
    parent = judged(relevance=0.0, is_relevant=False, blocks=(0.1, 0.9))
    candidate = scored("gray-tunneling", parent)
    assert (candidate.score, candidate.level, candidate.block) == (0.9, 0, 1)


def test_score_u_takes_cosines_and_the_mean_over_parents() -> None:
    first = scored("score-u", judged(blocks=(0.64,)))
    assert first.score == pytest.approx(0.8)
    second = scored("score-u", judged(blocks=(0.16,), clock=1), first)
    assert second.score == pytest.approx(0.5 * 0.8 + 0.5 * (0.8 + 0.4) / 2)


@pytest.mark.parametrize("method", ["block-score-no-tunnels", "score-u-no-tunnels"])
def test_without_tunnels_no_link_of_an_irrelevant_page_is_followed(method: str) -> None:
    parent = judged(is_relevant=False, blocks=(0.9,))
    assert STRATEGIES[method](Options()).score(found(parent), parent, None) is None
    assert STRATEGIES[method.removesuffix("-no-tunnels")](Options()).score(
        found(parent), parent, None
    )


def test_best_n_first_is_best_first_in_batches() -> None:
    assert scored("best-n-first", judged()).score == scored("best-first", judged()).score
    assert BestNFirst.batch > 1


def test_a_title_table_follows_the_formula_and_forgets() -> None:
    table = TitleTable()
    for title in ("iron ore", "iron mines"):
        table.add(title)
    table.rebuild()
    assert dict(table.weights_.items()) == {"iron": 1.0, "ore": 0.5, "mine": 0.5}
    table.add("iron ore")
    table.rebuild()
    assert dict(table.weights_.items()) == {"iron": 1.0, "ore": 0.75}
    assert table.relevance_of("iron ore") == pytest.approx(1.75 / (1.25 * 2**0.5))


def test_the_dynamic_table_starts_from_the_titles_of_the_seeds() -> None:
    strategy, parent = STRATEGIES["link-score-dynamic"](Options()), judged()
    assert strategy.score(found(parent), parent, None).score == 0.0  # type: ignore[union-attr]
    strategy.observe(parent)
    assert strategy.score(found(parent), parent, None).score > 0.2  # type: ignore[union-attr]


@pytest.mark.parametrize("make", [naive_bayes, decision_tree, neural_network])
def test_a_classifier_learns_which_links_were_worth_it(make: Model) -> None:
    classifier = LinkClassifier(make)
    assert classifier.forecast([0.9, 0.9, 0.9, 0.9]) is None
    for i in range(30):
        good, value = i % 2 == 0, 0.1 * (i % 3)
        classifier.learn([value, 0.6 + value if good else value, 0.5, 0.1], is_relevant=good)
    good, bad = classifier.forecast([0.1, 0.8, 0.5, 0.1]), classifier.forecast([0.1, 0, 0.5, 0.1])
    assert good is not None
    assert bad is not None
    assert good > 0.7 > 0.3 > bad


@pytest.mark.parametrize("method", ["naive-bayes", "decision-tree", "neural-network"])
def test_a_classifying_strategy_learns_from_its_own_outcomes(method: str) -> None:
    strategy = STRATEGIES[method](Options())
    before = _score(strategy, judged())
    for i in range(40):
        value = 0.9 if i % 2 else 0.1
        parts = dict.fromkeys(FEATURES, 0.5) | {"parent": value}
        followed = Candidate(f"http://a.test/{i}", parent="http://a.test/", parts=parts)
        strategy.observe(judged(is_relevant=value > 0.5, candidate=followed))
    assert before == pytest.approx(0.575)
    assert isinstance(strategy, Classified) and strategy.classifier.model_ is not None
    assert (
        _score(strategy, judged(relevance=1.0)) > 0.5 > _score(strategy, judged(TEA, relevance=0))
    )


def test_what_blocks_add_comes_from_the_best_block_of_a_link() -> None:
    link = Link("http://a.test/x", "x", 0)
    blocks = (
        Block(0, "nav", "menu x", (link,), "Menu"),
        Block(1, "heading", "iron", (), "Metals", level=1),
        Block(2, "heading", "iron x", (link,), "Iron", level=2, parent=1),
    )
    page = Page("http://a.test/", "", blocks)
    judgement = Judgement(
        relevance=0.5, is_relevant=True, blocks=(0.04, 0.25, 0.36), reason="", counts={},
        relevance_of=lambda text: 0.81 if text == "Metals Iron" else 0.0,
    )  # fmt: skip
    parent = JudgedPage(page, judgement, Candidate(page.url), 0)
    found = FoundLink(link.url, [(0, link), (2, link)])
    added = block_attributes_of(found, parent)
    assert added == pytest.approx({"block": 0.6, "heading": 0.9, "position": 2 / 3, "content": 1})
    menu = block_attributes_of(FoundLink(link.url, [(0, link)]), parent)
    assert menu == pytest.approx({"block": 0.2, "heading": 0, "position": 0, "content": 0})
    assert set(block_attributes_of(FoundLink(link.url), parent).values()) == {0.0}


def _score(strategy: Strategy, parent: JudgedPage) -> float:
    candidate = strategy.score(found(parent), parent, None)
    assert candidate is not None
    return candidate.score
