"""What can be wrong with a crawl database, said in one line that names the cause and the remedy."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# SQLite's own words for each trouble, and what a person can do about it.
_REMEDIES = (
    ("file is not a database", "is not a crawl database; name a folder that a crawl has made"),
    ("malformed", "is damaged; restore it from a copy, or start again in a new folder"),
    ("locked", "is locked by another program; close that program and try again"),
    ("readonly", "cannot be written; check the permissions of its folder"),
    ("unable to open", "cannot be opened; check that its folder exists and may be written"),
    ("disk is full", "cannot grow, the disk is full; make room and start the crawl again"),
    ("disk I/O", "cannot be read or written, the disk reports an error; check the disk"),
    ("no such", "is damaged or of another version; start again in a new folder"),
)


class StoreError(Exception):
    """The crawl database cannot be used; the message says why and what helps."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise inside into a StoreError about this file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path} {_remedy(error)}") from error
    except OSError as error:
        raise StoreError(f"{path} cannot be used: {error.strerror or error}") from error


def _remedy(error: sqlite3.Error) -> str:
    told = str(error)
    for words, remedy in _REMEDIES:
        if words in told:
            return remedy
    return f"cannot be used: {told}"
