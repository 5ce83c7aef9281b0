"""Payloads of waiting candidates: the latest in memory, the rest in a file without a name."""

from __future__ import annotations

import resource
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import FrontierError
from focused_crawler.frontier.embedded import open_file
from focused_crawler.frontier.payloads import Payloads

NUMBERS = st.integers(0, 9)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("set"), NUMBERS, st.binary(max_size=5)),
        st.tuples(st.just("drop"), NUMBERS),
        st.tuples(st.just("hold")),
        st.tuples(st.just("release")),
    ),
    max_size=40,
)


@given(steps=STEPS, most=st.integers(0, 5))
@settings(max_examples=80, deadline=None)
def test_what_was_set_last_is_read_wherever_it_lies(steps: list[tuple], most: int) -> None:
    expected: dict[int, bytes] = {}
    dropped: set[int] = set()
    is_held = False
    with closing(Payloads(most=most)) as payloads:
        for step, *values in steps:
            if step == "set":
                payloads[values[0]] = expected[values[0]] = values[1]
                dropped.discard(values[0])
            elif step == "drop" and values[0] in expected:
                payloads.drop(values[0])
                dropped.add(values[0])
            elif step == "hold":
                payloads.release()
                payloads.hold()
                is_held = True
            elif step == "release":
                payloads.release()
                is_held = False
            if not is_held or step == "hold":
                for number in dropped:
                    del expected[number]
                dropped.clear()
            assert {number: payloads[number] for number in expected} == expected


def fill(payloads: Payloads, count: int, payload: bytes) -> None:
    for number in range(count):
        payloads[number] = payload


def test_few_are_in_memory_and_nothing_is_seen_of_the_file(tmp_path: Path) -> None:
    with closing(Payloads(tmp_path, most=10)) as payloads:
        for number in range(1000):
            payloads[number] = b"%d" % number
        assert len(payloads._latest) <= 10
        assert [payloads[number] for number in range(1000)] == [b"%d" % n for n in range(1000)]
        assert list(tmp_path.iterdir()) == []


def test_what_was_dropped_gives_its_room_to_others(tmp_path: Path) -> None:
    with closing(Payloads(tmp_path, most=10)) as payloads:
        for number in range(20_000):
            payloads[number] = b"x" * 300
            if number >= 100:
                payloads.drop(number - 100)
        assert payloads._file is not None
        (pages,) = payloads._file.execute("PRAGMA page_count").fetchone()
        assert pages * 4096 < 20_000 * 300 / 20
        with pytest.raises(KeyError):
            payloads[5]


def test_what_a_full_disk_does_not_take_stays_in_memory_and_nothing_is_lost(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with closing(Payloads(tmp_path, most=10)) as payloads:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
        try:
            fill(payloads, 1000, b"x" * 1000)
            for number in range(0, 1000, 3):
                payloads.drop(number)
            assert all(payloads[n] == b"x" * 1000 for n in range(1000) if n % 3)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert 0 < len(caplog.records) < 10
        fill(payloads, 3000, b"y")
        assert len(payloads._latest) < 3000
        assert all(payloads[number] == b"y" for number in range(3000))


def test_a_folder_that_is_not_there_leaves_all_in_memory(tmp_path: Path) -> None:
    with closing(Payloads(tmp_path / "none", most=10)) as payloads:
        fill(payloads, 100, b"x")
        assert len(payloads._latest) == 100


def test_a_log_can_be_read_after_the_disk_took_no_more_payloads(tmp_path: Path) -> None:
    log = tmp_path / "frontier.log"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    frontier = open_file(log, most_payloads=10)
    candidates = [Candidate(f"http://a.test/{n}/{'x' * 500}", n / 1000) for n in range(200)]
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
    try:
        for candidate in candidates:
            with suppress(FrontierError):
                frontier.push(candidate)
            frontier.rescore(candidate.key, 0.5)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    frontier.close()
    with closing(open_file(log)) as again:
        assert {waiting.url for waiting in again.waiting()} == {c.url for c in candidates}
