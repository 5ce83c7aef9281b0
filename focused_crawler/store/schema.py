"""The tables of a crawl database, and how one is created, checked and opened.

Everything a crawl found is in one SQLite file in WAL mode, so that commands can read it while
the crawl writes. Text is kept once, in `blocks`; the full-text index takes it from there through
the view `page_texts`. Fingerprints are unsigned 64-bit numbers and SQLite's integers are signed:
`signed` and `unsigned` convert. Times are ISO 8601 in UTC.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from focused_crawler.store.errors import StoreError, explained

APPLICATION_ID = 0x46435744  # "FCWD": tells our files from other SQLite files
VERSION = 3
LOCK_SECONDS = 5.0  # how long to wait for another program that writes to the same file
CACHE_KIB = 32 * 1024

FORMS = """
CREATE TABLE forms (
    page INTEGER NOT NULL,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,             -- searchable, login, registration, ...
    probability REAL NOT NULL,
    relevance REAL NOT NULL,
    is_wanted INTEGER NOT NULL,     -- searchable and on the topic
    method TEXT NOT NULL,
    action TEXT NOT NULL,
    heading TEXT NOT NULL,
    fields TEXT NOT NULL,           -- JSON list of objects: kind, name, label, options, ...
    key TEXT NOT NULL,              -- the same wherever the form stands on its site
    PRIMARY KEY (page, position)
) WITHOUT ROWID;
"""
CHANGES = """
CREATE TABLE IF NOT EXISTS changes (           -- what runs with -a recrawl= found
    url TEXT NOT NULL,
    time TEXT NOT NULL,
    kind TEXT NOT NULL,             -- new, changed, gone
    PRIMARY KEY (url, time)
) WITHOUT ROWID;
"""
ADDED = ((2, FORMS), (3, CHANGES))  # by the version that brought them
SCHEMA = """
CREATE TABLE pages (
    id INTEGER PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    host TEXT NOT NULL,
    title TEXT,
    relevance REAL NOT NULL,
    is_relevant INTEGER NOT NULL,
    reason TEXT,
    score REAL NOT NULL,
    parts TEXT NOT NULL,            -- JSON object: name of the part, value
    level INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    parent TEXT,                    -- URL of the page that held the link; NULL for a seed
    block INTEGER,
    heading TEXT,
    anchor TEXT,
    status INTEGER,
    language TEXT,
    fetched_at TEXT,
    content_fingerprint INTEGER NOT NULL,
    simhash INTEGER NOT NULL,
    near_duplicate_of TEXT,
    clock INTEGER NOT NULL
);
CREATE INDEX pages_by_relevance ON pages (is_relevant, relevance);
CREATE INDEX pages_by_clock ON pages (clock, level, is_relevant, score);
CREATE INDEX pages_by_host ON pages (host, is_relevant);

CREATE TABLE blocks (
    page INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    kind TEXT,
    heading TEXT NOT NULL,
    level INTEGER,
    parent INTEGER,
    relevance REAL NOT NULL,
    text TEXT NOT NULL,             -- empty for irrelevant pages
    PRIMARY KEY (page, "index")
) WITHOUT ROWID;

CREATE TABLE links (
    page INTEGER NOT NULL,
    position INTEGER NOT NULL,
    url TEXT NOT NULL,
    block INTEGER,
    anchor TEXT,
    score REAL NOT NULL,
    level INTEGER,
    parts TEXT NOT NULL,
    PRIMARY KEY (page, position)
) WITHOUT ROWID;
-- Which pages link to a URL, as a text index over hashes of URLs: it grows by appending, where
-- an ordinary index would write some 50 scattered pages of the file for each page saved.
CREATE VIRTUAL TABLE link_search USING fts5 (
    targets, content = '', detail = none, tokenize = 'ascii'
);

CREATE TABLE tunnels (
    target TEXT PRIMARY KEY,        -- the relevant page at the end
    length INTEGER NOT NULL,        -- irrelevant pages passed
    path TEXT NOT NULL              -- JSON list of URLs, the target last
) WITHOUT ROWID;

