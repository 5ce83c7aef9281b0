"""Shares of relevant outcomes by key: worked numbers, laws, and the end of its memory."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.strategy.rates import Rates

outcomes = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from([0.0, 0.25, 0.5, 1.0])), max_size=40
)
shares = st.floats(0, 1)


def rates_of(seen: list[tuple[str, float]], **options: int) -> Rates:
    rates = Rates(**options)
    for key, outcome in seen:
        rates.add([key], outcome)
    return rates


def test_a_key_that_was_never_seen_has_the_prior() -> None:
    assert Rates().rate("ore", 0.3) == 0.3


def test_two_outcomes_weigh_as_much_as_the_prior() -> None:
    rates = rates_of([("ore", 1.0), ("ore", 1.0)])
    assert rates.rate("ore", 0.2) == pytest.approx(0.6)  # (2 * .2 + 1 + 1) / (2 + 2)
    rates.add(["ore", "iron"], 0.0)
    assert rates.rate("ore", 0.2) == pytest.approx(0.48)  # (.4 + 2) / 5
    assert rates.rate("iron", 0.2) == pytest.approx(0.4 / 3)


@settings(max_examples=60, deadline=None)
@given(outcomes, st.randoms(use_true_random=False), shares)
def test_the_order_of_outcomes_does_not_matter(seen, dice, prior) -> None:  # type: ignore[no-untyped-def]
    shuffled = list(seen)
    dice.shuffle(shuffled)
    one, other = rates_of(seen), rates_of(shuffled)
    for key in "abcd":
        assert one.rate(key, prior) == pytest.approx(other.rate(key, prior))


@settings(max_examples=60, deadline=None)
@given(outcomes, shares)
def test_a_rate_is_what_the_formula_says_of_all_outcomes_and_a_share(
    seen: list[tuple[str, float]], prior: float
) -> None:
    rates = rates_of(seen)
    for key in "abcd":
        own = [outcome for name, outcome in seen if name == key]
        expected = (2 * prior + sum(own)) / (2 + len(own))
        assert rates.rate(key, prior) == pytest.approx(expected)
        assert 0 <= rates.rate(key, prior) <= 1


@settings(max_examples=60, deadline=None)
@given(outcomes, shares)
def test_an_outcome_of_1_never_lowers_a_rate_and_one_of_0_never_raises_it(
    seen: list[tuple[str, float]], prior: float
) -> None:
    before = rates_of(seen).rate("a", prior)
    assert rates_of([*seen, ("a", 1.0)]).rate("a", prior) >= before - 1e-12
    assert rates_of([*seen, ("a", 0.0)]).rate("a", prior) <= before + 1e-12


def test_beyond_its_limit_the_keys_seen_least_are_forgotten() -> None:
    rates = Rates(most_keys=10)
    for _ in range(3):
        rates.add(["ore"], 1.0)
    for number in range(100):
        rates.add([f"word{number}"], 0.0)
        assert len(rates) <= 10
    assert rates.count("ore") == 3
    assert rates.rate("ore", 0.0) == pytest.approx(0.6)
    assert rates.count("word0") == 0


def test_keys_that_are_all_seen_often_are_forgotten_too() -> None:
    rates = Rates(most_keys=4)
    for _ in range(3):
        rates.add("abcde", 1.0)
    assert len(rates) <= 4
