"""Pages a second that the crawl database takes, each safe when `save` returns, and their size.

python -m benchmarks.store [--pages 3000]
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.endless_web import Shape, page
from benchmarks.figures import Figure, show
from benchmarks.figures import seconds as seconds_of
from focused_crawler.fingerprints import url_fingerprint
from focused_crawler.items import BlockRecord, LinkRecord, PageItem
from focused_crawler.page import parse_page
from focused_crawler.store import CrawlStore

DIFFERENT = 100
PARTS = dict.fromkeys(
    ("places", "parents", "path", "text", "company", "rare", "topic", "words"), -1.234567
)
MOST_GROWTH = 1.2


def item(number: int) -> PageItem:
    """A page of 20 KB as the crawl would save it; every fourth is relevant."""
    url = f"http://a.example/page/{number}.html"
    read = parse_page(url, page(number % DIFFERENT, Shape()), encoding="utf-8")
    blocks = [
        BlockRecord(b.index, b.kind, b.heading, b.level, b.parent, 0.5, b.text) for b in read.blocks
    ]
    links = [
        LinkRecord(link.url, block.index, link.anchor, 0.5, 0, PARTS)
        for block in read.blocks
        for link in block.links
    ]
    return PageItem(
        url, read.title, 0.5, number % 4 == 0, "a reason", parts=PARTS, parent=url,
        content_fingerprint=url_fingerprint(url), blocks=blocks, links=links, clock=number,
    )  # fmt: skip


def measure(pages: int) -> Iterator[Figure]:
    third = pages // 3
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "crawl.db"
        store = CrawlStore(file)
        costs = []
        for part in range(3):
            items = [item(number) for number in range(part * third, (part + 1) * third)]

            def save(items: list[PageItem] = items) -> None:
                for made in items:
                    store.save(made)
                store.flush()

            costs.append(seconds_of(save) / third)
        store.close()
        yield Figure("pages saved a second", 1 / costs[-1])
        yield Figure("the last third / the first", costs[-1] / costs[0], at_most=MOST_GROWTH)
        yield Figure("size of the file", file.stat().st_size / pages / 1000, "KB a page")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pages", type=int, default=3_000)
    show("Store", measure(parser.parse_args().pages))


if __name__ == "__main__":
    main()
