from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from focused_crawler.reports.progress import Progress, Standing

LONG = Standing(
    pages=612, relevant=233, recent=100, recent_relevant=41,
    waiting=5120, hosts=58, pages_per_second=12.3, max_pages=1000,
)  # fmt: skip


def fed(outcomes: list[bool], *, window: int) -> Progress:
    progress = Progress(pages=0, relevant=0, window=window, now=0.0)
    relevant = 0
    for pages, is_relevant in enumerate(outcomes, 1):
        relevant += is_relevant
        progress.count(pages=pages, relevant=relevant)
    return progress


def test_line_tells_everything_where_there_is_room() -> None:
    assert LONG.line() == (
        "612/1000 pages, 233 relevant, harvest 38.1 % (last 100: 41.0 %),"
        " 5120 waiting on 58 hosts, 12.3 pages/s"
    )


def test_line_in_a_usual_terminal_tells_all_but_the_latest_rate() -> None:
    assert LONG.line(79) == (
        "612/1000 pages, 233 relevant, harvest 38.1 %, 5120 waiting on 58 hosts, 12.3/s"
    )


@pytest.mark.parametrize("pages", [100, 5000])
def test_latest_rate_is_told_only_where_it_tells_something_new(pages: int) -> None:
    recent = 100 if pages == 100 else 0
    assert "last" not in replace(LONG, pages=pages, recent=recent, recent_relevant=0).line()


@given(st.integers(0, 120))
def test_line_never_exceeds_its_width(width: int) -> None:
    assert len(LONG.line(width)) <= width


@given(st.lists(st.booleans(), max_size=60), st.integers(1, 20))
def test_harvest_is_dry_exactly_when_a_full_window_holds_too_little(
    outcomes: list[bool], window: int
) -> None:
    latest = outcomes[-window:]
    is_dry = len(outcomes) >= window and sum(latest) / window < 0.25
    assert fed(outcomes, window=window).is_dry(0.25) == is_dry


@given(st.lists(st.booleans(), max_size=150), st.sampled_from([0, 7, 130]))
def test_recent_rate_is_over_the_last_hundred_pages(outcomes: list[bool], window: int) -> None:
    latest = outcomes[-100:]
    assert fed(outcomes, window=window).recent() == (len(latest), sum(latest))


def test_window_of_zero_never_runs_dry() -> None:
    assert not fed([False] * 500, window=0).is_dry(1.0)


def test_pages_of_an_earlier_run_do_not_fill_the_window() -> None:
    progress = Progress(pages=5000, relevant=0, window=2, now=0.0)
    progress.count(pages=5001, relevant=0)
    assert not progress.is_dry(0.5)
    progress.count(pages=5002, relevant=0)
    assert progress.is_dry(0.5)


def test_speed_is_that_of_the_last_ten_seconds() -> None:
    progress = Progress(pages=0, relevant=0, window=0, now=0.0)
    for second in range(1, 31):
        progress.count(pages=100 if second <= 10 else 100 + 2 * (second - 10), relevant=0)
        speed = progress.pages_per_second(float(second))
    assert speed == 2.0


def test_speed_at_the_very_start_is_zero() -> None:
    assert Progress(pages=3, relevant=0, window=0, now=5.0).pages_per_second(5.0) == 0.0
