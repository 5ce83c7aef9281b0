"""The level rule of 000 §4.6: worked out lazily, it gives what a walk over the table gives."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from focused_crawler.candidate import Candidate
from focused_crawler.strategy.tunneling import CHUNK, Bumps, Tunnels

MAX_LEVEL = 3
scores = st.integers(0, 6).map(lambda n: n / 6)  # few values, so that ties are common
levels = st.integers(0, MAX_LEVEL)


def waiting(score: float, *, level: int = 1, clock: int = 0) -> Candidate:
    return Candidate("http://a.example/", score=score, level=level, clock=clock)


def test_every_link_of_the_level_that_scores_no_higher_moves_up() -> None:
    tunnels = Tunnels(MAX_LEVEL)
    tunnels.bump(level=1, clock=0, score=0.5)
    assert tunnels.level(waiting(0.5)) == 2
    assert tunnels.level(waiting(0.4)) == 2
    assert tunnels.level(waiting(0.6)) == 1
    assert tunnels.level(waiting(0.4, level=2)) == 2


def test_links_found_later_are_not_moved() -> None:
    tunnels = Tunnels(MAX_LEVEL)
    tunnels.bump(level=1, clock=7, score=0.5)
    assert tunnels.level(waiting(0.4, clock=8)) == 1


def test_above_max_level_a_link_is_closed() -> None:
    tunnels = Tunnels(MAX_LEVEL)
    for clock, level in enumerate((1, 2, 3)):
        assert tunnels.is_open(waiting(0.4))
        tunnels.bump(level=level, clock=clock, score=0.5)
    assert not tunnels.is_open(waiting(0.4))
    assert tunnels.level(waiting(0.4)) == MAX_LEVEL + 1


def test_a_move_counts_only_after_the_one_before_it() -> None:
    tunnels = Tunnels(MAX_LEVEL)
    tunnels.bump(level=2, clock=0, score=0.9)  # at that moment the link was at level 1
    tunnels.bump(level=1, clock=1, score=0.9)
    assert tunnels.level(waiting(0.4)) == 2


def test_links_of_relevant_pages_never_move() -> None:
    tunnels = Tunnels(MAX_LEVEL)
    tunnels.bump(level=0, clock=0, score=1.0)
    tunnels.bump(level=1, clock=1, score=1.0)
    assert tunnels.level(waiting(0.1, level=0)) == 0


def test_without_tunnels_only_level_0_is_open() -> None:
    tunnels = Tunnels(0)
    assert tunnels.is_open(waiting(0.1, level=0))
    assert not tunnels.is_open(waiting(0.9, level=1))


def test_a_restored_table_gives_the_same_levels() -> None:
    bumps = [(1, 0, 0.5), (2, 3, 0.4), (1, 4, 0.9)]
    tunnels, restored = Tunnels(MAX_LEVEL), Tunnels(MAX_LEVEL)
    for level, clock, score in bumps:
        tunnels.bump(level=level, clock=clock, score=score)
    restored.restore(bumps)
    for score in (0.1, 0.45, 0.6, 0.95):
        assert restored.level(waiting(score)) == tunnels.level(waiting(score))


@dataclass
class Table:
    """The thesis's IrrelevantTable, walked from end to end at each irrelevant page."""

    rows: list[tuple[float, int]] = field(default_factory=list)  # (score, level)

    def bump(self, level: int, score: float) -> None:
        self.rows = [
            (own, at + 1 if at == level and at >= 1 and own <= score else at)
            for own, at in self.rows
        ]


steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), scores, levels),
        st.tuples(st.just("bump"), scores, levels),
        st.tuples(st.just("rescore"), scores, st.integers(0, 20)),
    ),
    max_size=80,
)


@given(steps)
def test_lazy_levels_equal_a_walk_over_the_whole_table(steps: list[tuple[str, float, int]]) -> None:
    tunnels, table, lazy = Tunnels(MAX_LEVEL), Table(), list[Candidate]()
    for clock, (step, score, number) in enumerate(steps):
        if step == "add":
            lazy.append(waiting(score, level=number, clock=clock))
            table.rows.append((score, number))
        elif step == "bump" and number >= 1:
            tunnels.bump(level=number, clock=clock, score=score)
            table.bump(number, score)
        elif step == "rescore" and lazy:
            at = number % len(lazy)
            tunnels.settle(lazy[at])
            lazy[at].score = score
            table.rows[at] = (score, table.rows[at][1])
    assert [tunnels.level(c) for c in lazy] == [level for _, level in table.rows]


@given(st.lists(scores, max_size=200), st.integers(0, 220), scores)
def test_the_first_bump_that_scores_enough_is_found(
    bumped: list[float], clock: int, score: float
) -> None:
    bumps = Bumps()
    for at, bump in enumerate(bumped):
        bumps.append(at, bump)
    first = next((i for i, s in enumerate(bumped) if i >= clock and s >= score), None)
    assert bumps.first(clock=clock, score=score) == first


class CountingScore(float):
    """A score that counts how often it is compared."""

    compared = 0

    def __gt__(self, other: object) -> bool:
        raise AssertionError("not expected")

    def __le__(self, other: object) -> bool:
        CountingScore.compared += 1
        return float.__le__(self, other)  # type: ignore[operator]


@pytest.mark.parametrize("bumped", [1_000, 100_000])
def test_the_cost_of_a_level_hardly_grows_with_the_bumps(bumped: int) -> None:
    tunnels = Tunnels(MAX_LEVEL)
    for clock in range(bumped):
        tunnels.bump(level=1, clock=clock, score=0.1)
    tunnels.bump(level=1, clock=bumped, score=0.9)
    CountingScore.compared = 0
    for clock in range(100):  # better than all bumps but the last: the dearest case
        assert tunnels.level(waiting(CountingScore(0.5), clock=clock)) == 2
    assert 0 < CountingScore.compared / 100 <= 2 * CHUNK * 4  # up and down over four tiers
