"""Frozen webs: what is written is read back, and what is none says so in one line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.laboratory.web import (
    FrozenPage,
    FrozenWeb,
    FrozenWebError,
    key_of,
    load_web,
    save_web,
)

PAGES = [
    FrozenPage("http://a.test/", b"<h1>Ore</h1>", frozenset({"iron"})),
    FrozenPage("http://a.test/caf%C3%A9?x=1", "<p>é</p>".encode()),
]


def write(path: Path, *lines: str) -> Path:
    path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    return path


def test_pages_come_back_as_they_were(tmp_path: Path) -> None:
    assert save_web(PAGES, tmp_path / "web.jsonl.gz") == 2
    assert list(load_web(tmp_path)) == PAGES


def test_equal_webs_give_equal_files(tmp_path: Path) -> None:
    for name in ("a", "b"):
        save_web(PAGES, tmp_path / name / "web.jsonl.gz")
    first, second = (tmp_path / name / "web.jsonl.gz" for name in ("a", "b"))
    assert first.read_bytes() == second.read_bytes()


def test_a_web_of_several_files_is_one_web(tmp_path: Path) -> None:
    for number, page in enumerate(PAGES):
        save_web([page], tmp_path / f"{number}.jsonl.gz")
    assert len(load_web(tmp_path)) == 2


def test_every_spelling_of_an_address_finds_the_page() -> None:
    web = FrozenWeb(PAGES)
    assert web.get("http://A.test/café?x=1#part") is PAGES[1]
    assert web.get("http://a.test") is PAGES[0]
    assert web.get("http://a.test/other") is None
    assert web.get("http://[broken") is None


def test_labels_tell_which_pages_carry_them() -> None:
    web = FrozenWeb(PAGES)
    assert web.labels() == ["iron"]
    assert web.labelled("iron") == {"http://a.test/"}


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        (["no json"], "line 1: not JSON"),
        (['{"url": "http://a.test/", "html": ""}', '{"url": "http://a.test/"}'], "line 2: no html"),
        (['{"url": "here", "html": ""}'], "'here' is no address"),
        (["[1]"], "not an object"),
        (['{"url": 1, "html": ""}'], "line 1"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, lines: list[str], cause: str) -> None:
    with pytest.raises(FrozenWebError, match="line") as error:
        load_web(write(tmp_path / "web.jsonl.gz", *lines))
    assert cause in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_gzip_says_so(tmp_path: Path) -> None:
    (tmp_path / "web.jsonl.gz").write_text(json.dumps({"url": "http://a.test/", "html": ""}))
    with pytest.raises(FrozenWebError, match="not compressed"):
        load_web(tmp_path)


def test_a_file_that_was_cut_off_says_so(tmp_path: Path) -> None:
    save_web(PAGES * 100, tmp_path / "web.jsonl.gz")
    whole = (tmp_path / "web.jsonl.gz").read_bytes()
    (tmp_path / "web.jsonl.gz").write_bytes(whole[:-20])
    with pytest.raises(FrozenWebError, match="cut off"):
        load_web(tmp_path)


@pytest.mark.parametrize("name", ["", "nowhere"])
def test_a_folder_without_a_web_says_what_one_is(tmp_path: Path, name: str) -> None:
    with pytest.raises(FrozenWebError, match="a frozen web is a folder"):
        load_web(tmp_path / name)


@settings(max_examples=50, deadline=None)
@given(st.text(st.characters(exclude_characters="?#%\\", min_codepoint=33, max_codepoint=255)))
def test_the_key_of_a_path_is_its_own_key(path: str) -> None:
    host, found, query = key_of(f"http://a.test/{path}")
    assert key_of(f"http://{host}{found}") == (host, found, query)
