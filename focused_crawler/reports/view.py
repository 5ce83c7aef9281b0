"""CrawlView: what pages about a whole crawl ask of its database, beside the CrawlReader's answers.

Every answer comes from an index or from one walk over a narrow one, so that each stays well under
a second with 100,000 pages; `tests/test_reports_view.py` measures that.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from focused_crawler.items import PageItem
from focused_crawler.store import CrawlReader, CrawlStore, HarvestPoint
from focused_crawler.store.reader import MARKS, SNIPPET_WORDS
from focused_crawler.store.rows import PAGE_COLUMNS, to_page
from focused_crawler.store.schema import open_for_reading
from focused_crawler.store.words import match_expression

CURVE_POINTS = 240
PAGE_SIZE = 50

_COLUMNS = ", ".join(f'pages."{name}"' for name in PAGE_COLUMNS)
# What pages can be put in order by: the column, and whether large ones come first by themselves.
SORTS: dict[str, tuple[str, bool]] = {
    "match": ("page_search.rank", False),  # only where words are searched for
    "relevance": ("pages.relevance", True),
    "score": ("pages.score", True),
    "time": ("pages.clock", True),
    "title": ("pages.title COLLATE NOCASE", False),
    "host": ("pages.host", False),
    "level": ("pages.level", True),
}
KINDS = {"relevant": "pages.is_relevant = 1", "irrelevant": "pages.is_relevant = 0", "all": "1"}


@dataclass(frozen=True, slots=True)
class Listing:
    """Which pages to list, in which order, from where."""

    words: str = ""  # full-text search; it knows relevant pages only
    kind: str = "relevant"  # one of KINDS
    host: str = ""
    is_tunnel: bool = False  # only pages that were reached through a tunnel
    sort: str = "relevance"  # one of SORTS
    is_reversed: bool = False
    number: int = 1  # of the leaf, from 1


@dataclass(frozen=True, slots=True)
class Bucket:
    """Pages fetched one after the other, counted by level."""

    end: int  # pages fetched until then
    pages: int
    relevant: int
    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HostEdge:
    """How many pages of one host were reached from another."""

    source: str
    target: str
    pages: int


class CrawlView(CrawlReader):
    """A crawl database, asked for lists and curves."""

    @classmethod
    def open(cls, database: Path) -> Self:
        """Open it for reading, also while its crawl runs; what a killed crawl left is taken in."""
        CrawlStore.read(database).close()
        return cls(database, open_for_reading(database))

    def listed(self, listing: Listing, size: int = PAGE_SIZE) -> list[PageItem]:
        """One leaf of a list of pages."""
        tables, condition, values = _selection(listing)
        column, is_descending = SORTS[listing.sort]
        direction = "DESC" if is_descending != listing.is_reversed else "ASC"
        sql = f"""
            SELECT pages.id FROM {tables} WHERE {condition}
            ORDER BY {column} {direction}, pages.id LIMIT ? OFFSET ?"""
        chosen = self._rows(sql, *values, size, (listing.number - 1) * size)
        return self._pages([number for (number,) in chosen])

    def _pages(self, ids: list[int]) -> list[PageItem]:
        marks = ", ".join("?" for _ in ids)
        rows = self._rows(f"SELECT id, {_COLUMNS} FROM pages WHERE id IN ({marks})", *ids)
        known = {number: to_page(values) for number, *values in rows}
        return [known[number] for number in ids if number in known]

    def count(self, listing: Listing) -> int:
        """How many pages the whole list has."""
        tables, condition, values = _selection(listing)
        ((number,),) = self._rows(f"SELECT count(*) FROM {tables} WHERE {condition}", *values)
        return int(number)

    def snippets(
        self, words: str, pages: Collection[PageItem]
    ) -> dict[str, tuple[tuple[str, bool], ...]]:
        """Where these pages hold the words: pieces of text, True where a word was found."""
        expression = match_expression(words)
        if not expression or not pages:
            return {}
        marks = ", ".join("?" for _ in pages)
        sql = f"""
            SELECT pages.url,
                   snippet(page_search, 2, '{MARKS[0]}', '{MARKS[1]}', '…', {SNIPPET_WORDS})
            FROM page_search JOIN pages ON pages.id = page_search.rowid
            WHERE page_search MATCH ? AND page_search.rowid IN (
                SELECT id FROM pages WHERE url IN ({marks})
            )"""
        rows = self._rows(sql, expression, *(page.url for page in pages))
        return {url: _pieces(text) for url, text in rows}

    def buckets(self, most: int = CURVE_POINTS) -> list[Bucket]:
        """All pages in the order they were fetched, cut into equal parts."""
        ((last,),) = self._rows("SELECT ifnull(max(clock), -1) FROM pages")
        width = max(1, -(-(last + 1) // most))
        counted: dict[int, dict[int, tuple[int, int]]] = {}
        sql = """
            SELECT clock / ?, level, count(*), sum(is_relevant) FROM pages INDEXED BY pages_by_clock
            GROUP BY 1, 2 ORDER BY 1"""
        for at, level, pages, relevant in self._rows(sql, width):
            counted.setdefault(at, {})[level] = (pages, relevant)
        return _buckets(counted)

    def standings(self, most: int = CURVE_POINTS) -> list[HarvestPoint]:
        """How the crawl stood, at so many moments at most, the latest among them."""
        ((last,),) = self._rows("SELECT ifnull(max(id), 0) FROM harvest")
        step = max(1, last // most)
        sql = "SELECT * FROM harvest WHERE id % ? = 0 OR id = ? ORDER BY id"
        return [HarvestPoint(*row[1:]) for row in self._rows(sql, step, last)]

    def levels(self) -> list[tuple[int, int, int]]:
        """(level, pages, relevant) for each tunnel level."""
        sql = """
            SELECT level, count(*), sum(is_relevant) FROM pages INDEXED BY pages_by_clock
            GROUP BY level ORDER BY level"""
        return list(self._rows(sql))

    def host_edges(self, hosts: Sequence[str]) -> list[HostEdge]:
        """Which of these hosts led to which other; walks over their pages."""
        marks = ", ".join("?" for _ in hosts)
        sql = f"""
            SELECT parents.host, pages.host, count(*)
            FROM pages JOIN pages AS parents ON parents.url = pages.parent
            WHERE pages.host IN ({marks}) AND parents.host IN ({marks})
                AND parents.host <> pages.host
            GROUP BY 1, 2 ORDER BY 3 DESC"""
        return [HostEdge(*row) for row in self._rows(sql, *hosts, *hosts)]

    def titles(self, urls: Collection[str]) -> dict[str, str]:
        """The titles of those of these very URLs that were stored."""
        marks = ", ".join("?" for _ in urls)
        return dict(self._rows(f"SELECT url, title FROM pages WHERE url IN ({marks})", *urls))

    def grades(self, urls: Collection[str]) -> dict[str, tuple[float, bool]]:
        """(relevance, is relevant) of those of these very URLs that were stored."""
        marks = ", ".join("?" for _ in urls)
        sql = f"SELECT url, relevance, is_relevant FROM pages WHERE url IN ({marks})"
        return {url: (relevance, bool(good)) for url, relevance, good in self._rows(sql, *urls)}

    def failure_kinds(self, limit: int = 8) -> list[tuple[str, int]]:
        """Why addresses gave no page, the most frequent reason first."""
        sql = """
            SELECT CASE WHEN status IS NULL THEN reason ELSE 'HTTP status ' || status END AS kind,
                   count(*) FROM failures GROUP BY kind ORDER BY 2 DESC, 1 LIMIT ?"""
        return [(str(reason), int(number)) for reason, number in self._rows(sql, limit)]

    def totals(self) -> dict[str, int]:
        """How many hosts, failures and tunnels there are."""
        sql = """
            SELECT (SELECT count(DISTINCT host) FROM pages), (SELECT count(*) FROM failures),
                   (SELECT count(*) FROM tunnels)"""
        ((hosts, failures, tunnels),) = self._rows(sql)
        return {"hosts": hosts, "failures": failures, "tunnels": tunnels}


def _selection(listing: Listing) -> tuple[str, str, list[Any]]:
    """Tables, condition and values of a list."""
    tables, conditions, values = "pages", [KINDS[listing.kind]], list[Any]()
    if expression := match_expression(listing.words):
        # CROSS keeps the order: from the words to the pages, never through all the pages.
        tables = "page_search CROSS JOIN pages ON pages.id = page_search.rowid"
        conditions.append("page_search MATCH ?")
        values.append(expression)
    if listing.host:
        conditions.append("pages.host = ?")
        values.append(listing.host)
    if listing.is_tunnel:
        conditions.append("pages.url IN (SELECT target FROM tunnels)")
    return tables, " AND ".join(conditions), values


def _pieces(marked: str) -> tuple[tuple[str, bool], ...]:
    pieces = re.split("[" + "".join(MARKS) + "]", marked)
    return tuple((piece, bool(at % 2)) for at, piece in enumerate(pieces) if piece)


def _buckets(counted: dict[int, dict[int, tuple[int, int]]]) -> list[Bucket]:
    highest = max((level for levels in counted.values() for level in levels), default=0)
    buckets, total = [], 0
    for levels in counted.values():
        pages = sum(number for number, _ in levels.values())
        total += pages
        relevant = sum(good for _, good in levels.values())
        by_level = tuple(levels.get(level, (0, 0))[0] for level in range(highest + 1))
        buckets.append(Bucket(total, pages, relevant, by_level))
    return buckets
