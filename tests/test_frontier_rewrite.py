"""The frontier's log on a full disk, and how a long log becomes short again."""

from __future__ import annotations

import resource
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from test_frontier_embedded import contents, page

from focused_crawler.frontier import FrontierError
from focused_crawler.frontier.embedded import EmbeddedFrontier, open_file
from focused_crawler.frontier.journal import REWRITE_SLICE
from focused_crawler.frontier.rewrite import unfinished

ALWAYS = -(10**9)  # a rewrite floor under which every flush starts one


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "frontier"


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file of this process may grow beyond `size`: a disk that is full there."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)


def test_a_full_disk_is_an_error_and_loses_nothing_that_was_flushed(path: Path) -> None:
    with closing(open_file(path)) as frontier:
        frontier.push(page("before"))
        frontier.flush()
        size = path.stat().st_size
        for number in range(5):
            frontier.push(page(number))
        with largest_file(size + 250), pytest.raises(FrontierError, match="cannot be used: File"):
            frontier.flush()
        assert path.stat().st_size == size
        frontier.flush()  # there is room again
    with closing(open_file(path)) as frontier:
        assert len(frontier) == 6


def test_a_disk_that_stays_full_still_frees_the_lock(path: Path) -> None:
    frontier = open_file(path)
    for number in range(5):
        frontier.push(page(number))
    with largest_file(path.stat().st_size + 50):
        with pytest.raises(FrontierError):
            frontier.close()
        frontier.close()
    with closing(open_file(path)) as reopened:
        assert len(reopened) == 0


def test_a_rewrite_of_what_cannot_be_read_is_given_up_and_the_log_stays_whole(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    frontier = open_file(path, rewrite_floor=ALWAYS, most_payloads=10)
    for number in range(100):
        frontier.push(page(number))
    frontier.flush()
    scratch = frontier._payloads._file
    assert scratch is not None
    scratch.execute("ALTER TABLE payloads RENAME TO elsewhere")
    for _ in range(3):
        frontier.flush()
    assert "could not be rewritten and grows on" in caplog.text
    frontier.close()
    with closing(open_file(path)) as reopened:
        assert len(reopened) == 100


def test_a_rewrite_without_room_is_given_up_and_the_crawl_goes_on(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(open_file(path, rewrite_floor=ALWAYS)) as frontier:
        for number in range(2000):
            frontier.push(page(number))
        with largest_file(path.stat().st_size + 300_000):
            frontier.flush()
            frontier.flush()
            with largest_file(100_000):
                frontier.flush()
        assert "could not be rewritten and grows on" in caplog.text
        assert not unfinished(path).exists()
        frontier.push(page("after"))
        expected = contents(frontier)
    with closing(open_file(path)) as frontier:
        assert contents(frontier) == expected


def test_a_long_log_becomes_short_again(path: Path) -> None:
    with closing(open_file(path, rewrite_floor=200)) as frontier:
        for turn in range(3000):
            frontier.push(page(turn % 20, turn))
            if turn % 5 == 0:
                frontier.done(page(f"done{turn}").key)
            frontier.flush()
        expected = contents(frontier)
    assert path.read_bytes().count(b"\n") < 500
    with closing(open_file(path)) as frontier:
        assert contents(frontier) == expected
        assert all(frontier.state(page(f"done{turn}").key) == "done" for turn in range(0, 3000, 5))


def test_a_log_that_is_all_needed_is_not_rewritten(path: Path) -> None:
    with closing(open_file(path, rewrite_floor=10)) as frontier:
        inode = path.stat().st_ino
        for number in range(500):
            frontier.push(page(number))
            frontier.flush()
            assert not unfinished(path).exists()
        assert path.stat().st_ino == inode


@pytest.mark.parametrize("in_memory", [10, 20_000])
def test_a_death_at_any_step_of_a_rewrite_loses_nothing(
    path: Path, tmp_path: Path, in_memory: int
) -> None:
    with closing(open_file(path, rewrite_floor=ALWAYS, most_payloads=in_memory)) as frontier:
        for number in range(4000):
            frontier.push(page(number, number, heading="x" * 100))
        for number in range(0, 4000, 3):
            frontier.done(page(number).key)
        inode = path.stat().st_ino
        steps = 0
        while path.stat().st_ino == inode:
            frontier.push(page(f"new{steps}"))
            frontier.push(page(1, -steps))
            frontier.done(page(4 + 3 * steps).key)
            assert frontier.pop() is not None
            frontier.flush()
            assert_a_copy_is_the_same(frontier, path, tmp_path / f"copy{steps}")
            steps += 1
        assert steps > 4000 * 2 / 3 * 200 / REWRITE_SLICE


def assert_a_copy_is_the_same(frontier: EmbeddedFrontier, path: Path, folder: Path) -> None:
    folder.mkdir()
    for file in (path, unfinished(path)):
        if file.exists():
            shutil.copy(file, folder)
    expected = contents(frontier)
    with closing(open_file(folder / path.name)) as copy:
        recovered = contents(copy)
        leased = recovered.keys() - expected.keys()
        assert len(leased) == frontier.leased()
        assert {key: recovered[key] for key in expected} == expected
        assert all(frontier.state(key) == "leased" for key in leased)
        assert not unfinished(folder / path.name).exists()
    shutil.rmtree(folder)
