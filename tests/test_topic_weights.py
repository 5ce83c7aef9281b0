"""The laws of a weight table."""

from __future__ import annotations

from math import inf, isclose, nan, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.topic.weights import WeightTable, table_of

WEIGHTS = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=3),
    st.floats(min_value=1e-300, max_value=1e300),
    min_size=1,
    max_size=20,
)
TABLES = WEIGHTS.map(WeightTable)


def test_table_reads_like_a_mapping_whose_missing_terms_weigh_nothing() -> None:
    table = WeightTable({"iron": 1.0, "ore": 0.5})
    assert table["ore"] == 0.5
    assert table.get("ore") == 0.5
    assert table.get("gold") == 0.0
    assert "gold" not in table
    assert (len(table), list(table)) == (2, ["iron", "ore"])
    with pytest.raises(KeyError):
        table["gold"]


def test_norm_is_the_euclidean_length() -> None:
    assert WeightTable({"a": 3.0, "b": 4.0}).norm == 5.0
    assert WeightTable({}).norm == 0.0


def test_later_changes_of_the_source_do_not_reach_the_table() -> None:
    source = {"iron": 1.0}
    table = WeightTable(source)
    source["iron"] = 9.0
    assert table["iron"] == 1.0


@pytest.mark.parametrize("weight", [0.0, -0.1, nan, inf])
def test_weight_that_is_no_number_above_zero_is_refused(weight: float) -> None:
    with pytest.raises(ValueError, match="the weight of 'iron'"):
        WeightTable({"iron": weight})


def test_top_is_heaviest_first_and_ties_are_alphabetical() -> None:
    table = WeightTable({"c": 0.5, "b": 1.0, "a": 0.5, "d": 0.1})
    assert table.top(3) == [("b", 1.0), ("a", 0.5), ("c", 0.5)]


def test_table_of_scores_keeps_the_best_and_divides_by_the_largest() -> None:
    table = table_of({"a": 8.0, "b": 2.0, "c": 1.0, "d": 0.0}, size=2)
    assert dict(table.items()) == {"a": 1.0, "b": 0.25}


def test_merge_is_the_mean_weighed_by_share() -> None:
    old, new = WeightTable({"a": 2.0, "b": 1.0}), WeightTable({"b": 4.0, "c": 1.0})
    # a: .75 * 1; b: .75 * .5 + .25 * 1 = .625; c: .25 * .25; divided by .75
    expected = {"a": 1.0, "b": 0.625 / 0.75, "c": 0.0625 / 0.75}
    assert dict(old.merge(new, 0.25).items()) == pytest.approx(expected)


def test_merge_keeps_the_words_of_both() -> None:
    left = WeightTable({"comput": 1.0}, words={"comput": "computer"})
    right = WeightTable({"financ": 1.0}, words={"financ": "finance"})
    merged = left.merge(right, 0.5)
    assert (merged.word("comput"), merged.word("financ")) == ("computer", "finance")


@pytest.mark.parametrize("share", [-0.1, 1.1, nan])
def test_share_outside_zero_and_one_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="share"):
        WeightTable({"a": 1.0}).merge(WeightTable({"b": 1.0}), share)


@settings(max_examples=200, deadline=None)
@given(TABLES, TABLES, st.floats(min_value=0, max_value=1))
def test_any_merge_has_one_as_its_largest_weight(
    left: WeightTable, right: WeightTable, share: float
) -> None:
    merged = left.merge(right, share)
    assert max(weight for _, weight in merged.items()) == 1.0
    assert merged.keys() <= left.keys() | right.keys()


@settings(max_examples=100, deadline=None)
@given(TABLES, TABLES)
def test_merge_with_no_share_changes_nothing_but_the_scale(
    left: WeightTable, right: WeightTable
) -> None:
    assert left.merge(right, 0.0) == left.normalised()
    assert left.merge(right, 1.0) == right.normalised()


@settings(max_examples=100, deadline=None)
@given(TABLES)
def test_normalising_twice_is_normalising_once(table: WeightTable) -> None:
    once = table.normalised()
    assert once.normalised() == once
    assert isclose(once.norm, sqrt(sum(weight**2 for _, weight in once.items())))
