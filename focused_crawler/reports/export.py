"""The relevant pages of a crawl in formats that other programs read, page by page.

csv, jsonl   one line a page
parquet      columns, for data frames (needs pyarrow)
warc         the archived responses where the crawl kept an archive (WARC_FILE), otherwise the
             text of each page as a conversion record (needs warcio)
rss          the newest pages, for feed readers
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from importlib.util import find_spec
from itertools import chain, islice
from typing import BinaryIO
from xml.sax.saxutils import escape, quoteattr

from focused_crawler.items import PageItem
from focused_crawler.reports.export_warc import write_warc
from focused_crawler.reports.terminal import clean
from focused_crawler.reports.view import CrawlView, Listing

COLUMNS = (
    "url", "title", "relevance", "reason", "score", "level", "depth", "parent", "heading",
    "anchor", "status", "language", "fetched_at", "near_duplicate_of",
)  # fmt: skip
LEAF = 2000  # pages read at a time
FEED_PAGES = 100
# A spreadsheet takes text that begins so for a formula, and crawled text is hostile.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class ExportError(Exception):
    """An export that cannot be made; the message says why and what helps."""


@dataclass(frozen=True, slots=True)
class Format:
    """A file format."""

    suffix: str
    media_type: str
    write: Callable[[CrawlView, Iterable[PageItem], BinaryIO], int]
    package: str = ""  # that it needs


def relevant_pages(view: CrawlView) -> Iterator[PageItem]:
    """Every relevant page, the best first."""
    return _leaves(view, Listing(sort="relevance"))


def newest_pages(view: CrawlView) -> Iterator[PageItem]:
    """Every relevant page, the latest first."""
    return _leaves(view, Listing(sort="time"))


def export(
    view: CrawlView, name: str, stream: BinaryIO, pages: Iterable[PageItem] | None = None
) -> int:
    """Write the pages (all relevant ones unless given) to a stream; how many there were."""
    chosen = FORMATS[name]
    if chosen.package and find_spec(chosen.package) is None:
        raise ExportError(
            f"{name} needs the package {chosen.package}; pip install {chosen.package}"
        )
    if pages is None:
        pages = newest_pages(view) if name == "rss" else relevant_pages(view)
    return chosen.write(view, pages, stream)


def _leaves(view: CrawlView, listing: Listing) -> Iterator[PageItem]:
    for number in range(1, 1 << 30):
        leaf = view.listed(Listing(kind=listing.kind, sort=listing.sort, number=number), LEAF)
        yield from leaf
        if len(leaf) < LEAF:
            return


def _write_csv(_: CrawlView, pages: Iterable[PageItem], stream: BinaryIO) -> int:
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="replace", newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    number = 0
    for page in pages:
        writer.writerow([_cell(getattr(page, column)) for column in COLUMNS])
        number += 1
    text.detach()
    return number


def _cell(value: object) -> object:
    if not isinstance(value, str):
        return value
    value = clean(value)
    return f"'{value}" if value.startswith(FORMULA_STARTS) else value


def _write_jsonl(_: CrawlView, pages: Iterable[PageItem], stream: BinaryIO) -> int:
    number = 0
    for page in pages:
        values = {column: getattr(page, column) for column in (*COLUMNS, "parts")}
        line = json.dumps(values, ensure_ascii=False) + "\n"
        stream.write(line.encode("utf-8", "replace"))
        number += 1
    return number


def _write_parquet(_: CrawlView, pages: Iterable[PageItem], stream: BinaryIO) -> int:
    import pyarrow as pa
    from pyarrow import parquet

    kinds = {"relevance": pa.float64(), "score": pa.float64(), "level": pa.int32(),
             "depth": pa.int32(), "status": pa.int32()}  # fmt: skip
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in COLUMNS])
    number, pages = 0, iter(pages)
    with parquet.ParquetWriter(stream, schema) as writer:
        while leaf := list(islice(pages, LEAF)):
            number += len(leaf)
            columns = {name: [_whole(getattr(page, name)) for page in leaf] for name in COLUMNS}
            writer.write_table(pa.table(columns, schema=schema))
    return number


def _whole(value: object) -> object:
    # Half a character, as broken pages hold them, is no UTF-8.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _write_rss(view: CrawlView, pages: Iterable[PageItem], stream: BinaryIO) -> int:
    topic = str(view.meta.get("topic") or view.path.parent.name)
    chosen = list(islice(pages, FEED_PAGES))
    told = f"Pages about {topic} that a focused crawl has found"
    head = (
        '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>\n'
        f"<title>{_xml(topic)}: new pages</title>\n"
        f"<link>{_xml(chosen[0].url if chosen else 'about:blank')}</link>\n"
        f"<description>{_xml(told)}</description>\n"
        f"<lastBuildDate>{format_datetime(datetime.now(UTC))}</lastBuildDate>\n"
    )
    for part in chain([head], map(_rss_item, chosen), ["</channel></rss>\n"]):
        stream.write(part.encode("utf-8", "xmlcharrefreplace"))
    return len(chosen)


def _rss_item(page: PageItem) -> str:
    date = f"<pubDate>{_rss_date(page.fetched_at)}</pubDate>" if page.fetched_at else ""
    told = f"Relevance {page.relevance:.2f}: {page.reason}"
    return (
        f"<item><title>{_xml(page.title or page.url)}</title><link>{_xml(page.url)}</link>"
        f"<guid isPermaLink={quoteattr('true')}>{_xml(page.url)}</guid>{date}"
        f"<description>{_xml(told)}</description></item>\n"
    )


def _rss_date(iso: str) -> str:
    try:
        return format_datetime(datetime.fromisoformat(iso).astimezone(UTC))
    except ValueError:
        return ""


def _xml(text: str) -> str:
    return escape(clean(text).replace("\ufffe", " ").replace("\uffff", " "))


FORMATS: dict[str, Format] = {
    "csv": Format(".csv", "text/csv; charset=utf-8", _write_csv),
    "jsonl": Format(".jsonl", "application/x-ndjson", _write_jsonl),
    "parquet": Format(".parquet", "application/vnd.apache.parquet", _write_parquet, "pyarrow"),
    "warc": Format(".warc.gz", "application/warc", write_warc, "warcio"),
    "rss": Format(".rss", "application/rss+xml; charset=utf-8", _write_rss),
}
