"""What reading a crawl database gives, beside PageItem, BlockRecord and LinkRecord.

Here also: how a page becomes a journal record, and rows become pages, blocks and links again.
The parts of a score are kept to five digits: that is enough to explain it, and half the size.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import isfinite
from typing import Any

from focused_crawler.items import BlockRecord, FormRecord, LinkRecord, PageItem
from focused_crawler.store.schema import signed, unsigned

PAGE_COLUMNS = (
    "url", "title", "relevance", "is_relevant", "reason", "score", "parts", "level", "depth",
    "parent", "block", "heading", "anchor", "status", "language", "fetched_at",
    "content_fingerprint", "simhash", "near_duplicate_of", "clock",
)  # fmt: skip
BLOCK_COLUMNS = ("index", "kind", "heading", "level", "parent", "relevance", "text")
FORM_COLUMNS = (
    "kind", "probability", "relevance", "is_wanted", "method", "action", "heading", "fields", "key",
)  # fmt: skip
LINK_COLUMNS = ("url", "block", "anchor", "score", "level", "parts")  # as in the table


@dataclass(frozen=True, slots=True)
class Parent:
    """What a walk back along the parents needs to know of a page."""

    parent: str | None
    is_relevant: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A relevant page that holds the words of a search."""

    url: str
    title: str
    relevance: float
    snippet: tuple[tuple[str, bool], ...]  # pieces of text; True where the words were found

    @property
    def text(self) -> str:
        return "".join(piece for piece, _ in self.snippet)


@dataclass(frozen=True, slots=True)
class HostCount:
    """How many pages of a host were read, and how many were relevant."""

    host: str
    pages: int
    relevant: int


@dataclass(frozen=True, slots=True)
class Referrer:
    """A stored page that links to a URL, and what it said about it."""

    url: str
    title: str
    is_relevant: bool
    heading: str  # of the block that holds the link
    link: LinkRecord


@dataclass(frozen=True, slots=True)
class Tunnel:
    """The irrelevant pages that were passed to reach a relevant one."""

    target: str
    length: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """A URL that gave no page, and why."""

    url: str
    reason: str
    status: int | None
    time: str
    parent: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a page since it was fetched before."""

    url: str
    time: str
    kind: str  # new, changed, gone


@dataclass(frozen=True, slots=True)
class FoundFormRow:
    """A form with the page it was found on."""

    page: str
    form: FormRecord


@dataclass(frozen=True, slots=True)
class FormCounts:
    """What a crawl has read of sites and forms; a form of a site counts once."""

    sites: int  # hosts that gave a page
    deep_sites: int  # hosts with searchable forms on the topic
    searchable: int
    wanted: int  # searchable and on the topic


@dataclass(frozen=True, slots=True)
class HarvestPoint:
    """How the crawl stood at one moment."""

    time: str
    clock: int
    pages: int
    relevant: int
    waiting: int
    hosts: int
    pages_per_second: float


def page_record(page: PageItem, *, keeps_text: bool) -> list[Any]:
    """A page as the journal keeps it: its values, its blocks, its links."""
    values = {column: getattr(page, column) for column in PAGE_COLUMNS}
    values["parts"] = _parts(page.parts)
    values["content_fingerprint"] = signed(page.content_fingerprint)
    values["simhash"] = signed(page.simhash)
    blocks = [
        (b.index, b.kind, b.heading, b.level, b.parent, b.relevance, b.text if keeps_text else "")
        for b in page.blocks
    ]
    links = [(n.url, n.block, n.anchor, n.score, n.level, _parts(n.parts)) for n in page.links]
    return ["page", list(values.values()), blocks, links, _forms(page.forms)]


def _forms(forms: list[FormRecord]) -> list[list[Any]]:
    rows = [{name: getattr(form, name) for name in FORM_COLUMNS} for form in forms]
    for row in rows:
        row["fields"] = json.dumps(row["fields"], ensure_ascii=False)
    return [list(row.values()) for row in rows]


def to_form(row: tuple[Any, ...]) -> FormRecord:
    """The form of a row of FORM_COLUMNS."""
    values = dict(zip(FORM_COLUMNS, row, strict=True))
    values["is_wanted"] = bool(values["is_wanted"])
    values["fields"] = json.loads(values["fields"])
    return FormRecord(**values)


def to_page(row: tuple[Any, ...]) -> PageItem:
    """The page of a row of PAGE_COLUMNS, without its blocks and links."""
    values = dict(zip(PAGE_COLUMNS, row, strict=True))
    values["is_relevant"] = bool(values["is_relevant"])
    values["parts"] = json.loads(values["parts"])
    values["content_fingerprint"] = unsigned(values["content_fingerprint"])
    values["simhash"] = unsigned(values["simhash"])
    return PageItem(**values)


def to_block(row: tuple[Any, ...]) -> BlockRecord:
    return BlockRecord(*row)


def to_link(row: tuple[Any, ...]) -> LinkRecord:
    """The link of a row of LINK_COLUMNS."""
    url, block, anchor, score, level, parts = row
    return LinkRecord(url, block, anchor, score, level, json.loads(parts))


def _parts(parts: dict[str, float]) -> str:
    # A JSON encoder takes five times as long, and there are 50 links on a page.
    if not isfinite(sum(parts.values())):
        parts = {name: value for name, value in parts.items() if isfinite(value)}
    return _template(*parts) % tuple(parts.values())


@cache
def _template(*names: str) -> str:
    return "{" + ",".join(json.dumps(name).replace("%", "%%") + ":%.5g" for name in names) + "}"
