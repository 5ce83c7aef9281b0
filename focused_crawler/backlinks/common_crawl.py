"""Back links from a web graph of Common Crawl, or an extract of one, in its published text format.

    vertices    id <tab> host name in reverse, without a leading www (com.example.blog), and
                in graphs of domains the number of their hosts
    edges       id of a host <tab> id of a host it links to

A folder holds them in files, or folders of files, whose names say `vertices` and `edges`; .gz is
read as well. The graph knows hosts, so the parents it gives are the front pages of hosts.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from focused_crawler.backlinks.base import BackLinkError
from focused_crawler.backlinks.edges import indexed, lines_of


class CommonCrawl:
    """A graph of hosts or domains, through its index."""

    name = "common-crawl"

    def __init__(self, folder: str | Path, index: Path, *, scheme: str = "https") -> None:
        files = sorted(f for f in Path(folder).rglob("*.txt*") if f.is_file())
        self.scheme = scheme
        for kind in ("vertices", "edges"):
            if not _of_kind(files, folder, kind):
                raise BackLinkError(
                    f"back links {folder}: no file whose name says {kind}; give a folder with the"
                    " vertices and edges of a web graph, as .txt or .txt.gz"
                )
        self._folder = folder
        self._connection = indexed(index, files, self._fill)

    def _fill(self, connection: sqlite3.Connection, files: list[Path]) -> None:
        connection.execute("CREATE TABLE vertices (id INTEGER PRIMARY KEY, name TEXT)")
        connection.execute("CREATE TABLE edges (source INTEGER, target INTEGER)")
        for file in _of_kind(files, self._folder, "vertices"):
            connection.executemany("INSERT INTO vertices VALUES (?, ?)", _vertices(file))
        for file in _of_kind(files, self._folder, "edges"):
            connection.executemany("INSERT INTO edges VALUES (?, ?)", _edges(file))
        connection.execute("CREATE INDEX vertices_by_name ON vertices (name)")
        connection.execute("CREATE INDEX edges_by_target ON edges (target, source)")

    def parents(self, url: str, limit: int) -> list[str]:
        names = _reversed_hosts(url)
        rows = self._connection.execute(
            f"""SELECT DISTINCT parent.name FROM vertices AS child
            JOIN edges ON edges.target = child.id
            JOIN vertices AS parent ON parent.id = edges.source
            WHERE child.name IN ({", ".join("?" * len(names))}) LIMIT ?""",
            (*names, limit),
        )
        return [f"{self.scheme}://{turned(name)}/" for (name,) in rows]

    def close(self) -> None:
        self._connection.close()


def turned(name: str) -> str:
    """A host name in the other order.

    >>> turned("com.example.blog")
    'blog.example.com'
    """
    return ".".join(reversed(name.split(".")))


def _reversed_hosts(url: str) -> list[str]:
    """The host and the domains above it, in reverse: a graph of domains knows only those."""
    try:
        host = (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        host = ""
    parts = turned(host).split(".")
    return [".".join(parts[:n]) for n in range(len(parts), 1, -1)] or [host]


def _of_kind(files: Iterable[Path], folder: str | Path, kind: str) -> list[Path]:
    return [file for file in files if kind in str(file.relative_to(folder))]


def _vertices(file: Path) -> Iterable[tuple[int, str]]:
    for number, line in lines_of(file):
        cells = line.split("\t")
        if len(cells) not in (2, 3) or not cells[0].isdecimal():
            raise BackLinkError(
                f"{file}, line {number}: not an id, a tab and a host: {line[:80]!r}"
            )
        yield int(cells[0]), cells[1].strip()


def _edges(file: Path) -> Iterable[tuple[int, int]]:
    for number, line in lines_of(file):
        cells = line.split("\t")
        if len(cells) != 2 or not all(cell.strip().isdecimal() for cell in cells):
            raise BackLinkError(f"{file}, line {number}: not two ids with a tab: {line[:80]!r}")
        yield int(cells[0]), int(cells[1])
