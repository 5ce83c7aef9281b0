"""What the file behind an embedded frontier survives, and what it refuses."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import fields
from pathlib import Path

import pytest

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import Frontier, FrontierError, open_frontier
from focused_crawler.frontier.embedded import open_file
from focused_crawler.frontier.log_format import HEADER
from focused_crawler.frontier.records import LINK, STANDING
from focused_crawler.frontier.rewrite import unfinished

PROJECT = Path(__file__).parents[1]


def page(name: object, score: float = 0.5, host: str = "a.test", **values: object) -> Candidate:
    return Candidate(url=f"http://{host}/{name}", score=score, **values)


def contents(frontier: Frontier) -> dict[int, Candidate]:
    return {candidate.key: candidate for candidate in frontier.waiting()}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "frontier"


def fill(path: Path, count: int = 5) -> None:
    with closing(open_file(path)) as frontier:
        for number in range(count):
            frontier.push(page(number, number))


def test_every_field_of_a_candidate_is_recorded() -> None:
    assert {*LINK, *STANDING, "score", "key"} == {field.name for field in fields(Candidate)}


def test_a_new_score_is_recorded(path: Path) -> None:
    fill(path, 3)
    with closing(open_file(path)) as frontier:
        assert frontier.rescore(page(0).key, 7.5)
    with closing(open_file(path)) as frontier:
        assert [c.score for c in iter(frontier.pop, None)] == [7.5, 2.0, 1.0]


def test_what_was_leased_waits_again_and_what_was_done_does_not(path: Path) -> None:
    with closing(open_file(path)) as frontier:
        for name, score in (("done", 0.9), ("leased", 0.8), ("waiting", 0.7)):
            frontier.push(page(name, score))
        done = frontier.pop()
        assert done is not None
        frontier.done(done.key)
        assert frontier.pop() == page("leased", 0.8)
    with closing(open_file(path)) as frontier:
        assert (frontier.leased(), frontier.state(done.key)) == (0, "done")
        assert frontier.pop() == page("leased", 0.8)
        assert frontier.pop() == page("waiting", 0.7)
        assert frontier.pop() is None


def test_age_outlives_the_process(path: Path) -> None:
    for names in ("xyz", "uvw"):
        with closing(open_file(path)) as frontier:
            for name in names:
                frontier.push(page(name, 0.5))
    with closing(open_file(path)) as frontier:
        popped = [candidate.url[-1] for candidate in iter(frontier.pop, None)]
    assert popped == list("xyzuvw")


def test_what_was_flushed_is_in_the_file_before_close(path: Path, tmp_path: Path) -> None:
    with closing(open_file(path)) as frontier:
        frontier.push(page("x"))
        frontier.done(page("y").key)
        frontier.flush()
        shutil.copy(path, tmp_path / "copy")
    with closing(open_file(tmp_path / "copy")) as copy:
        assert contents(copy) == {page("x").key: page("x")}
        assert copy.state(page("y").key) == "done"


def test_moving_a_candidate_records_only_what_changed(path: Path) -> None:
    with closing(open_file(path)) as frontier:
        frontier.push(page("x", 0.5, heading="heading " * 50))
        frontier.flush()
        size = path.stat().st_size
        frontier.push(page("x", 0.6, heading="heading " * 50, blocks_seen=2))
        frontier.flush()
        assert path.stat().st_size - size < 80
        frontier.push(page("x", 0.6, heading="heading " * 50, blocks_seen=2))
        frontier.flush()
        assert path.stat().st_size - size < 80
    with closing(open_file(path)) as frontier:
        assert frontier.pop() == page("x", 0.6, heading="heading " * 50, blocks_seen=2)


def test_the_log_is_plain_text(path: Path) -> None:
    with closing(open_file(path)) as frontier:
        frontier.push(page("x", 0.25, anchor="caf\u00e9"))
    header, line = path.read_text(encoding="utf-8").splitlines()
    assert header == "focused-crawler frontier 1"
    assert line.split("\t")[1:] == [
        "push", f"{page('x').key:016x}", "0", "0.25", "a.test",
        '["http://a.test/x",0,null,null,"","caf\u00e9",null]', "[0,0,{},0,0.0]",
    ]  # fmt: skip


@pytest.mark.parametrize("cut", range(1, 40, 7))
def test_a_last_line_cut_short_is_dropped_in_silence(path: Path, cut: int) -> None:
    fill(path, 2)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    with closing(open_file(path)) as frontier:
        assert [candidate.score for candidate in frontier.waiting()] == [0]
        frontier.flush()
        assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[:2])
        frontier.push(page(1, 1))
    assert path.read_bytes() == whole


def test_zeros_after_a_power_cut_are_a_line_cut_short(path: Path) -> None:
    fill(path, 3)
    path.write_bytes(path.read_bytes()[:-20] + bytes(5000))
    with closing(open_file(path)) as frontier:
        assert len(frontier) == 2


@pytest.mark.parametrize("length", [0, 1, len(HEADER) - 1])
def test_a_header_cut_short_is_a_new_frontier(path: Path, length: int) -> None:
    path.write_bytes(HEADER[:length])
    fill(path, 1)
    with closing(open_file(path)) as frontier:
        assert len(frontier) == 1


def damaged(path: Path) -> list[tuple[str, bytes, int]]:
    """Ways a log can be spoilt: what, the bytes, the offset of the first bad line."""
    fill(path, 3)
    header, first, second, third = lines = path.read_bytes().splitlines(keepends=True)
    at = len(header) + len(first)
    forged = b"27e0a81b\tscore\t00\n"
    return [
        ("a flipped bit", header + first + second.replace(b"a.test", b"c.test") + third, at),
        ("a lost newline", header + first + second[:-1] + third, at),
        ("a line of rubbish", header + first + b"rubbish\n" + second, at),
        ("an empty line", header + first + b"\n" + second, at),
        ("a bad last line", b"".join(lines[:-1]) + third[:-9] + b"\n", at + len(second)),
        ("zeros inside", header + first + bytes(len(second) - 1) + b"\n" + third, at),
        ("a forged line", header + first + forged, at),
    ]


@pytest.mark.parametrize("kind", range(7))
def test_damage_is_refused_with_file_offset_and_remedy_and_changes_nothing(
    path: Path, kind: int
) -> None:
    what, log, offset = damaged(path)[kind]
    path.write_bytes(log)
    unfinished(path).write_bytes(b"left by a kill")
    with pytest.raises(FrontierError) as refused:
        open_file(path)
    message = str(refused.value)
    assert f"{path} is damaged at byte {offset};" in message, what
    assert "\n" not in message
    assert path.read_bytes() == log
    assert unfinished(path).read_bytes() == b"left by a kill"
    subprocess.run(message.rpartition("with: ")[2].split(), check=True)
    with closing(open_file(path)) as frontier:
        assert 1 <= len(frontier) <= 2


def test_records_that_contradict_each_other_are_damage(path: Path, tmp_path: Path) -> None:
    with closing(open_file(path)) as frontier:
        frontier.push(page("x", 0.1))
        frontier.push(page("x", 0.2))
    header, _, score = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(header + score)
    with pytest.raises(FrontierError, match=f"damaged at byte {len(header)};"):
        open_file(path)


@pytest.mark.parametrize(
    ("log", "message"),
    [
        (b"focused-crawler frontier 9\nwhatever\n", "has format 9 .* this program reads 1"),
        (b"SQLite format 3\x00", "is not a frontier"),
        (b"\n", "is not a frontier"),
    ],
)
def test_a_file_of_another_kind_is_refused_and_left_alone(
    path: Path, log: bytes, message: str
) -> None:
    path.write_bytes(log)
    with pytest.raises(FrontierError, match=message):
        open_file(path)
    assert path.read_bytes() == log


def test_a_frontier_in_use_is_refused_with_its_process(path: Path) -> None:
    with closing(open_file(path)) as frontier:
        frontier.push(page("x"))
        script = f"from focused_crawler.frontier import open_frontier; open_frontier({str(path)!r})"
        second = subprocess.run(
            [sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True
        )
        assert f"{path} is in use by process {os.getpid()};" in second.stderr
        with pytest.raises(FrontierError, match=f"in use by process {os.getpid()};"):
            open_file(path)
    open_file(path).close()


def test_a_refused_open_frees_the_lock(path: Path) -> None:
    path.write_bytes(b"other\n")
    for _ in range(2):
        with pytest.raises(FrontierError, match="is not a frontier"):
            open_file(path)


@contextmanager
def ordinary_user() -> Iterator[None]:
    """Without the powers of root, for whom nothing is read-only."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_read_only_folder_is_refused() -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        try:
            with ordinary_user(), pytest.raises(FrontierError, match="Permission denied; see to"):
                open_file(Path(folder) / "frontier")
        finally:
            Path(folder).chmod(0o755)


@pytest.mark.parametrize("name", ["file/frontier", "folder"])
def test_a_path_that_cannot_be_a_file_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(FrontierError, match="cannot be used: "):
        open_frontier(str(tmp_path / name))


def test_a_write_after_close_is_an_error(path: Path) -> None:
    frontier = open_file(path)
    frontier.close()
    frontier.push(page("late"))
    with pytest.raises(FrontierError):
        frontier.flush()


def test_what_was_reopened_waits_in_the_next_process_and_closes_for_good(tmp_path: Path) -> None:
    again = Candidate("http://a.test/x", score=0.5)
    for is_waiting in (True, False):
        with closing(open_file(tmp_path / "log")) as frontier:
            if is_waiting:
                frontier.push(again)
                frontier.done(again.key)
                assert frontier.reopen(again)
            else:
                assert frontier.pop() == again
                frontier.done(again.key)
    with closing(open_file(tmp_path / "log")) as frontier:
        assert (frontier.state(again.key), len(frontier)) == ("done", 0)
