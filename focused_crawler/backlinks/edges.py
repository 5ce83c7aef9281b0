"""Back links from a table of edges: an SQLite database, or a text file with one edge a line.

A line of the file is the URL of a page, white space or a comma, and the URL it links to; .gz is
read as well. The file is put into an indexed database beside the other files of a crawl once,
and again when it has changed.
"""

from __future__ import annotations

import gzip
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from focused_crawler.backlinks.base import BackLinkError
from focused_crawler.fingerprints import url_fingerprint

_EDGE = re.compile(r"(\S+?)[\s,]+(\S+)")
_NAME = re.compile(r"\w+")

Fill = Callable[[sqlite3.Connection, list[Path]], None]


class EdgeTable:
    """An SQLite table whose rows are edges; an index on its target column makes it fast."""

    name = "sqlite"

    def __init__(
        self, path: str | Path, *, table: str = "edges", source: str = "source",
        target: str = "target",
    ) -> None:  # fmt: skip
        for name in (table, source, target):
            if not _NAME.fullmatch(name):
                raise BackLinkError(f"{name!r} is not the name of a table or column")
        self._sql = f'SELECT DISTINCT "{source}" FROM "{table}" WHERE "{target}" IN (?, ?) LIMIT ?'
        self.path = Path(path)
        if not self.path.is_file():
            raise BackLinkError(f"back links {path}: no such file; name an SQLite database")
        self._connection = sqlite3.connect(
            f"{self.path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False
        )
        try:
            self.parents("", 1)
        except BackLinkError:
            self.close()
            raise

    def parents(self, url: str, limit: int) -> list[str]:
        other = url.removesuffix("/") if url.endswith("/") else f"{url}/"
        try:
            return [str(row[0]) for row in self._connection.execute(self._sql, (url, other, limit))]
        except sqlite3.Error as error:
            raise BackLinkError(
                f"back links {self.path}: {error}; it needs a table edges (source, target)"
            ) from None

    def close(self) -> None:
        self._connection.close()


class EdgeFile:
    """A text file of edges, through its index."""

    name = "file"

    def __init__(self, path: str | Path, index: Path) -> None:
        self._connection = indexed(index, [Path(path)], self._fill)

    @staticmethod
    def _fill(connection: sqlite3.Connection, files: list[Path]) -> None:
        connection.execute("CREATE TABLE edges (target INTEGER, source TEXT)")
        connection.executemany("INSERT INTO edges VALUES (?, ?)", _edges(files[0]))
        connection.execute("CREATE INDEX edges_by_target ON edges (target)")

    def parents(self, url: str, limit: int) -> list[str]:
        rows = self._connection.execute(
            "SELECT DISTINCT source FROM edges WHERE target = ? LIMIT ?", (_key(url), limit)
        )
        return [source for (source,) in rows]

    def close(self) -> None:
        self._connection.close()


def indexed(index: Path, files: list[Path], fill: Fill) -> sqlite3.Connection:
    """A database made from files by `fill(connection, files)`, made anew when they change."""
    try:
        state = repr([(str(f.resolve()), f.stat().st_size, f.stat().st_mtime_ns) for f in files])
        if not _is_of(index, state):
            _build(index, files, fill, state)
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BackLinkError(f"back links {files[0]}: {reason}") from None
    return sqlite3.connect(index, check_same_thread=False)


def lines_of(file: Path) -> Iterator[tuple[int, str]]:
    """The numbered lines of a text file, compressed or not, without empty ones and comments."""
    with open(file, "rb") as raw_file:
        lines = gzip.GzipFile(fileobj=raw_file) if file.suffix == ".gz" else raw_file
        for number, raw in enumerate(lines, start=1):
            line = raw.decode("utf-8", "replace").strip()
            if line and not line.startswith("#"):
                yield number, line


def _edges(file: Path) -> Iterable[tuple[int, str]]:
    for number, line in lines_of(file):
        edge = _EDGE.fullmatch(line)
        if not edge:
            raise BackLinkError(f"{file}, line {number}: not two URLs: {line[:80]!r}")
        yield _key(edge[2]), edge[1]


def _key(url: str) -> int:
    return url_fingerprint(url) - (1 << 63)  # SQLite's integers are signed


def _is_of(index: Path, state: str) -> bool:
    if not index.is_file():
        return False
    with closing(sqlite3.connect(index)) as connection:
        try:
            return bool(connection.execute("SELECT state FROM made_from").fetchone() == (state,))
        except sqlite3.Error:
            return False


def _build(index: Path, files: list[Path], fill: Fill, state: str) -> None:
    draft = index.with_name(f".{index.name}.new")
    draft.unlink(missing_ok=True)
    with closing(sqlite3.connect(draft)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        fill(connection, files)
        connection.execute("CREATE TABLE made_from (state TEXT)")
        connection.execute("INSERT INTO made_from VALUES (?)", (state,))
        connection.commit()
    draft.replace(index)
