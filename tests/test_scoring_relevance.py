"""R(t,b) in both readings of its norm, and page relevance, by numbers worked out by hand."""

from __future__ import annotations

from math import isclose, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from focused_crawler.scoring.relevance import (
    PAGE_RELEVANCE,
    RELEVANCE,
    all_term_relevance,
    topic_term_relevance,
)
from focused_crawler.topic.weights import WeightTable

TOPIC = WeightTable({"iron": 1.0, "ore": 0.5})  # norm: sqrt(1 + 1/4) = sqrt(5)/2

counts = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 50), max_size=8)
tables = st.dictionaries(st.sampled_from("abcd"), st.floats(0.01, 1.0), min_size=1).map(WeightTable)


def test_a_block_in_the_proportions_of_the_topic_is_perfect_in_the_topics_terms() -> None:
    # product 2*1 + 1*0.5 = 2.5; norms sqrt(5)/2 and sqrt(4 + 1): 2.5 / 2.5
    assert topic_term_relevance(TOPIC, {"iron": 2, "ore": 1, "page": 2}) == pytest.approx(1.0)


def test_all_terms_count_the_words_beside_the_topic() -> None:
    # the same product; the block's norm is now sqrt(4 + 1 + 4) = 3: 2.5 / (3 sqrt(5)/2)
    relevance = all_term_relevance(TOPIC, {"iron": 2, "ore": 1, "page": 2})
    assert relevance == pytest.approx(5 / (3 * sqrt(5)))
    assert relevance == pytest.approx(0.745356, abs=1e-6)


def test_one_stray_topic_word_misleads_only_the_thesis_reading() -> None:
    block = {"iron": 1, "curtain": 1, "cold": 1, "war": 1}
    assert topic_term_relevance(TOPIC, block) == pytest.approx(2 / sqrt(5))  # 0.894
    assert all_term_relevance(TOPIC, block) == pytest.approx(1 / sqrt(5))  # 0.447


@pytest.mark.parametrize("relevance", RELEVANCE.values())
def test_no_topic_word_no_relevance(relevance) -> None:  # type: ignore[no-untyped-def]
    assert relevance(TOPIC, {"bird": 9}) == 0.0
    assert relevance(TOPIC, {}) == 0.0
    assert relevance(WeightTable({}), {"iron": 1}) == 0.0


@pytest.mark.parametrize(
    ("name", "expected"), [("sum", 0.9), ("maximum", 0.6), ("mean", 0.3), ("whole", 0.5)]
)
def test_page_relevance_of_three_blocks(name: str, expected: float) -> None:
    assert PAGE_RELEVANCE[name]([0.2, 0.6, 0.1], 0.5) == pytest.approx(expected)


@pytest.mark.parametrize("name", ["sum", "maximum", "mean"])
def test_a_page_without_blocks_is_irrelevant(name: str) -> None:
    assert PAGE_RELEVANCE[name]([], 0.0) == 0.0


@given(tables, counts)
def test_relevance_stays_within_0_and_1_and_more_terms_never_raise_it(
    topic: WeightTable, block: dict[str, int]
) -> None:
    everything, topical = all_term_relevance(topic, block), topic_term_relevance(topic, block)
    assert 0.0 <= everything <= topical <= 1.0


@given(tables, counts, st.integers(2, 9))
def test_dividing_by_the_most_frequent_term_changes_nothing(
    topic: WeightTable, block: dict[str, int], times: int
) -> None:
    longer = {term: count * times for term, count in block.items()}
    for relevance in (all_term_relevance, topic_term_relevance):
        assert isclose(relevance(topic, block), relevance(topic, longer), abs_tol=1e-12)


def test_log_terms_count_the_logarithm_of_one_more_than_the_count() -> None:
    topic = WeightTable({"ore": 1.0, "iron": 0.5})
    # (1 log 4 + .5 log 2) / (sqrt(1.25) sqrt(log 4 ^ 2 + log 2 ^ 2 + log 2 ^ 2))
    expected = (log(4) + 0.5 * log(2)) / (sqrt(1.25) * sqrt(log(4) ** 2 + 2 * log(2) ** 2))
    block = {"ore": 3, "iron": 1, "page": 1}
    assert RELEVANCE["log-terms"](topic, block) == pytest.approx(expected)
    assert RELEVANCE["log-terms"](topic, {"ore": 500}) == pytest.approx(1 / sqrt(1.25))
