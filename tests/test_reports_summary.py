from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from focused_crawler.items import PageItem
from focused_crawler.reports.summary import Ending, summary, unreachable, why
from focused_crawler.store import CrawlStore


def ending(reason: str = "finished", *, pages_before: int = 0) -> Ending:
    return Ending("iron-ore", "block-score", reason, seconds=2.0, pages_before=pages_before)


def page(number: int, relevance: float, title: str = "A page") -> PageItem:
    url = f"http://a.test/{number}"
    return PageItem(url, title, relevance, is_relevant=relevance >= 0.5, reason="")


@pytest.fixture
def store(tmp_path: Path):
    with CrawlStore(tmp_path / "crawl.db") as opened:
        yield opened


def test_summary_counts_what_the_store_holds(store: CrawlStore) -> None:
    for number in range(8):
        store.save(page(number, 0.9 if number < 2 else 0.1))
    store.save_failure("http://a.test/gone", "not found", 404)
    store.save_tunnel("http://a.test/0", length=1, path=["http://a.test/5", "http://a.test/0"])
    text = summary(store, ending())
    assert "pages      8\n" in text
    assert "2, harvest rate 25.0 %" in text
    assert "failures   1\n" in text
    assert "tunnels    1 " in text
    assert "4.0 pages/s" in text


def test_five_best_pages_come_in_order_of_relevance(store: CrawlStore) -> None:
    for number in range(8):
        store.save(page(number, 0.6 + number / 100, f"Title {number}"))
    text = summary(store, ending())
    assert [n for n in range(8) if f"Title {n}" in text] == [3, 4, 5, 6, 7]
    assert text.index("Title 7") < text.index("Title 3")


def test_best_pages_are_those_found_not_the_seeds_given(store: CrawlStore) -> None:
    store.save(page(1, 0.99, "A seed"))
    store.save(replace(page(2, 0.6, "A find"), parent="http://a.test/1"))
    text = summary(store, ending())
    assert "A find" in text
    assert "A seed" not in text


def test_title_cannot_paint_the_terminal(store: CrawlStore) -> None:
    store.save(page(1, 0.9, "Evil\x1b[2J\r\ntitle\u202e"))
    text = summary(store, ending())
    assert not set("\x1b\r\u202e") & set(text)
    assert "Evil [2J title" in text


def test_summary_says_where_everything_is(store: CrawlStore) -> None:
    store.save(page(1, 0.9))
    text = summary(store, ending())
    assert str(store.path) in text
    assert "scrapy search" in text
    assert "scrapy explain" in text


def test_crawl_without_relevant_pages_names_a_remedy(store: CrawlStore) -> None:
    store.save(page(1, 0.1))
    text = summary(store, ending())
    assert "-a seeds=FILE" in text
    assert "scrapy search" not in text


def test_resumed_crawl_tells_its_own_pages_apart(store: CrawlStore) -> None:
    for number in range(8):
        store.save(page(number, 0.9))
    assert "8 (3 in this run)" in summary(store, ending(pages_before=5))


def test_stopped_crawl_tells_how_to_go_on() -> None:
    assert "-s JOBDIR=crawls/x" in why("shutdown", Path("crawls/x"))


def test_unreachable_seeds_are_told_in_one_line_with_cause_and_remedy(store: CrawlStore) -> None:
    store.save_failure("http://a.test/", "no such host.")
    store.save_failure("http://b.test/", "no such host.")
    line = unreachable(store)
    assert line.startswith("focused-crawler: no seed could be reached: http://")
    assert "/: no such host (and 1 more); check the network" in line
    assert line.endswith("make crawl\n")
    assert line.count("\n") == 1


def test_address_is_told_once_where_the_cause_names_it(store: CrawlStore) -> None:
    store.save_failure("http://10.0.0.1/", "http://10.0.0.1/: the address is private")
    assert unreachable(store).count("http://10.0.0.1/") == 1
