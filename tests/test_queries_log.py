"""Query logs: three formats, every fault with its line, read on from where they were left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from focused_crawler.queries.log import LONGEST_LINE, Position, QueryLog
from focused_crawler.topic.errors import TopicError

NOON = 1769860800.0  # 2026-01-31T12:00:00Z


def read(tmp_path: Path, name: str, content: str | bytes) -> list[tuple[str, int, float | None]]:
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(QueryLog(file))


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.txt", "iron ore\n\n  gold, silver \r\n🚀 to the moon", [
            ("iron ore", 1, None), ("gold, silver", 1, None), ("🚀 to the moon", 1, None)]),
        ("a.log", 'iron ore\t3\t2026-01-31T12:00:00Z\n"gold"\t2026-01-31 12:00\n', [
            ("iron ore", 3, NOON), ('"gold"', 1, NOON)]),
        ("a.csv", "time,query,count\n1769860800,iron ore,3\n,gold,\n", [
            ("iron ore", 3, NOON), ("gold", 1, None)]),
        ("a.csv", '\ufeffQuery;Count\n"iron; ore";3\n', [("iron; ore", 3, None)]),
        ("a.csv", 'iron ore,3,2026-01-31T12:00:00Z\n"gold, silver",2\nzinc\n', [
            ("iron ore", 3, NOON), ("gold, silver", 2, None), ("zinc", 1, None)]),
        ("a.tsv", "query\ttimestamp\niron ore\t1769860800000\n", [("iron ore", 1, NOON)]),
        ("queries", "q|n\niron ore|3\n", [("iron ore", 3, None)]),
        ("a.csv", "query\niron ore\n", [("iron ore", 1, None)]),
        ("a.jsonl", '{"query": "iron ore", "count": 3, "time": "2026-01-31T12:00:00Z"}\n"gold"\n', [
            ("iron ore", 3, NOON), ("gold", 1, None)]),
        ("queries", '{"Query": "iron ore", "count": null, "user": [1]}\n', [("iron ore", 1, None)]),
        ("a.txt", "", []),
        ("a.txt", "\n \n\r\n", []),
    ],
)  # fmt: skip
def test_formats_are_told_by_their_first_line(
    tmp_path: Path, name: str, content: str, expected: list[tuple[str, int, float | None]]
) -> None:
    assert read(tmp_path, name, content) == expected


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "query,count\niron,1\ngold,many\n", "line 3: count 'many' is not a whole number"),
        ("a.csv", "query,count\n\niron,1,2\n", "line 3: 3 values where the header names 2"),
        ("a.csv", "query,count\niron,0\n", "line 2: count '0'"),
        ("a.csv", "query,count\niron,1.5\n", "line 2: count '1.5'"),
        ("a.csv", "query,time\niron,noon\n", "line 2: time 'noon' is not like 2026-01-31"),
        ("a.csv", 'query,count\n"iron,1\ngold,2\n', "line 2: not CSV"),
        ("a.csv", "iron, ore\n", "line 1: 'ore' is neither a count nor a time"),
        ("a.csv", "query^count\niron^1\n", "line 1: '^' is no known delimiter"),
        ("a.jsonl", '{"query": "iron"}\n{"query": 7}\n', 'line 2: no "query"'),
        ("a.jsonl", '"iron"\n{"query": \n', "line 2: not JSON"),
        ("a.jsonl", "[1]\n", "line 1: neither an object"),
        ("a.jsonl", "[" * 100_000, "line 1: not JSON"),
        ("a.txt", "iron\ngold\tcheap\n", "line 2: 'cheap' is neither a count nor a time"),
        ("a.txt", "caf\u00e9\nna\u00efve\n".encode("latin-1"), "line 1: not UTF-8 text (byte 4)"),
        ("a.txt", b"iron\ngold\ncaf\xe9\n", "line 3: not UTF-8 text (byte 4)"),
        ("a.txt", "iron".encode("utf-16"), "line 1: holds zero bytes"),
        ("a.txt", b"iron\n" + b"x" * (LONGEST_LINE + 1), "line 2: longer than"),
    ],
)
def test_faults_are_refused_with_their_line(
    tmp_path: Path, name: str, content: str | bytes, message: str
) -> None:
    with pytest.raises(TopicError) as refused:
        read(tmp_path, name, content)
    assert message in str(refused.value)
    assert str(refused.value).startswith(str(tmp_path / name)) and "\n" not in str(refused.value)


def test_lines_of_100_kb_are_read(tmp_path: Path) -> None:
    long = "iron ore " * 12_000
    assert read(tmp_path, "a.txt", f"{long}\ngold\n") == [
        (long.strip(), 1, None),
        ("gold", 1, None),
    ]


def test_missing_log_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(TopicError, match="No such file or directory; give a file of CSV"):
        list(QueryLog(tmp_path / "none.csv"))


def test_reading_goes_on_where_it_ended(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("query,count\niron,1\n")
    log = QueryLog(file)
    assert list(log) == [("iron", 1, None)]
    with open(file, "a") as grown:
        grown.write("gold,2\n")
    later = QueryLog(file, after=log.position)
    assert list(later) == [("gold", 2, None)]
    assert later.position.line == 3
    assert list(QueryLog(file, after=later.position)) == []


@pytest.mark.parametrize("content", ["query,count\nzinc,1\ncopper,4\n", "query\n"])
def test_replaced_log_is_read_from_its_start(tmp_path: Path, content: str) -> None:
    file = tmp_path / "a.csv"
    file.write_text("query,count\niron,1\n")
    log = QueryLog(file)
    list(log)
    file.write_text(content)
    expected = [("zinc", 1, None), ("copper", 4, None)] if "zinc" in content else []
    assert list(QueryLog(file, after=log.position)) == expected


def test_line_that_is_still_being_written_waits_for_its_end(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("iron\ngo")
    log = QueryLog(file, is_growing=True)
    assert list(log) == [("iron", 1, None)]
    with open(file, "a") as grown:
        grown.write("ld\n")
    assert list(QueryLog(file, after=log.position, is_growing=True)) == [("gold", 1, None)]


@given(st.lists(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1), min_size=1))
def test_any_queries_written_as_json_are_read_back(
    tmp_path_factory: pytest.TempPathFactory, queries: list[str]
) -> None:
    file = tmp_path_factory.mktemp("log") / "a.jsonl"
    file.write_text("".join(json.dumps({"query": query}) + "\n" for query in queries), "utf-8")
    assert [query for query, _, _ in QueryLog(file)] == queries


@given(st.binary(max_size=200), st.sampled_from(["a.csv", "a.jsonl", "a.txt"]))
def test_any_bytes_are_read_or_refused_with_a_line(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, name: str
) -> None:
    file = tmp_path_factory.mktemp("log") / name
    file.write_bytes(content)
    log = QueryLog(file)
    try:
        list(log)
        reason = ""
    except TopicError as error:
        reason = str(error)
    assert ", line " in reason if reason else log.position.offset == len(content)
    assert not reason or log.position == Position()
