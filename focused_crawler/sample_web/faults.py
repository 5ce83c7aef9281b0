"""What goes wrong on the way: errors, broken connections, and files that are no pages."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from focused_crawler.sample_web.drafts import new_draft
from focused_crawler.sample_web.layout import page_of
from focused_crawler.sample_web.linking import Linker, link_to
from focused_crawler.sample_web.model import HTML, Draft, LinkTo, Maker, SamplePage
from focused_crawler.sample_web.sites import SITES
from focused_crawler.sample_web.subjects import SUBJECTS, TOPICS

SITE = SITES["files.storehouse.test"]
STATUSES = {"missing": 404, "gone": 410, "broken": 500, "busy": 503}
LARGE = 6_000_000  # bytes
PNG_SIZE = 64  # pixels a side


def make_faults(linker: Linker) -> list[Maker]:
    """For every topic: one of each error, one of each file, three troubled connections."""
    return [
        maker
        for topic in TOPICS
        for maker in (*_errors(linker, topic), *_files(linker, topic), *_troubled(linker, topic))
    ]


def _errors(linker: Linker, topic: str) -> list[Maker]:
    urls = {name: SITE.url(f"/{name}/{topic[0]}.html") for name in STATUSES}
    for url in urls.values():
        linker.advertise(LinkTo(url, _temptation(topic), topic), topic, places=2)
    return [partial(_error, urls[name], status) for name, status in STATUSES.items()]


def _error(url: str, status: int) -> SamplePage:
    page = f"<html><head><title>{status}</title></head><body><h1>{status}</h1></body></html>\n"
    return SamplePage(url, "error", page.encode, status=status)


def _files(linker: Linker, topic: str) -> list[Maker]:
    makers: list[Maker] = []
    for name, (content_type, write) in FILES.items():
        url = SITE.url(f"/{topic[0]}/{name}")
        linker.advertise(LinkTo(url, _temptation(topic), topic), topic, places=2)
        headers = (("Content-Type", content_type),)
        makers.append(partial(SamplePage, url, "file", write, headers=headers))
    return makers


def _troubled(linker: Linker, topic: str) -> list[Maker]:
    """Pages on the topic: reset, cut short, and refused once with 503 before they come."""
    makers: list[Maker] = []
    for fault in ("reset", "truncate", "recover"):
        draft = new_draft(SITE, f"{SITE.host}/{fault}/{topic}", f"/{fault}/{topic[0]}.html",
                          "fault", topic)  # fmt: skip
        linker.link(draft)
        linker.advertise(link_to(draft), topic, places=2)
        makers.append(partial(_with_fault, draft, fault))
    return makers


def _with_fault(draft: Draft, fault: str) -> SamplePage:
    page = replace(page_of(draft), fault=fault)
    return page if fault == "recover" else replace(page, subjects=frozenset(), links=())


def _temptation(topic: str) -> str:
    return f"All about {SUBJECTS[topic].label}"


def _chunk(kind: bytes, data: bytes) -> bytes:
    length, check = len(data).to_bytes(4, "big"), zlib.crc32(kind + data).to_bytes(4, "big")
    return length + kind + data + check


def _png() -> bytes:
    """A grey square."""
    size = PNG_SIZE.to_bytes(4, "big")
    rows = (b"\0" + b"\x80" * PNG_SIZE) * PNG_SIZE
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", size + size + b"\x08\0\0\0\0")
        + _chunk(b"IDAT", zlib.compress(rows))
        + _chunk(b"IEND", b"")
    )


def _pdf() -> bytes:
    """The smallest document that opens: one empty page."""
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n"
        b"trailer<</Root 1 0 R>>\n%%EOF\n"
    )


def _large() -> bytes:
    return bytes(range(256)) * (LARGE // 256)


FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "report.pdf": ("application/pdf", _pdf),
    "chart.png": ("image/png", _png),
    "archive.bin": ("application/octet-stream", _large),
    "picture": (HTML[0][1], _png),  # binary that claims to be HTML
    "notes.txt": ("text/plain; charset=utf-8", lambda: b"Plain words, no links.\n" * 40),
}
