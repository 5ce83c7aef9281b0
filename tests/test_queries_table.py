"""The dynamic weight table: the paper's worked example, and the laws of eq. 3."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from focused_crawler.queries.table import (
    Phrases,
    count_queries,
    dynamic_weights,
    page_weights,
    shown_words,
)

QUERIES = [
    "Kejriwal new manifesto for lok sabha polls 2014.",
    "Manifesto of BJP for lok sabha polls 2014.",
    "lok sabha polls 2014 dates",
]
PHRASES = Phrases(["lok sabha"])
TABLE = st.dictionaries(st.sampled_from("abcdef"), st.floats(0.01, 100))
FREQUENCIES = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 100))
ALPHAS = st.floats(0.01, 0.5)


def test_worked_example_of_the_paper_up_to_step_6() -> None:
    counts = count_queries([(query, 1, None) for query in QUERIES], phrases=PHRASES)
    words = shown_words(counts.frequencies, counts, PHRASES)
    shown = {words.get(term, term): qf for term, qf in counts.frequencies.items()}
    assert counts.queries == 3
    assert shown == {
        "bjp": 1, "dates": 1, "kejriwal": 1, "lok sabha": 3, "manifesto": 2, "new": 1,
        "polls": 3, "2014": 3,
    }  # fmt: skip


def test_worked_example_of_the_paper_step_7_and_table_1() -> None:
    counts = count_queries([(query, 1, None) for query in QUERIES], phrases=PHRASES)
    everything = dynamic_weights(counts.frequencies, {}, alpha=0.5, threshold=0.0)
    assert everything == {
        "bjp": 0.5, "date": 0.5, "kejriw": 0.5, "lok sabha": 1.5, "manifesto": 1.0, "new": 0.5,
        "poll": 1.5, "2014": 1.5,
    }  # fmt: skip
    table = dynamic_weights(counts.frequencies, {}, alpha=0.5, threshold=1.0)
    assert table == {"lok sabha": 1.5, "poll": 1.5, "manifesto": 1.0, "2014": 1.5}
    assert list(table) == ["2014", "lok sabha", "poll", "manifesto"]


def test_second_interval_mixes_old_and_new_interest() -> None:
    old = {"poll": 1.5, "2014": 1.5, "manifesto": 1.0}
    assert dynamic_weights({"poll": 4, "cricket": 6}, old, alpha=0.25, threshold=0.3) == {
        "cricket": 4.5, "poll": 3.375, "2014": 0.375,
    }  # fmt: skip


def test_a_query_counts_a_term_once_and_its_count_many_times() -> None:
    counts = count_queries([("iron iron ore", 1, None), ("Iron mines", 3, 50.0), ("  ", 9, 7.0)])
    assert counts.frequencies == {"iron": 4, "ore": 1, "mine": 3}
    assert (counts.queries, counts.first, counts.last) == (4, 7.0, 50.0)


@pytest.mark.parametrize(
    ("phrases", "found", "joined"),
    [
        (["lok sabha"], ["lok", "sabha", "poll"], ["lok sabha", "poll"]),
        (["lok sabha", "lok sabha polls"], ["lok", "sabha", "poll"], ["lok sabha poll"]),
        (["lok sabha"], ["lok", "dal", "sabha"], ["lok", "dal", "sabha"]),
        (["iron"], ["iron", "ore"], ["iron", "ore"]),
        ([], ["iron", "ore"], ["iron", "ore"]),
    ],
)
def test_phrases_are_one_term(phrases: list[str], found: list[str], joined: list[str]) -> None:
    assert Phrases(phrases).join(found) == joined


def test_pages_are_read_with_the_words_of_a_phrase() -> None:
    table = page_weights({"lok sabha": 1.5, "sabha": 2.0, "poll": 1.0}, {"poll": "polls"})
    assert dict(table.items()) == {"lok": 1.5, "sabha": 2.0, "poll": 1.0}
    assert table.word("poll") == "polls"


@given(FREQUENCIES, TABLE, ALPHAS, st.floats(0, 10))
def test_every_weight_is_a_mean_of_frequency_and_old_weight(
    frequencies: dict[str, int], old: dict[str, float], alpha: float, threshold: float
) -> None:
    for term, weight in dynamic_weights(frequencies, old, alpha=alpha, threshold=threshold).items():
        qf, was = frequencies.get(term, 0), old.get(term, 0.0)
        assert weight >= threshold
        assert min(qf, was) - 1e-9 <= weight <= max(qf, was) + 1e-9


@given(TABLE, ALPHAS)
def test_interest_that_nobody_renews_fades_out(old: dict[str, float], alpha: float) -> None:
    table = old
    for _ in range(20):
        table = dynamic_weights({}, table, alpha=alpha, threshold=0.5)
    assert table == {}


@given(FREQUENCIES, st.integers(1, 6))
def test_size_keeps_the_heaviest(frequencies: dict[str, int], size: int) -> None:
    everything = dynamic_weights(frequencies, {}, threshold=0.0, size=0)
    assert (
        list(dynamic_weights(frequencies, {}, threshold=0.0, size=size).items())
        == list(everything.items())[:size]
    )


@pytest.mark.parametrize("alpha", [0.0, -0.1, 0.51, float("nan")])
def test_alpha_outside_its_range_is_refused(alpha: float) -> None:
    with pytest.raises(ValueError, match="alpha"):
        dynamic_weights({"iron": 1}, {}, alpha=alpha)
