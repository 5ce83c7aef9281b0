"""Crawl databases to PostgreSQL: pages with their text and links, each page as it was fetched last.

Two tables, made where they are not there: `focused_pages` by topic and URL, `focused_links` by page
and position. Sending the same crawl again changes nothing, so a job may do it every night.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from focused_crawler.items import PageItem
from focused_crawler.store.crawl_store import CrawlStore
from focused_crawler.store.errors import StoreError
from focused_crawler.store.merge import databases_of, whole_pages
from focused_crawler.store.schema import signed

AT_ONCE = 200
TABLES = """
CREATE TABLE IF NOT EXISTS focused_pages (
    topic text NOT NULL, url text NOT NULL, host text NOT NULL, title text, text text,
    relevance double precision NOT NULL, is_relevant boolean NOT NULL, reason text,
    score double precision NOT NULL, parts jsonb NOT NULL, level integer NOT NULL,
    depth integer NOT NULL, parent text, heading text, anchor text, status integer, language text,
    fetched_at timestamptz, content_fingerprint bigint NOT NULL, simhash bigint NOT NULL,
    near_duplicate_of text, PRIMARY KEY (topic, url));
CREATE INDEX IF NOT EXISTS focused_pages_by_relevance
    ON focused_pages (topic, is_relevant, relevance DESC);
CREATE TABLE IF NOT EXISTS focused_links (
    topic text NOT NULL, page text NOT NULL, position integer NOT NULL, url text NOT NULL,
    anchor text, score double precision NOT NULL, PRIMARY KEY (topic, page, position));
"""
COLUMNS = (
    "topic", "url", "host", "title", "text", "relevance", "is_relevant", "reason", "score", "parts",
    "level", "depth", "parent", "heading", "anchor", "status", "language", "fetched_at",
    "content_fingerprint", "simhash", "near_duplicate_of",
)  # fmt: skip
PUT_PAGE = f"""
    INSERT INTO focused_pages ({", ".join(COLUMNS)}) VALUES ({", ".join(["%s"] * len(COLUMNS))})
    ON CONFLICT (topic, url) DO UPDATE
    SET {", ".join(f"{name} = EXCLUDED.{name}" for name in COLUMNS[2:])}
    WHERE focused_pages.fetched_at IS NULL OR focused_pages.fetched_at < EXCLUDED.fetched_at"""
PUT_LINK = """
    INSERT INTO focused_links (topic, page, position, url, anchor, score)
    VALUES (%s, %s, %s, %s, %s, %s)
    ON CONFLICT (topic, page, position) DO UPDATE
    SET url = EXCLUDED.url, anchor = EXCLUDED.anchor, score = EXCLUDED.score"""
AS_OF = "SELECT url FROM focused_pages WHERE topic = %s AND url = %s AND fetched_at = %s"


def send(sources: Iterable[Path], url: str) -> tuple[int, int]:
    """Put the crawls in these folders into a PostgreSQL database: pages written, pages there."""
    databases = databases_of(sources)
    connection = _connected(url)
    import psycopg

    try:
        with connection:
            connection.execute(TABLES)
            written = sum(_send_one(database, connection) for database in databases)
            ((pages,),) = connection.execute("SELECT count(*) FROM focused_pages").fetchall()
    except psycopg.Error as error:
        raise StoreError(f"{_shown(url)} refuses: {_line(error)}") from error
    return written, int(pages)


def _connected(url: str) -> Any:
    try:
        import psycopg
    except ImportError:
        raise StoreError("PostgreSQL needs `pip install focused-crawler[postgresql]`") from None
    try:
        urlsplit(url)
    except ValueError as error:  # what the driver says of it holds the password
        raise StoreError(f"the URL of the database is no address: {error}") from error
    try:
        return psycopg.connect(url, connect_timeout=10)
    except psycopg.Error as error:
        reason = f"no PostgreSQL at {_shown(url)}: {_line(error)}; mend the URL or start it"
        raise StoreError(reason) from error


def _send_one(database: Path, connection: Any) -> int:
    with CrawlStore.read(database) as store:
        topic = str(store.meta.get("topic", ""))
        return sum(_send_pages(topic, pages, connection) for pages in _batches(whole_pages(store)))


def _send_pages(topic: str, pages: list[PageItem], connection: Any) -> int:
    cursor = connection.cursor()
    cursor.executemany(PUT_PAGE, [_row(topic, page) for page in pages])
    written = int(cursor.rowcount)
    # Links belong to the fetch that is kept, which may be another worker's.
    kept = [page for page in pages if cursor.execute(AS_OF, _place(topic, page)).fetchone()]
    urls = [_clean(page.url) for page in kept]
    cursor.execute("DELETE FROM focused_links WHERE topic = %s AND page = ANY(%s)", (topic, urls))
    cursor.executemany(PUT_LINK, list(chain(*(_links(topic, page) for page in kept))))
    return written


def _row(topic: str, page: PageItem) -> list[Any]:
    values = {name: _clean(getattr(page, name, None)) for name in COLUMNS} | {
        "topic": topic,
        "host": urlsplit(page.url).hostname or "",
        "text": _clean("\n".join(filter(None, (block.text for block in page.blocks)))),
        "parts": json.dumps(page.parts),
        "fetched_at": page.fetched_at or None,
        "content_fingerprint": signed(page.content_fingerprint),
        "simhash": signed(page.simhash),
    }
    return [values[name] for name in COLUMNS]


def _links(topic: str, page: PageItem) -> Iterator[tuple[Any, ...]]:
    for position, link in enumerate(page.links):
        url, anchor = _clean(link.url), _clean(link.anchor)
        yield topic, _clean(page.url), position, url, anchor, link.score


def _place(topic: str, page: PageItem) -> tuple[Any, ...]:
    return topic, _clean(page.url), page.fetched_at or None


def _batches(pages: Iterator[PageItem]) -> Iterator[list[PageItem]]:
    while batch := list(islice(pages, AT_ONCE)):
        yield batch


def _clean(value: Any) -> Any:
    """PostgreSQL keeps no NUL in a text."""
    return value.replace("\x00", "") if isinstance(value, str) else value


def _shown(url: str) -> str:
    """A URL without its password."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
