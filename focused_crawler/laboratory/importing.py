"""Frozen webs from what people have: a folder of HTML files, or a WARC file, and a table of labels.

The table is CSV, a line a page: its path in the folder or its URL, then its labels, one a column or
several in one column with semicolons between them. Pages the table leaves out have no label.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from focused_crawler.laboratory.web import FrozenPage, FrozenWebError
from focused_crawler.page.encoding import decode

SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
OK = "200"

Labels = Mapping[str, frozenset[str]]


def read_labels(path: Path) -> Labels:
    """The labels in a table, by path or URL."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as lines:
            return {row[0].strip(): frozenset(_labels(row[1:])) for row in csv.reader(lines) if row}
    except UnicodeDecodeError as error:
        raise FrozenWebError(f"{path} is not UTF-8 text; save the table of labels so") from error
    except OSError as error:
        raise FrozenWebError(f"{path} cannot be read: {error.strerror}") from error
    except csv.Error as error:
        raise FrozenWebError(
            f"{path} is no table of labels ({error}); a line is: page,label;label"
        ) from error


def _labels(cells: list[str]) -> Iterator[str]:
    for cell in cells:
        yield from (label.strip() for label in cell.split(";") if label.strip())


def pages_of_folder(folder: Path, base_url: str, labels: Labels) -> Iterator[FrozenPage]:
    """The HTML files of a folder and its subfolders, as pages below a URL."""
    if not urlsplit(base_url).hostname:
        raise FrozenWebError(f"{base_url!r} is no URL to put pages under; try http://NAME.test/")
    files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in SUFFIXES)
    if not files:
        raise FrozenWebError(f"{folder} holds no file that ends in .html, .htm or .xhtml")
    base = base_url.rstrip("/") + "/"
    for file in files:
        path = file.relative_to(folder).as_posix()
        url = urljoin(base, quote(path))
        yield FrozenPage(url, _utf8(file.read_bytes()), _found(labels, url, path))


def pages_of_warc(file: Path, labels: Labels) -> Iterator[FrozenPage]:
    """The HTML pages of a WARC file; of several captures of a URL the last one counts."""
    pages: dict[str, FrozenPage] = {}
    try:
        with open(file, "rb") as stream:
            for record in _records(stream):
                page = _page(record, labels)
                if page:
                    pages[page.url] = page
    except OSError as error:
        raise FrozenWebError(f"{file} cannot be read: {error.strerror}") from error
    except FrozenWebError:
        raise
    except Exception as error:  # warcio raises whatever it meets in a foreign file
        raise FrozenWebError(f"{file} is not a WARC file: {error}") from error
    if not pages:
        raise FrozenWebError(f"{file} holds no HTML page; a WARC file of a crawl is expected")
    yield from pages.values()


def _records(stream: Any) -> Iterator[Any]:
    try:
        from warcio.archiveiterator import ArchiveIterator
    except ImportError as error:
        raise FrozenWebError("a WARC file needs the package warcio: pip install warcio") from error
    return iter(ArchiveIterator(stream))


def _page(record: Any, labels: Labels) -> FrozenPage | None:
    if record.rec_type != "response" or record.http_headers is None:
        return None
    kind = record.http_headers.get_header("Content-Type") or ""
    if record.http_headers.get_statuscode() != OK or "html" not in kind.lower():
        return None
    url = record.rec_headers.get_header("WARC-Target-URI")
    declared = kind.lower().partition("charset=")[2].strip("\"' ;") or None
    html = _utf8(record.content_stream().read(), declared)
    return FrozenPage(url, html, _found(labels, url, urlsplit(url).path.lstrip("/")))


def _found(labels: Labels, *names: str) -> frozenset[str]:
    return next((labels[name] for name in names if name in labels), frozenset())


def _utf8(html: bytes, declared: str | None = None) -> bytes:
    return decode(html, declared)[0].encode("utf-8", "replace")
