"""One line of a query log: which query, how often, when. Three formats, told by their first line.

    JSON lines      {"query": "iron ore", "count": 3, "time": "2026-01-31T10:00:00Z"}, or "iron ore"
    delimited       a header with a column `query`, optionally `count` and `time`, cut at , ; |
                    or tab; in a .csv or .tsv file the header may be missing
    plain text      a line is a query; after a tab may follow a count or a time

A parser raises ValueError with the reason; the caller knows the line.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

Query = tuple[str, int, float | None]  # text, count, seconds since 1970
Parse = Callable[[str], Query]

DELIMITERS = (",", "\t", ";", "|")
QUERY_NAMES = ("query", "q", "search", "searchterms", "keywords")
COUNT_NAMES = ("count", "frequency", "hits", "n")
TIME_NAMES = ("time", "timestamp", "date", "datetime")
MOST_OFTEN = 10**12  # a larger count is a column mistaken for one
MILLISECONDS = 10**11  # a time above this is not in seconds: they reach it in the year 5138

_UNKNOWN_DELIMITER = re.compile(rf"""["']?(?:{"|".join(QUERY_NAMES)})["']?([^\w\s"'])""", re.I)


def format_of(first_line: str, suffix: str) -> tuple[Parse, bool]:
    """How to read the lines of a log, and whether the first of them is a header."""
    if suffix in (".jsonl", ".ndjson", ".json") or first_line.startswith("{"):
        return parse_json, False
    for delimiter in DELIMITERS:
        names = [name.strip().lower() for name in cells_of(first_line, delimiter)]
        if _first(names, QUERY_NAMES) is not None and (len(names) > 1 or _is_table(suffix)):
            return Delimited(delimiter, names).parse, True
    if not _is_table(suffix):
        return Unnamed("\t").parse, False
    if unknown := _UNKNOWN_DELIMITER.match(first_line):
        raise ValueError(f"{unknown[1]!r} is no known delimiter; use a comma, semicolon, tab or |")
    return Unnamed(next((d for d in DELIMITERS if d in first_line), ",")).parse, False


def parse_json(line: str) -> Query:
    """A query from a JSON object, or from a JSON string."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON ({error})") from None
    if isinstance(value, str):
        return value, 1, None
    if not isinstance(value, dict):
        raise ValueError(  # noqa: TRY004 - it is the line that is wrong
            'neither an object such as {"query": "iron ore"} nor a text in quotes'
        )
    fields = {str(name).lower(): given for name, given in value.items()}
    query = _value(fields, QUERY_NAMES)
    if not isinstance(query, str):
        raise ValueError('no "query" with a text in quotes')  # noqa: TRY004 - likewise
    count, time = _value(fields, COUNT_NAMES), _value(fields, TIME_NAMES)
    return query, _count(1 if count is None else count), _time(time)


class Delimited:
    """Lines with the columns that a header names."""

    def __init__(self, delimiter: str, names: Sequence[str]) -> None:
        self.delimiter, self.width = delimiter, len(names)
        self.query = _first(names, QUERY_NAMES) or 0
        self.count, self.time = _first(names, COUNT_NAMES), _first(names, TIME_NAMES)

    def parse(self, line: str) -> Query:
        cells = cells_of(line, self.delimiter)
        if len(cells) != self.width:
            raise ValueError(f"{len(cells)} values where the header names {self.width} columns")
        count = cells[self.count].strip() if self.count is not None else ""
        time = cells[self.time].strip() if self.time is not None else ""
        return cells[self.query], _count(count) if count else 1, _time(time) if time else None


class Unnamed:
    """Lines that start with the query; what follows is a count or a time by its looks."""

    def __init__(self, delimiter: str) -> None:
        self.delimiter = delimiter

    def parse(self, line: str) -> Query:
        if self.delimiter not in line and '"' not in line:
            return line, 1, None
        query, *rest = (
            _plain_cells(line) if self.delimiter == "\t" else cells_of(line, self.delimiter)
        )
        count, time = 1, None
        for cell in filter(None, map(str.strip, rest)):
            if cell.isdecimal():
                count = _count(cell)
            else:
                time = _moment(cell, self.delimiter)
        return query, count, time


def cells_of(line: str, delimiter: str) -> list[str]:
    """The cells of one line; a quote that is never closed does not swallow the next lines."""
    if '"' not in line:
        return line.split(delimiter)
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True))
    except csv.Error as error:
        raise ValueError(f"not CSV ({error})") from None


def _plain_cells(line: str) -> list[str]:
    return line.split("\t")  # in plain text, quotes belong to the query


def _is_table(suffix: str) -> bool:
    return suffix in (".csv", ".tsv")


def _first(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((names.index(name) for name in wanted if name in names), None)


def _value(fields: dict[str, Any], names: Sequence[str]) -> Any:
    return next((fields[name] for name in names if fields.get(name) is not None), None)


def _count(value: Any) -> int:
    try:
        count = int(value)
    except (TypeError, ValueError, OverflowError):
        count = 0
    if isinstance(value, bool) or not 1 <= count <= MOST_OFTEN or count != float(value):
        raise ValueError(f"count {value!r} is not a whole number above 0")
    return count


def _time(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, str) and "-" in value:
        return _iso_time(value)
    try:
        number = float(value)
    except (TypeError, ValueError):
        return _iso_time(value)
    seconds = number / 1000 if number > MILLISECONDS else number
    if not 0 <= seconds < MILLISECONDS:
        raise ValueError(f"time {value!r} is not in seconds since 1970")
    return seconds


def _iso_time(value: Any) -> float:
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValueError(f"time {value!r} is not like 2026-01-31T10:00:00") from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _moment(cell: str, delimiter: str) -> float:
    try:
        return _iso_time(cell)
    except ValueError:
        shown = "a tab" if delimiter == "\t" else repr(delimiter)
        raise ValueError(
            f"{cell[:40]!r} is neither a count nor a time; put a query that holds {shown} in quotes"
        ) from None
