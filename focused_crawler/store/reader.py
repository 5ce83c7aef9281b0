"""CrawlReader: every question that is asked of a crawl database.

Each is answered from an index, so that commands and dashboards stay fast with 100,000 pages; the
exceptions say so.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from focused_crawler.items import BlockRecord, LinkRecord, PageItem
from focused_crawler.store.errors import explained
from focused_crawler.store.rows import (
    BLOCK_COLUMNS,
    FORM_COLUMNS,
    LINK_COLUMNS,
    PAGE_COLUMNS,
    Change,
    Failure,
    FormCounts,
    Found,
    FoundFormRow,
    HarvestPoint,
    HostCount,
    Parent,
    Referrer,
    Tunnel,
    to_block,
    to_form,
    to_link,
    to_page,
)
from focused_crawler.store.schema import unsigned
from focused_crawler.store.spellings import closest, spellings
from focused_crawler.store.words import match_expression
from focused_crawler.store.writer import host_of, link_key

SNIPPET_WORDS = 32
MARKS = ("\x02", "\x03")  # around found words; pages hold no such characters to speak of
CANDIDATES = 2000  # addresses compared letter by letter in `nearest`: about 0.1 s
LINKING_PAGES = 1000  # of a link that stands on every page, so many are looked at
ROWS_AT_ONCE = 1000


def _columns(names: tuple[str, ...], table: str) -> str:
    return ", ".join(f'{table}."{name}"' for name in names)


_PAGE = f"SELECT {_columns(PAGE_COLUMNS, 'pages')} FROM pages"
_OF_PAGE = "page = (SELECT id FROM pages WHERE url = ?)"


class CrawlReader:
    """A crawl database, to be asked."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    # One page

    def page(self, url: str) -> PageItem | None:
        """The page a person means by this address, without its blocks and links."""
        for spelling in spellings(url):
            for row in self._rows(f"{_PAGE} WHERE url = ?", spelling):
                return to_page(row)
        return self._page_ending_with(url.strip())

    def blocks(self, url: str) -> list[BlockRecord]:
        """The blocks of the page stored under this very URL, in document order."""
        columns = _columns(BLOCK_COLUMNS, "blocks")
        sql = f'SELECT {columns} FROM blocks WHERE {_OF_PAGE} ORDER BY "index"'
        return [to_block(row) for row in self._rows(sql, url)]

    def links(self, url: str) -> list[LinkRecord]:
        """The links of the page stored under this very URL, in document order."""
        columns = _columns(LINK_COLUMNS, "links")
        sql = f"SELECT {columns} FROM links WHERE {_OF_PAGE} ORDER BY position"
        return [to_link(row) for row in self._rows(sql, url)]

    def links_to(self, url: str, limit: int = 20) -> list[Referrer]:
        """Stored pages that link to this very URL, the best-scored link first."""
        sql = f"""
            SELECT pages.url, pages.title, pages.is_relevant, ifnull(blocks.heading, ''),
                   {_columns(LINK_COLUMNS, "links")}
            FROM (SELECT rowid AS page FROM link_search WHERE link_search MATCH ? LIMIT ?) AS found
            JOIN links ON links.page = found.page AND links.url = ?
            JOIN pages ON pages.id = links.page
            LEFT JOIN blocks ON blocks.page = links.page AND blocks."index" = links.block
            ORDER BY links.score DESC, pages.clock LIMIT ?"""
        rows = self._rows(sql, f'"{link_key(url)}"', LINKING_PAGES, url, limit)
        return [Referrer(r[0], r[1], bool(r[2]), r[3], to_link(r[4:])) for r in rows]

    def path_to(self, url: str) -> list[PageItem]:
        """The pages from a seed down to this very URL; each tells which link led to it.

        It begins with a page whose parent is not None where that parent was not stored.
        """
        path: list[PageItem] = []
        passed: set[str] = set()
        at: str | None = url
        while at is not None and at not in passed:
            passed.add(at)
            rows = list(self._rows(f"{_PAGE} WHERE url = ?", at))
            path += [to_page(row) for row in rows]
            at = path[-1].parent if rows else None
        return path[::-1]

    def parent(self, url: str) -> Parent | None:
        """The parent and the relevance of the page stored under this very URL."""
        for parent, is_relevant in self._rows(
            "SELECT parent, is_relevant FROM pages WHERE url = ?", url
        ):
            return Parent(parent, bool(is_relevant))
        return None

    def relevant_referrer(self, url: str) -> str | None:
        """A relevant page that linked to the page stored under this very URL before it was read."""
        sql = """
            SELECT pages.url
            FROM (SELECT rowid AS page FROM link_search WHERE link_search MATCH ? LIMIT ?) AS found
            JOIN links ON links.page = found.page AND links.url = ?
            JOIN pages ON pages.id = links.page AND pages.is_relevant
                AND pages.clock < (SELECT clock FROM pages WHERE url = ?)
            ORDER BY pages.clock LIMIT 1"""
        rows = self._rows(sql, f'"{link_key(url)}"', LINKING_PAGES, url, url)
        return next((row[0] for row in rows), None)

    def read_beside(self, url: str, before: int) -> tuple[int, int]:
        """Of pages linked from the blocks that hold this URL: how many were read, and relevant."""
        sql = """
            SELECT count(*), ifnull(sum(is_relevant), 0) FROM (
                SELECT DISTINCT target.id, target.is_relevant
                FROM (SELECT rowid AS page FROM link_search WHERE link_search MATCH ? LIMIT ?) found
                JOIN links own ON own.page = found.page AND own.url = ?
                JOIN pages holder ON holder.id = own.page AND holder.clock < ?
                JOIN links beside ON beside.page = own.page AND beside.block = own.block
                JOIN pages target ON target.url = beside.url AND target.url <> own.url
                    AND target.clock < ?)"""
        key = f'"{link_key(url)}"'
        ((read, relevant),) = self._rows(sql, key, LINKING_PAGES, url, before, before)
        return read, relevant

    def tunnel(self, target: str) -> Tunnel | None:
        """The tunnel through which the page stored under this very URL was reached."""
        rows = self._rows("SELECT target, length, path FROM tunnels WHERE target = ?", target)
        return next(map(_to_tunnel, rows), None)

    def failure(self, url: str) -> Failure | None:
        """Why an address gave no page."""
        for spelling in spellings(url):
            for row in self._rows("SELECT * FROM failures WHERE url = ?", spelling):
                return Failure(*row)
        return None

    def nearest(self, url: str, limit: int = 3) -> list[str]:
        """Stored addresses that look like this one: of its host, or else of all."""
        sql = "SELECT url FROM pages WHERE host = ? LIMIT ?"
        known = [row[0] for row in self._rows(sql, host_of(url), CANDIDATES)]
        if not known:
            sql = "SELECT url FROM pages ORDER BY is_relevant DESC, relevance DESC LIMIT ?"
            known = [row[0] for row in self._rows(sql, CANDIDATES)]
        return closest(url, known, limit)

    def _page_ending_with(self, typed: str) -> PageItem | None:
        """The only page whose URL ends with `typed`; walks over all URLs."""
        sql = f"{_PAGE} WHERE substr(url, -length(?)) = ? LIMIT 2"
        rows = list(self._rows(sql, typed, typed)) if typed else []
        return to_page(rows[0]) if len(rows) == 1 else None

    # The whole crawl

    def counts(self) -> tuple[int, int]:
        """How many pages were stored, and how many of them are relevant."""
        ((pages, relevant),) = self._rows("SELECT pages, relevant FROM progress")
        return pages, relevant

    def best(self, limit: int = 10) -> list[PageItem]:
        """The most relevant pages, the best first."""
        sql = f"{_PAGE} WHERE is_relevant = 1 ORDER BY relevance DESC, id LIMIT ?"
        return [to_page(row) for row in self._rows(sql, limit)]

    def hosts(self, limit: int = 10) -> list[HostCount]:
        """The hosts with the most relevant pages; walks over the index of hosts."""
        sql = """
            SELECT host, count(*), sum(is_relevant) AS relevant FROM pages
            GROUP BY host ORDER BY relevant DESC, count(*) DESC, host LIMIT ?"""
        return [HostCount(*row) for row in self._rows(sql, limit)]

    def search(self, words: str, limit: int = 10) -> list[Found]:
        """Relevant pages that hold all these words and "phrases", the best match first."""
        expression = match_expression(words)
        sql = f"""
            SELECT pages.url, pages.title, pages.relevance,
                   snippet(page_search, 2, '{MARKS[0]}', '{MARKS[1]}', '…', {SNIPPET_WORDS})
            FROM page_search JOIN pages ON pages.id = page_search.rowid
            WHERE page_search MATCH ? ORDER BY page_search.rank LIMIT ?"""
        rows = self._rows(sql, expression, limit) if expression else []
        return [Found(url, title, relevance, _pieces(text)) for url, title, relevance, text in rows]

    def tunnels(self, limit: int = 100) -> list[Tunnel]:
        """The longest tunnels."""
        sql = "SELECT target, length, path FROM tunnels ORDER BY length DESC, target LIMIT ?"
        return [_to_tunnel(row) for row in self._rows(sql, limit)]

    def failures(self, limit: int = 100) -> list[Failure]:
        """The latest failures first."""
        sql = "SELECT * FROM failures ORDER BY time DESC, url LIMIT ?"
        return [Failure(*row) for row in self._rows(sql, limit)]

    def forms(self, url: str = "", *, is_wanted: bool = False) -> list[FoundFormRow]:
        """Forms in the order they were found, of one page or of all; walks over the table."""
        if not self._has_forms():
            return []
        sql = f"""
            SELECT pages.url, {_columns(FORM_COLUMNS, "forms")}
            FROM forms JOIN pages ON pages.id = forms.page
            WHERE (? = '' OR pages.url = ?) AND forms.is_wanted >= ?
            ORDER BY pages.clock, forms.position"""
        rows = self._rows(sql, url, url, int(is_wanted))
        return [FoundFormRow(row[0], to_form(row[1:])) for row in rows]

    def form_counts(self) -> FormCounts | None:
        """How many sites and forms were found; None for a crawl that read no forms."""
        if not self._has_forms():
            return None
        ((forms, searchable, wanted, deep),) = self._rows(
            "SELECT count(*), count(DISTINCT CASE WHEN kind = 'searchable' THEN key END),"
            " count(DISTINCT CASE WHEN is_wanted THEN key END),"
            " count(DISTINCT CASE WHEN is_wanted THEN host END)"
            " FROM forms JOIN pages ON pages.id = forms.page"
        )
        ((sites,),) = self._rows("SELECT count(DISTINCT host) FROM pages")
        return FormCounts(sites, deep, searchable, wanted) if forms else None

    def _has_forms(self) -> bool:
        return self._has_table("forms")

    def _has_table(self, name: str) -> bool:
        # A database of an earlier version, opened for reading, lacks what came later.
        return bool(list(self._rows("SELECT 1 FROM sqlite_master WHERE name = ?", name)))

    def harvest(self) -> Iterator[HarvestPoint]:
        """How the crawl went, moment by moment."""
        for row in self._rows("SELECT * FROM harvest ORDER BY id"):
            yield HarvestPoint(*row[1:])

    def fingerprints(self) -> Iterator[tuple[str, int, int]]:
        """(url, content fingerprint, simhash) of every page, in the order they were saved."""
        sql = "SELECT url, content_fingerprint, simhash FROM pages ORDER BY id"
        for url, content, simhash in self._rows(sql):
            yield url, unsigned(content), unsigned(simhash)

    def fetched_before(self, time: str) -> Iterator[PageItem]:
        """Pages whose last fetch was before a time, without blocks; walks over the table."""
        rows = self._rows(f"{_PAGE} WHERE ifnull(fetched_at, '') < ? ORDER BY id", time)
        return map(to_page, rows)

    def changes(self, since: str = "") -> list[Change]:
        """What runs with -a recrawl= found to be new, changed or gone, the latest first."""
        if not self._has_table("changes"):
            return []
        sql = "SELECT url, time, kind FROM changes WHERE time >= ? ORDER BY time DESC, url"
        return [Change(*row) for row in self._rows(sql, since)]

    def outcomes(self, before: int = 1 << 62) -> Iterator[tuple[str, str, float, bool, str]]:
        """(url, anchor, relevance, is a seed, title) of the pages before a clock, in that order."""
        sql = """
            SELECT url, ifnull(anchor, ''), relevance, parent IS NULL, ifnull(title, '')
            FROM pages WHERE clock < ? ORDER BY clock, id"""
        for url, anchor, relevance, is_seed, title in self._rows(sql, before):
            yield url, anchor, relevance, bool(is_seed), title

    def bumps(self) -> Iterator[tuple[int, int, float]]:
        """(level, clock, score) of pages fetched in a tunnel that turned out irrelevant."""
        return self._rows(
            "SELECT level, clock, score FROM pages INDEXED BY pages_by_clock "
            "WHERE level >= 1 AND is_relevant = 0 ORDER BY clock"
        )

    @property
    def meta(self) -> dict[str, Any]:
        """What was noted about the crawl: its topic, method, stop reason."""
        return {key: json.loads(value) for key, value in self._rows("SELECT * FROM meta")}

    def _rows(self, sql: str, *values: Any) -> Iterator[Any]:
        return self._fetch(sql, *values)

    def _fetch(self, sql: str, *values: Any) -> Iterator[Any]:
        with explained(self.path):
            cursor = self._connection.execute(sql, [_storable(value) for value in values])
            while rows := cursor.fetchmany(ROWS_AT_ONCE):
                yield from rows


def _storable(value: Any) -> Any:
    # As the journal does it: a URL with half a character in it is stored with a question mark.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _to_tunnel(row: tuple[Any, ...]) -> Tunnel:
    target, length, path = row
    return Tunnel(target, length, tuple(json.loads(path)))


def _pieces(marked: str) -> tuple[tuple[str, bool], ...]:
    pieces: list[tuple[str, bool]] = []
    for at, piece in enumerate(marked.split(MARKS[0])):
        found, _, rest = piece.rpartition(MARKS[1]) if at else ("", "", piece)
        pieces += [(found, True), (rest, False)]
    return tuple(piece for piece in pieces if piece[0])
