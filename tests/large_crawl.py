"""A crawl database of any size, made without a crawl: for tests of what must stay fast."""

from __future__ import annotations

import json
import random
from pathlib import Path

from focused_crawler.items import BlockRecord, LinkRecord, PageItem
from focused_crawler.store import CrawlStore

WORDS = (
    "iron ore mine steel price market river school music garden engine travel poem winter bread "
    "history coal furnace export tonne rail port company island bridge science museum football"
).split()
HOSTS = 400
BLOCKS, LINKS = 6, 12
RELEVANT_SHARE = 0.4
POINT_EVERY = 10  # pages between two points of the harvest curve, as in a real crawl


def make_large_crawl(folder: Path, pages: int) -> Path:
    """Write `folder/crawl.db` with so many pages and return it."""
    dice = random.Random(7)
    relevant = 0
    store = CrawlStore(folder / "crawl.db")
    for clock in range(pages):
        page = _page(clock, dice)
        relevant += page.is_relevant
        store.save(page)
        if page.is_relevant and page.level:
            store.save_tunnel(page.url, length=page.level, path=[_url(clock // 3), page.url])
        if not clock % POINT_EVERY:
            store.record_harvest(
                clock=clock, pages=clock + 1, relevant=relevant, waiting=clock * 5, hosts=HOSTS,
                pages_per_second=dice.uniform(20, 60),
            )  # fmt: skip
        if not clock % 50:
            store.save_failure(f"http://gone.example/{clock}", "TimeoutError")
    store.set_meta(topic="iron-ore", method="block-score", seeds=[_url(0)], stop_reason="finished")
    store.set_meta(started="2026-01-01T10:00:00+00:00", stopped="2026-01-01T12:00:00+00:00")
    store.close()
    weights = {word: 1 / rank for rank, word in enumerate(WORDS, start=1)}
    topic = {"examples": [], "weights": weights, "scale": 0.4, "text_scale": 0.4}
    (folder / "topic.json").write_text(json.dumps(topic), encoding="utf-8")
    return folder / "crawl.db"


def _page(clock: int, dice: random.Random) -> PageItem:
    is_relevant = dice.random() < RELEVANT_SHARE
    relevance = dice.uniform(0.25, 1) if is_relevant else dice.uniform(0, 0.25)
    return PageItem(
        url=_url(clock), title=_text(dice, 5).capitalize(), relevance=relevance,
        is_relevant=is_relevant, reason=f"best block “{_text(dice, 2)}”; iron, ore",
        score=dice.random(), parts={"block": 0.5, "parents": 0.3},
        level=dice.choice((0, 0, 0, 0, 1, 2)), depth=clock.bit_length(),
        parent=_url(clock // 3) if clock else None, block=1, heading="Links", anchor=_text(dice, 2),
        language="en", fetched_at=f"2026-01-01T{10 + clock // 60000:02}:00:00+00:00",
        content_fingerprint=clock, simhash=clock, clock=clock,
        blocks=[_block(at, dice) for at in range(BLOCKS)],
        links=[_link(clock, at, dice) for at in range(LINKS)],
    )  # fmt: skip


def _block(at: int, dice: random.Random) -> BlockRecord:
    return BlockRecord(at, "heading", _text(dice, 3), 2, None, dice.random(), _text(dice, 30))


def _link(clock: int, at: int, dice: random.Random) -> LinkRecord:
    parts = {"block": dice.random(), "parents": dice.random()}
    return LinkRecord(_url(clock * 3 + at), at % BLOCKS, _text(dice, 2), dice.random(), 0, parts)


def _url(number: int) -> str:
    return f"http://www.host-{number * 7919 % HOSTS}.example/page/{number}.html"


def _text(dice: random.Random, words: int) -> str:
    return " ".join(dice.choices(WORDS, k=words))
