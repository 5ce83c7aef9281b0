"""Contrast weights: by hand, and against what static weights get wrong."""

from __future__ import annotations

from math import log, log1p, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.topic.background import Background, load_background
from focused_crawler.topic.contrast import contrast_weights, learn_weights, mean_profile
from focused_crawler.topic.frequencies import DocumentFrequencies
from focused_crawler.topic.static import static_weights
from focused_crawler.topic.terms import count_terms

BIRDS = [
    "Owls are birds of prey. People see that an owl hunts at night; the time is right for people.",
    "Many people know penguins: birds that swim. People like the time when penguins nest.",
    "A nest is where birds breed. Most people see a nest in time of spring, and people like it.",
]


def test_worked_example() -> None:
    frequencies = DocumentFrequencies(Background({"bird": 0.04, "time": 0.49}, floor=0.01))
    table = contrast_weights([{"bird": 3, "time": 1}, {"bird": 1}], frequencies)
    length = sqrt(log1p(3) ** 2 + log1p(1) ** 2)
    bird = (log1p(3) / length + 1) / 2 * log(101 / 5)
    time = log1p(1) / length / 2 * log(101 / 50)
    assert dict(table.items()) == pytest.approx({"bird": 1.0, "time": time / bird})


def test_common_words_lead_static_weights_but_not_contrast_weights() -> None:
    examples = [count_terms(text) for text in BIRDS]
    contrast = contrast_weights(examples, DocumentFrequencies(load_background()))
    assert static_weights(examples).top(1)[0][0] == "peopl"
    assert contrast.top(1)[0][0] in {"bird", "nest", "penguin", "owl"}
    assert contrast.get("bird") > 1.5 * contrast.get("peopl")
    assert contrast.get("nest") > 2 * contrast.get("time")


def test_crawled_pages_take_weight_from_what_they_all_say() -> None:
    examples = [{"bird": 2, "sitenam": 2}]
    frequencies = DocumentFrequencies(Background({"bird": 0.03}, floor=0.001))
    before = contrast_weights(examples, frequencies)
    for _ in range(50):
        frequencies.add({"sitenam": 1})
    after = contrast_weights(examples, frequencies)
    assert before["sitenam"] > before["bird"]
    assert after["sitenam"] < after["bird"]


def test_long_example_has_no_more_say_than_a_short_one() -> None:
    short = {"owl": 1, "wing": 1}
    long = {f"word{n}": 30 for n in range(400)}
    profile = mean_profile([short, long])
    assert sum(profile[term] ** 2 for term in short) == pytest.approx(0.25)
    assert sum(profile[term] ** 2 for term in long) == pytest.approx(0.25)


def test_learnt_table_shows_words_not_stems() -> None:
    table = learn_weights(BIRDS)
    assert table.word("penguin") == "penguins"
    assert "bird" in table


def test_empty_examples_give_an_empty_table() -> None:
    assert not learn_weights([])
    assert not learn_weights(["", "the of and"])


@settings(max_examples=50, deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from("abcdefg"), st.integers(1, 9)), max_size=5))
def test_largest_weight_is_one_and_size_is_respected(examples: list[dict[str, int]]) -> None:
    frequencies = DocumentFrequencies(Background({"a": 0.5}, floor=0.01))
    table = contrast_weights(examples, frequencies, size=3)
    assert len(table) <= 3
    assert not table or table.top(1)[0][1] == 1.0
