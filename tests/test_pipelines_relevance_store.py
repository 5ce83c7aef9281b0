"""Every page is stored and counted; relevant ones go on; a crawl that cannot store stops."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from scrapy.exceptions import DropItem
from scrapy.utils.test import get_crawler
from stored_pages import make_page

from focused_crawler.pipelines.relevance_store import STOP_REASON, RelevanceStorePipeline
from focused_crawler.store import CrawlStore


@pytest.fixture
def store(tmp_path: Path):
    with CrawlStore(tmp_path / "crawl.db") as opened:
        yield opened


def make_pipeline(store: CrawlStore, **options: bool) -> tuple[RelevanceStorePipeline, list[str]]:
    stats, stops = get_crawler().stats, []
    assert stats is not None
    return RelevanceStorePipeline(store, stats, stop=stops.append, **options), stops


def test_relevant_page_is_stored_and_goes_on(store: CrawlStore):
    pipeline, _ = make_pipeline(store)
    page = make_page("http://a.test/", "iron")

    assert pipeline.process_item(page) is page
    assert store.counts() == (1, 1)
    assert pipeline.stats.get_value("topic/relevant") == 1


def test_irrelevant_page_is_stored_and_dropped(store: CrawlStore):
    pipeline, _ = make_pipeline(store)

    with pytest.raises(DropItem, match="is not relevant"):
        pipeline.process_item(make_page("http://a.test/", is_relevant=False))
    assert store.counts() == (1, 0)
    assert pipeline.stats.get_value("topic/irrelevant") == 1


def test_irrelevant_page_goes_on_where_feeds_want_it(store: CrawlStore):
    pipeline, _ = make_pipeline(store, feeds_irrelevant=True)
    page = make_page("http://a.test/", is_relevant=False)

    assert pipeline.process_item(page) is page


def test_items_of_other_kinds_pass_unstored(store: CrawlStore):
    pipeline, _ = make_pipeline(store)

    assert pipeline.process_item({"name": "value"}) == {"name": "value"}
    assert store.counts() == (0, 0)


def test_full_disk_stops_the_crawl_and_counts_no_page(store: CrawlStore, monkeypatch, caplog):
    pipeline, stops = make_pipeline(store)
    write = os.write
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", lambda file, line: write(file, line[:20]))
        with pytest.raises(DropItem, match="could not be stored"):
            pipeline.process_item(make_page("http://a.test/"))

    assert stops == [STOP_REASON]
    assert "the disk is full; make room" in caplog.text
    assert store.counts() == (0, 0)
    assert pipeline.stats.get_value("topic/relevant") is None
