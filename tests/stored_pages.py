"""Pages for tests of the store and of everything that reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from focused_crawler.items import BlockRecord, LinkRecord, PageItem
from focused_crawler.store import CrawlStore

SEED = "http://seed.example/"
HUB = "http://hub.example/links.html"
ORE = "http://ore.example/prices?year=2020"
WAITING = "http://ore.example/futures"


def make_page(url: str, text: str = "", *, is_relevant: bool = True, **values: Any) -> PageItem:
    """A page with one block."""
    block = BlockRecord(0, "heading", values.pop("block_heading", ""), 1, None, 0.5, text)
    defaults: dict[str, Any] = {
        "title": f"Title of {url}",
        "relevance": 0.8 if is_relevant else 0.1,
        "reason": "because",
        "blocks": [block],
    }
    return PageItem(url=url, is_relevant=is_relevant, **(defaults | values))


def small_crawl(path: Path) -> CrawlStore:
    """A crawl of three pages: a seed leads through an irrelevant hub to a page about ore."""
    store = CrawlStore(path)
    to_hub = LinkRecord(HUB, 1, "More metals", 0.6, 0, {"block": 0.5, "parents": 0.1})
    store.save(
        make_page(
            SEED,
            title="Mining today",
            relevance=0.9,
            links=[to_hub],
            blocks=[
                BlockRecord(0, "lead", "", 0, None, 0.2, "Welcome"),
                BlockRecord(1, "heading", "Resources", 2, None, 0.7, "Resources More metals"),
            ],
        )
    )
    to_ore = LinkRecord(ORE, 0, "Ore prices", 0.4, 1, {"block": 0.125, "parents": 0.275})
    to_waiting = LinkRecord(WAITING, 0, "Futures", 0.3, 1, {"block": 0.3})
    store.save(
        make_page(
            HUB, is_relevant=False, title="Links", block_heading="Metals", clock=1, depth=1,
            parent=SEED, block=1, heading="Resources", anchor="More metals", score=0.6,
            parts={"block": 0.5, "parents": 0.1}, links=[to_ore, to_waiting],
        )
    )  # fmt: skip
    store.save(
        make_page(
            ORE, "Prices of iron ore rose sharply in the spring", title="Iron ore prices",
            block_heading="Prices", clock=2, depth=2, parent=HUB, block=0, heading="Metals",
            anchor="Ore prices", score=0.4, level=1, parts={"block": 0.125, "parents": 0.275},
            reason='"Prices" holds iron, ore', links=[LinkRecord(SEED, 0, "Home", 0.2, 0)],
        )
    )  # fmt: skip
    return store
