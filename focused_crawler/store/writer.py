"""How journal records become rows: one function a kind, all idempotent by URL or key.

Saving a URL again replaces what was known of it, because a page may be fetched again after the
crawl was killed. Numbers that are not a number are kept as 0.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any
from urllib.parse import urlsplit

from focused_crawler.store.journal import Record
from focused_crawler.store.rows import PAGE_COLUMNS

logger = logging.getLogger(__name__)

# What a record with a value of a strange type leads to; anything else is trouble with the file.
REFUSALS = (
    sqlite3.DataError, sqlite3.IntegrityError, sqlite3.InterfaceError, sqlite3.ProgrammingError,
    LookupError, OverflowError, TypeError, ValueError,
)  # fmt: skip

_IS_RELEVANT = PAGE_COLUMNS.index("is_relevant")
_REAL = {"relevance", "score"}
_PUT_PAGE = (
    f"INSERT INTO pages (id, host, {', '.join(PAGE_COLUMNS)}) VALUES (?, ?, "
    + ", ".join("ifnull(?, 0.0)" if name in _REAL else "?" for name in PAGE_COLUMNS)
    + ")"
)
_PUT_BLOCK = (
    "INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ifnull(?, ''), ?, ?, ifnull(?, 0.0), ?)"
)
_PUT_FORM = (
    "INSERT OR REPLACE INTO forms"
    " VALUES (?, ?, ?, ifnull(?, 0.0), ifnull(?, 0.0), ?, ?, ?, ifnull(?, ''), ?, ?)"
)
_PUT_LINK = "INSERT INTO links VALUES (?, ?, ?, ?, ?, ifnull(?, 0.0), ?, ?)"
_INDEX_TEXT = """
    INSERT INTO page_search (rowid, title, headings, text)
    SELECT id, title, headings, text FROM page_texts WHERE id = ?"""
_UNINDEX_TEXT = """
    INSERT INTO page_search (page_search, rowid, title, headings, text)
    SELECT 'delete', id, title, headings, text FROM page_texts WHERE id = ?"""

_INDEX_LINKS = "INSERT INTO link_search (rowid, targets) VALUES (?, ?)"
_UNINDEX_LINKS = "INSERT INTO link_search (link_search, rowid, targets) VALUES ('delete', ?, ?)"


def apply(connection: sqlite3.Connection, records: Iterable[Record], *, journal: int) -> None:
    """Put records into the tables and note that this journal is in them: all or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        _put_all(connection, list(records))
        connection.execute("UPDATE progress SET journal = ?", (journal,))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def link_key(url: str) -> str:
    """64 bits of a URL as one word, for the index of link targets."""
    return blake2b(url.encode("utf-8", "replace"), digest_size=8).hexdigest()


def host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _put_all(connection: sqlite3.Connection, records: list[Record]) -> None:
    connection.execute("SAVEPOINT all_records")
    try:
        for record in records:
            _PUTS[record[0]](connection, *record[1:])
    except REFUSALS:
        connection.execute("ROLLBACK TO all_records")
        for record in records:
            _put(connection, record)
    connection.execute("RELEASE all_records")


def _put(connection: sqlite3.Connection, record: Record) -> None:
    # A record that the tables refuse must not take its batch along.
    connection.execute("SAVEPOINT one_record")
    try:
        _PUTS[record[0]](connection, *record[1:])
    except REFUSALS:
        connection.execute("ROLLBACK TO one_record")
        logger.exception("A record of kind %r cannot be stored and is left out", record[0])
    connection.execute("RELEASE one_record")


def _put_page(
    connection: sqlite3.Connection,
    values: list[Any],
    blocks: list[Any],
    links: list[Any],
    forms: Sequence[Any] = (),
) -> None:
    url, is_relevant = values[0], bool(values[_IS_RELEVANT])
    page = _cleared_row(connection, url)
    page = connection.execute(_PUT_PAGE, (page, host_of(url), *values)).lastrowid
    connection.executemany(_PUT_BLOCK, ((page, *block) for block in blocks))
    connection.executemany(_PUT_LINK, ((page, at, *link) for at, link in enumerate(links)))
    connection.executemany(_PUT_FORM, ((page, at, *form) for at, form in enumerate(forms)))
    connection.execute(_INDEX_LINKS, (page, _targets(link[0] for link in links)))
    connection.execute("DELETE FROM failures WHERE url = ?", (url,))
    _count(connection, +1, is_relevant)
    if is_relevant:
        connection.execute(_INDEX_TEXT, (page,))


def _cleared_row(connection: sqlite3.Connection, url: str) -> int | None:
    """The id of a page saved before, emptied; None for a new page."""
    row = connection.execute("SELECT id, is_relevant FROM pages WHERE url = ?", (url,)).fetchone()
    if row is None:
        return None
    page, was_relevant = int(row[0]), bool(row[1])
    if was_relevant:
        connection.execute(_UNINDEX_TEXT, (page,))
    targets = connection.execute("SELECT url FROM links WHERE page = ?", (page,)).fetchall()
    connection.execute(_UNINDEX_LINKS, (page, _targets(url for (url,) in targets)))
    connection.execute("DELETE FROM blocks WHERE page = ?", (page,))
    connection.execute("DELETE FROM links WHERE page = ?", (page,))
    connection.execute("DELETE FROM forms WHERE page = ?", (page,))
    connection.execute("DELETE FROM pages WHERE id = ?", (page,))
    _count(connection, -1, was_relevant)
    return page


def _targets(urls: Iterable[str]) -> str:
    return " ".join(map(link_key, urls))


def _count(connection: sqlite3.Connection, pages: int, is_relevant: bool) -> None:
    connection.execute(
        "UPDATE progress SET pages = pages + ?, relevant = relevant + ?",
        (pages, pages * is_relevant),
    )


def _put_failure(connection: sqlite3.Connection, *values: Any) -> None:
    connection.execute("INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?, ?)", values)


def _put_tunnel(connection: sqlite3.Connection, target: str, length: int, path: list[str]) -> None:
    row = (target, length, json.dumps(path))
    connection.execute("INSERT OR REPLACE INTO tunnels VALUES (?, ?, ?)", row)


def _put_harvest(connection: sqlite3.Connection, *values: Any) -> None:
    connection.execute(
        "INSERT INTO harvest VALUES (NULL, ?, ?, ?, ?, ?, ?, ifnull(?, 0.0))", values
    )


def _put_change(connection: sqlite3.Connection, *values: Any) -> None:
    connection.execute("INSERT OR REPLACE INTO changes VALUES (?, ?, ?)", values)


def _put_meta(connection: sqlite3.Connection, key: str, value: Any) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, json.dumps(value)))


_PUTS: dict[str, Callable[..., None]] = {
    "page": _put_page,
    "failure": _put_failure,
    "tunnel": _put_tunnel,
    "harvest": _put_harvest,
    "meta": _put_meta,
    "change": _put_change,
}
