"""Scrapy's feeds work as usual: one row a relevant page."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from crawling import FAST, SmallWeb, scrapy
from sample_crawl import PAGES, sample_crawl

from focused_crawler import settings
from focused_crawler.sample_web import serve
from focused_crawler.store import CrawlStore


def lines_of(feed: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in feed.read_text("utf-8").splitlines()]


def test_json_lines_hold_the_relevant_pages_of_the_store():
    crawl = sample_crawl()
    assert crawl.ended.returncode == 0, crawl.ended.stderr
    rows = lines_of(crawl.folder / "out.jsonl")

    with CrawlStore.read(crawl.database) as store:
        pages, relevant = store.counts()
        stored = {page.url: page for page in store.best(limit=pages)}
    assert pages == PAGES
    assert len(rows) == relevant == len(stored)
    for row in rows:
        page = stored[row["url"]]
        assert (row["title"], row["relevance"]) == (page.title, page.relevance)
        assert row["is_relevant"] is True
        assert list(row) == settings.FEED_EXPORT_FIELDS


def test_links_of_the_feed_say_where_they_were_found():
    rows = lines_of(sample_crawl().folder / "out.jsonl")
    found = [row for row in rows if row["parent"]]

    assert len(found) == len(rows) - len(sample_crawl().web.seeds("iron-ore"))
    assert all(row["depth"] >= 1 and row["parts"] for row in found)
    assert all(row["anchor"] for row in found)


def test_csv_holds_the_same_rows():
    crawl = sample_crawl()
    with (crawl.folder / "out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    lines = lines_of(crawl.folder / "out.jsonl")
    assert [row["url"] for row in rows] == [line["url"] for line in lines]
    assert list(rows[0]) == settings.FEED_EXPORT_FIELDS


def test_irrelevant_pages_join_the_feed_when_asked(tmp_path: Path):
    web = SmallWeb(pages=20)
    with serve(web) as served:  # type: ignore[arg-type]
        ended = scrapy(
            "crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}", *FAST,
            "-s", "TOPIC_THRESHOLD=0.99", "-s", "FEED_IRRELEVANT_PAGES=1", "-o", "out.jsonl",
            cwd=tmp_path, proxy=served.proxy,
        )  # fmt: skip

    assert ended.returncode == 0, ended.stderr
    rows = lines_of(tmp_path / "out.jsonl")
    assert {row["is_relevant"] for row in rows} == {True, False}
