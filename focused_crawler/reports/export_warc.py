"""Relevant pages as a WARC file: the archived responses, or the text that the store kept.

A crawl with WARC_FILE has archived what it fetched; the records of the pages wanted are copied.
Pages without one become `conversion` records of plain text, as text extracts of web archives are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from focused_crawler.items import PageItem
from focused_crawler.reports.view import CrawlView

ARCHIVES = ("*.warc", "*.warc.gz")


def write_warc(view: CrawlView, pages: Iterable[PageItem], stream: BinaryIO) -> int:
    """Write the pages' records to a WARC; how many pages there were.

    It is compressed, unless it goes to a file named .warc.
    """
    from warcio.warcwriter import WARCWriter

    writer = WARCWriter(stream, gzip=not str(getattr(stream, "name", "")).endswith(".warc"))
    about = {"software": "focused_crawler", "isPartOf": str(view.meta.get("topic", ""))}
    writer.write_record(writer.create_warcinfo_record(view.path.parent.name, about))
    wanted = {page.url: page for page in pages}
    missing = dict(wanted)
    for record in _archived(view.path.parent):
        url = record.rec_headers.get_header("WARC-Target-URI")
        if url in wanted:
            writer.write_record(record)
            missing.pop(url, None)
    for page in missing.values():
        writer.write_record(_text_record(writer, view, page))
    return len(wanted)


def _archived(folder: Path) -> Iterator[Any]:
    from warcio.archiveiterator import ArchiveIterator

    for pattern in ARCHIVES:
        for archive in sorted(folder.glob(pattern)):
            with archive.open("rb") as file:
                for record in ArchiveIterator(file):
                    if record.rec_type in ("request", "response"):
                        yield record


def _text_record(writer: Any, view: CrawlView, page: PageItem) -> Any:
    texts = [page.title, *(block.text for block in view.blocks(page.url))]
    body = "\n".join(filter(None, texts)).encode("utf-8", "replace")
    date = {"WARC-Date": page.fetched_at.replace("+00:00", "Z")} if page.fetched_at else {}
    return writer.create_warc_record(
        page.url, "conversion", payload=BytesIO(body), length=len(body),
        warc_content_type="text/plain; charset=utf-8", warc_headers_dict=date,
    )  # fmt: skip
