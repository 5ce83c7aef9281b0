"""A finished crawl as a frozen web, so that other methods can be measured on the pages it saw.

The HTML comes from the crawl's WARC files where a page is there. Of other pages the database has
kept title, headings, links and, where they were relevant, the text; from these a plain page is
written that leads where the original led. The label is the crawler's own judgement, not a person's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from focused_crawler.items import BlockRecord, LinkRecord, PageItem
from focused_crawler.laboratory.importing import pages_of_warc
from focused_crawler.laboratory.web import FrozenPage, FrozenWebError
from focused_crawler.store import CrawlReader, CrawlStore, StoreError


def pages_of_crawl(folder: Path) -> Iterator[FrozenPage]:
    """Every page of a crawl folder, in the order they were saved."""
    archived = dict(_archived(folder))
    try:
        with CrawlStore.read(folder / "crawl.db") as store:
            topic = str(store.meta.get("topic", folder.name))
            for url, _, _ in list(store.fingerprints()):
                item = store.page(url)
                if item:
                    labels = frozenset({topic} if item.is_relevant else ())
                    yield FrozenPage(url, archived.get(url) or _rebuilt(store, item), labels)
    except StoreError as error:
        raise FrozenWebError(str(error)) from error


def _archived(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted([*folder.glob("*.warc"), *folder.glob("*.warc.gz")]):
        for page in pages_of_warc(file, {}):
            yield page.url, page.html


def _rebuilt(store: CrawlReader, item: PageItem) -> bytes:
    blocks, links = store.blocks(item.url), store.links(item.url)
    language = f' lang="{escape(item.language)}"' if item.language else ""
    head = f"<!DOCTYPE html><html{language}><head><meta charset=utf-8>"
    parts = [head, f"<title>{escape(item.title or '')}</title></head><body>\n"]
    parts += [_block_html(block, links) for block in blocks]
    return "".join([*parts, "</body></html>\n"]).encode("utf-8", "replace")


def _block_html(block: BlockRecord, links: Sequence[LinkRecord]) -> str:
    level = block.level or 0
    heading = f"<h{level}>{escape(block.heading)}</h{level}>\n" if level else ""
    listed = "".join(
        f'<li><a href="{escape(link.url)}">{escape(link.anchor or "")}</a></li>\n'
        for link in links
        if link.block == block.index
    )
    text = f"<p>{escape(block.text)}</p>\n" if block.text else ""
    return f"{heading}{text}" + (f"<ul>\n{listed}</ul>\n" if listed else "")
