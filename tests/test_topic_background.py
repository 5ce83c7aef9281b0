"""How common terms are in general English, and what a crawl adds to that."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.topic.background import (
    Background,
    load_background,
    page_probability,
    parse_background,
)
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.frequencies import DocumentFrequencies
from focused_crawler.topic.stopwords import ENGLISH


def test_shipped_background_orders_common_before_rare() -> None:
    english = load_background("en")
    rising = ["hematit", "ore", "iron", "market", "time"]
    found = [english.document_frequency(term) for term in rising]
    assert found == sorted(found)
    assert 0.2 < english.document_frequency("time") < 0.9
    assert english.document_frequency("hematit") < 0.01
    assert len(english) > 50_000


def test_years_are_common_and_long_numbers_are_not() -> None:
    english = load_background("en")
    assert english.document_frequency("2014") > 0.01
    assert english.document_frequency("83641") == english.floor


def test_term_nobody_knows_gets_the_floor() -> None:
    english = load_background("en")
    assert english.document_frequency("qqzzxx") == english.floor
    assert 0 < english.floor < 0.001


def test_stop_words_are_left_out_and_words_that_name_things_are_not() -> None:
    english = load_background("en")
    assert "with" in ENGLISH and "mine" not in ENGLISH
    assert english.document_frequency("with") < 0.01 < english.document_frequency("mine")


def test_unknown_language_is_refused_with_those_there_are() -> None:
    for language in ("xx", "../en", ""):
        with pytest.raises(TopicError, match=r"unknown language .*; there are ar, da, de, en"):
            load_background(language)


def test_background_text_is_a_zipf_value_and_its_terms_a_line() -> None:
    small = parse_background("# note\n600 alpha beta\n300 gamma\n")
    # A million in a billion is one in a thousand words: L f = 1, df = 1 - (1 + 1/.3)^-.3
    assert small.document_frequency("beta") == pytest.approx(1 - (1 + 1 / 0.3) ** -0.3)
    assert small.document_frequency("other") == small.document_frequency("gamma")


@settings(max_examples=100, deadline=None)
@given(st.floats(min_value=0, max_value=8), st.floats(min_value=0, max_value=8))
def test_page_probability_is_a_probability_and_rises_with_frequency(a: float, b: float) -> None:
    low, high = sorted((a, b))
    assert 0 <= page_probability(low) <= page_probability(high) < 1


def test_idf_by_hand_with_and_without_crawled_pages() -> None:
    frequencies = DocumentFrequencies(Background({"iron": 0.04}, floor=0.01))
    assert frequencies.idf("iron") == pytest.approx(log(101 / 5))
    frequencies.add({"iron": 7, "menu": 1})
    frequencies.add({"menu": 1})
    assert frequencies.pages == 2
    assert frequencies.document_frequency("menu") == pytest.approx(1 + 2)
    assert frequencies.idf("menu") == pytest.approx(log(103 / 4))
    assert frequencies.idf("iron") == pytest.approx(log(103 / 6))


def test_boilerplate_of_a_site_loses_its_weight_as_the_crawl_goes_on() -> None:
    frequencies = DocumentFrequencies(Background({}, floor=0.001))
    before = frequencies.idf("sitename")
    for _ in range(1000):
        frequencies.add(["sitename"])
    assert frequencies.idf("sitename") < before / 10


def test_memory_is_bounded_and_common_terms_are_kept() -> None:
    frequencies = DocumentFrequencies(Background({}, floor=0.001), most_terms=100)
    for page in range(1000):
        frequencies.add(["common", f"rare{page}", f"odd{page}"])
    assert frequencies.document_frequency("common") == pytest.approx(1000.1)
    kept = sum(frequencies.document_frequency(f"rare{page}") > 1 for page in range(1000))
    assert kept <= 100
    assert frequencies.pages == 1000


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sets(st.sampled_from("abcde")), max_size=30))
def test_idf_is_never_negative_and_falls_as_a_term_spreads(pages: list[set[str]]) -> None:
    frequencies = DocumentFrequencies(Background({"a": 0.99}, floor=0.01))
    for page in pages:
        frequencies.add(page)
    by_spread = sorted("bcde", key=frequencies.document_frequency)
    assert all(frequencies.idf(term) >= 0 for term in "abcde")
    values = [frequencies.idf(term) for term in by_spread]
    assert values == sorted(values, reverse=True)
