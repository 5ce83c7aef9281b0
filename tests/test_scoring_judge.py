"""The judge: calibration by the examples, both tables, and what a resumed crawl takes up."""

from __future__ import annotations

import json
from math import sqrt

import pytest
from judged_pages import page_of

from focused_crawler.page import Page
from focused_crawler.scoring.judge import LONE_EXAMPLE_SCALE, Judge
from focused_crawler.topic.weights import WeightTable

ROCK = "granite basalt magma volcano lava crater"
EXAMPLES = [
    page_of("http://a.example/1", (f"{ROCK} eruption ash plume", [])),
    page_of("http://a.example/2", (f"{ROCK} ash mineral crust", [])),
    page_of("http://a.example/3", (f"{ROCK} eruption mantle crust", [])),
]
VOLCANOES = page_of("http://b.example/v", (f"{ROCK} eruption crust", []))
RECIPES = page_of("http://b.example/r", ("flour butter sugar oven cake icing", []))


def fitted(**options: object) -> Judge:
    judge = Judge(**options)  # type: ignore[arg-type]
    for page in EXAMPLES:
        judge.add_example(page)
    return judge.fit()


def text_page(*texts: str) -> Page:
    return page_of("http://c.example/", *((text, []) for text in texts))


def test_a_page_like_the_examples_is_fully_relevant_and_another_not_at_all() -> None:
    judge = fitted()
    assert judge.judge(VOLCANOES).relevance == pytest.approx(1.0, abs=0.05)
    assert judge.judge(VOLCANOES).is_relevant
    other = judge.judge(RECIPES)
    assert (other.relevance, other.is_relevant) == (0.0, False)
    assert other.reason == "no word of the topic"


def test_relevance_is_the_cosine_over_the_scale_capped_and_squared() -> None:
    table = WeightTable({"iron": 1.0, "ore": 0.5})
    judge = Judge(table, learn_share=0.0)
    judge.add_example(text_page("iron iron ore"))  # R = 1; a lone example's scale is half of that
    judge.fit()
    assert judge.scale_ == pytest.approx(LONE_EXAMPLE_SCALE)
    raw = 1 / sqrt(1.25) / sqrt(8)  # "iron" among eight words
    grade = judge.judge(text_page("iron door gate wall roof tile lamp bell"))
    assert grade.relevance == pytest.approx((raw / LONE_EXAMPLE_SCALE) ** 2)
    assert judge.judge(text_page("iron iron ore")).relevance == 1.0


def test_each_example_is_measured_by_the_others() -> None:
    judge = fitted(table="static")
    own = judge.weights_
    assert own is not None
    whole_table = Judge(own, learn_share=0.0)
    for page in EXAMPLES:
        whole_table.add_example(page)
    # Left out, an example's own words do not speak for it.
    assert judge.scale_ < whole_table.fit().scale_


def test_the_threshold_divides_relevant_from_irrelevant() -> None:
    page = text_page(f"{ROCK} flour butter sugar oven cake icing jam tea cup plate")
    grade = fitted().judge(page).relevance
    assert 0 < grade < 1
    assert fitted(threshold=grade - 0.01).judge(page).is_relevant
    assert not fitted(threshold=grade + 0.01).judge(page).is_relevant


@pytest.mark.parametrize("combination", ["sum", "maximum", "mean", "whole"])
def test_a_block_is_graded_alike_however_pages_are_combined(combination: str) -> None:
    judge = fitted(page=combination)
    grade = judge.judge(text_page(ROCK, "flour butter sugar oven"))
    assert grade.blocks == pytest.approx((judge.relevance_of(ROCK), 0.0))
    assert grade.blocks[0] > 0.5


def test_page_relevance_follows_its_combination() -> None:
    page = text_page("granite basalt flour butter jam tea", "sugar oven cake icing")
    grades = {name: fitted(page=name).judge(page).relevance for name in ("maximum", "mean", "sum")}
    assert 0 < grades["sum"] < 1
    assert grades["maximum"] == pytest.approx(grades["sum"])  # the other block adds nothing
    assert grades["mean"] == pytest.approx(grades["sum"] / 4)  # half, squared


def test_a_given_table_speaks_before_any_example_does() -> None:
    judge = Judge(WeightTable({"iron": 1.0}), learn_share=0.0).fit()
    assert judge.judge(text_page("iron")).relevance == 1.0


def test_given_and_learnt_words_are_combined() -> None:
    judge = fitted(weights=WeightTable({"obsidian": 1.0}), learn_share=0.5)
    assert judge.weights_ is not None
    assert judge.weights_["obsidian"] == pytest.approx(1.0)
    assert 0 < judge.weights_["lava"] <= 1.0


def test_words_of_every_crawled_page_lose_their_weight() -> None:
    judge = fitted()
    assert judge.weights_ is not None
    before = judge.weights_["crater"]
    for i in range(60):
        judge.judge(text_page(f"crater navigation number{i}"))
    assert judge.weights_["crater"] < before


def test_the_reason_names_the_best_block_and_the_heaviest_words() -> None:
    reason = fitted().judge(text_page("flour oven", ROCK)).reason
    assert ROCK in reason
    assert "flour" not in reason


def test_a_judge_without_a_table_says_what_is_missing() -> None:
    with pytest.raises(RuntimeError, match=r"add examples and call fit"):
        Judge().judge(VOLCANOES)


def test_an_empty_page_is_irrelevant() -> None:
    assert fitted().judge(page_of("http://a.example/")).relevance == 0.0


def test_a_restored_judge_grades_as_before() -> None:
    judge = fitted(page="sum")
    restored = Judge(page="sum").restore(json.loads(json.dumps(judge.to_dict())))
    for page in (VOLCANOES, RECIPES, text_page(ROCK, "flour butter")):
        assert restored.judge(page) == judge.judge(page)
    assert len(restored.examples) == len(EXAMPLES)


def test_a_restored_judge_goes_on_learning() -> None:
    restored = Judge().restore(json.loads(json.dumps(fitted().to_dict())))
    table = restored.weights_
    for i in range(200):
        restored.judge(text_page(f"crater navigation number{i}"))
    assert restored.weights_ != table
