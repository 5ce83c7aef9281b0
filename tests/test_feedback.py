"""Judgements: read from CSV with the line of every fault, kept all or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from focused_crawler.feedback import (
    FILE,
    Judged,
    load_judgements,
    parse_judgements,
    parse_verdict,
    save_judgements,
)
from focused_crawler.topic.errors import TopicError


def test_csv_of_judgements() -> None:
    text = 'url,verdict\nhttp://a.test/,yes\n\n# later\n"http://b.test/?a,b",Wrong\nhttp://a.test/,no\n'
    assert parse_judgements(text, "j.csv") == {
        "http://a.test/": (False, 6),
        "http://b.test/?a,b": (False, 5),
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("http://a.test/,yes\nhttp://b.test/,perhaps\n", "j.csv, line 2: 'perhaps' is neither"),
        ("http://a.test/\n", "j.csv, line 1: 1 values; write url,yes or url,no"),
        ('"http://a.test/,yes\n', "j.csv, line 1: not CSV"),
        ("url,verdict\n", "j.csv: no judgements"),
    ],
)
def test_faults_have_their_line(text: str, message: str) -> None:
    with pytest.raises(TopicError) as refused:
        parse_judgements(text, "j.csv")
    assert message in str(refused.value)


@pytest.mark.parametrize(("text", "verdict"), [("YES", True), (" 1", True), ("wrong", False)])
def test_verdicts(text: str, verdict: bool) -> None:
    assert parse_verdict(text) is verdict


def test_last_judgement_of_a_page_counts(tmp_path: Path) -> None:
    first = Judged("http://a.test/", True, "t", [{"owl": 2}, {}])
    other = Judged("http://b.test/", False, "t", [])
    save_judgements([first, other], tmp_path)
    assert load_judgements(tmp_path) == {page.url: page for page in (first, other)}
    save_judgements([Judged("http://a.test/", False, "u")], tmp_path)
    assert [page.is_right for page in load_judgements(tmp_path).values()] == [False, False]
    assert load_judgements(None) == load_judgements(tmp_path / "none") == {}


@pytest.mark.parametrize("line", ["{", "[]", '{"url": "x"}', '{"url": 1, "blocks": [7]}'])
def test_damaged_file_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    save_judgements([Judged("http://a.test/", True)], tmp_path)
    with open(tmp_path / FILE, "a") as file:
        file.write(line + "\n")
    with pytest.raises(TopicError, match=rf"{FILE}, line 2: damaged"):
        load_judgements(tmp_path)
