"""Laws of order that hold for every frontier, whatever was pushed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_frontier_contract import BACK_ENDS, names, page

from focused_crawler.frontier import Frontier, open_frontier

FINITE = st.floats(allow_nan=False, width=32)
PUSHES = st.lists(st.tuples(st.integers(0, 30), FINITE), max_size=60)


@contextmanager
def fresh(back_end: str) -> Iterator[Frontier]:
    """An empty frontier for one example of a law."""
    with (
        TemporaryDirectory() as folder,
        closing(open_frontier(BACK_ENDS[back_end](Path(folder)))) as opened,
    ):
        yield opened


@pytest.mark.parametrize("back_end", BACK_ENDS)
@given(PUSHES)
@settings(max_examples=60, deadline=None)
def test_consecutive_pops_never_rise_in_score(
    back_end: str, pushes: list[tuple[int, float]]
) -> None:
    with fresh(back_end) as frontier:
        for number, score in pushes:
            frontier.push(page(str(number), score, f"{number % 4}.test"))
        scores = [popped.score for popped in iter(frontier.pop, None)]
        assert scores == sorted(scores, reverse=True)
        assert len(scores) == len({number for number, _ in pushes})


@pytest.mark.parametrize("back_end", BACK_ENDS)
@given(st.dictionaries(st.integers(0, 200), FINITE, max_size=40), st.randoms())
@settings(max_examples=60, deadline=None)
def test_pushing_in_another_order_pops_in_the_same_order(
    back_end: str, scores: dict[int, float], chance: random.Random
) -> None:
    distinct = {score: number for number, score in scores.items()}
    orders = []
    for items in (list(distinct.items()), list(distinct.items())):
        chance.shuffle(items)
        with fresh(back_end) as frontier:
            for score, number in items:
                frontier.push(page(str(number), score, f"{number % 4}.test"))
            orders.append(names(frontier))
    assert orders[0] == orders[1]


@pytest.mark.parametrize("back_end", BACK_ENDS)
@given(PUSHES)
@settings(max_examples=60, deadline=None)
def test_pushing_twice_is_pushing_the_last_once(
    back_end: str, pushes: list[tuple[int, float]]
) -> None:
    orders = []
    # A dict keeps the place of the first push and the value of the last, as a frontier does.
    for items in (pushes, list(dict(pushes).items())):
        with fresh(back_end) as frontier:
            for number, score in items:
                frontier.push(page(str(number), score, f"{number % 4}.test"))
            orders.append(names(frontier))
    assert orders[0] == orders[1]