CREATE TABLE harvest (
    id INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    clock INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    relevant INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    hosts INTEGER NOT NULL,
    pages_per_second REAL NOT NULL
);

CREATE TABLE failures (
    url TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    status INTEGER,
    time TEXT NOT NULL,
    parent TEXT
) WITHOUT ROWID;

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;  -- values are JSON

CREATE TABLE progress (             -- one row, written with every batch
    journal INTEGER NOT NULL,       -- the newest journal that is in the tables
    pages INTEGER NOT NULL,
    relevant INTEGER NOT NULL
);
INSERT INTO progress VALUES (0, 0, 0);

CREATE VIEW page_texts AS SELECT
    id,
    title,
    (SELECT group_concat(heading, char(10)) FROM blocks WHERE page = pages.id) AS headings,
    -- Menus and footers last, so that a search shows the words where they say something.
    (SELECT group_concat(text, char(10)) FROM (
        SELECT text FROM blocks WHERE page = pages.id
        ORDER BY kind IN ('nav', 'header', 'footer', 'aside', 'lead'), "index"
    )) AS text
FROM pages;
CREATE VIRTUAL TABLE page_search USING fts5 (
    title, headings, text,
    content = 'page_texts', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO page_search (page_search, rank) VALUES ('rank', 'bm25(4.0, 2.0, 1.0)');
"""


def signed(number: int) -> int:
    """A 64-bit unsigned number as SQLite can keep it.

    >>> signed(2**64 - 1)
    -1
    """
    number = unsigned(number)
    return number - (1 << 64) if number >> 63 else number


def unsigned(number: int) -> int:
    """The number that `signed` was given.

    >>> unsigned(-1) == 2**64 - 1
    True
    """
    return number & ((1 << 64) - 1)


def open_for_writing(path: Path) -> sqlite3.Connection:
    """A connection to the crawl database at `path`, which is created where there is none."""
    with explained(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)
        return _prepared(connection, path)


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot change the database, and works while a crawl writes to it."""
    if not path.is_file():
        raise StoreError(f"{path} does not exist; name a folder that a crawl has made")
    with explained(path):
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?{_reading_mode(path)}",
            uri=True, timeout=LOCK_SECONDS, isolation_level=None,
        )  # fmt: skip
        connection.execute("PRAGMA query_only = ON")
        return _checked(connection, path)


def _reading_mode(path: Path) -> str:
    # Reading in WAL mode makes two small files beside the database, which only a connection that
    # may write removes at its end. Where the folder forbids that, the file is read as it stands,
    # which is all of it once its crawl has ended.
    may_write = os.access(path.parent, os.W_OK) and os.access(path, os.W_OK)
    return "mode=rw" if may_write else "mode=ro&immutable=1"


def _prepared(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    try:
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            _create(connection)
        _checked(connection, path)
        _upgrade(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    except BaseException:
        connection.close()
        raise
    return connection


def _create(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.executescript(
        f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION_ID};"
        f"PRAGMA user_version = {VERSION}; {SCHEMA} {FORMS} {CHANGES} COMMIT;"
    )


def _upgrade(connection: sqlite3.Connection) -> None:
    """Give a database of an earlier version what it lacks."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    for version, tables in ADDED:
        if found < version:
            connection.executescript(
                f"BEGIN IMMEDIATE; {tables} PRAGMA user_version = {version}; COMMIT;"
            )


def _checked(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        _refuse_foreign(path, application, version)
        connection.execute("SELECT journal FROM progress").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_foreign(path: Path, application: int, version: int) -> None:
    if application != APPLICATION_ID:
        raise StoreError(f"{path} is a database of another program; name a crawl's folder")
    if version > VERSION:
        raise StoreError(
            f"{path} was written by a newer version of this crawler (format {version}, "
            f"this one reads {VERSION}); update the crawler"
        )
