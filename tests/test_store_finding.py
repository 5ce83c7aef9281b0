"""CrawlStore: pages are found by what a person types, by their links and by the way to them."""

from __future__ import annotations

from pathlib import Path

import pytest
from stored_pages import HUB, ORE, SEED, WAITING, make_page, small_crawl

from focused_crawler.items import LinkRecord
from focused_crawler.store import CrawlStore, Parent


@pytest.fixture
def store(tmp_path: Path):
    with CrawlStore(tmp_path / "crawl.db") as opened:
        yield opened


@pytest.fixture
def crawl(tmp_path: Path):
    with small_crawl(tmp_path / "crawl.db") as opened:
        yield opened


def test_path_leads_from_the_seed_with_the_reason_of_each_step(crawl: CrawlStore):
    path = crawl.path_to(ORE)

    assert [step.url for step in path] == [SEED, HUB, ORE]
    assert [step.anchor for step in path] == ["", "More metals", "Ore prices"]
    assert path[2].parts == {"block": 0.125, "parents": 0.275}
    assert [step.is_relevant for step in path] == [True, False, True]


def test_path_through_a_circle_ends(store: CrawlStore):
    store.save(make_page("http://a.test/", parent="http://b.test/"))
    store.save(make_page("http://b.test/", parent="http://a.test/"))

    assert [page.url for page in store.path_to("http://a.test/")] == [
        "http://b.test/",
        "http://a.test/",
    ]


def test_path_begins_where_the_parent_was_not_stored(store: CrawlStore):
    store.save(make_page("http://a.test/", parent="http://unknown.test/"))

    assert [page.parent for page in store.path_to("http://a.test/")] == ["http://unknown.test/"]
    assert store.path_to("http://nowhere.test/") == []


def test_parent_is_known_before_and_after_the_batch_is_applied(crawl: CrawlStore):
    for _ in range(2):
        assert crawl.parent(ORE) == Parent(HUB, is_relevant=True)
        assert crawl.parent(HUB) == Parent(SEED, is_relevant=False)
        assert crawl.parent("http://nowhere.test/") is None
        crawl.flush()


@pytest.mark.parametrize(
    "typed",
    [
        ORE,
        f"{ORE}#section",
        "https://ore.example/prices?year=2020",
        "ore.example/prices?year=2020",
        f"  {ORE} ",
        "prices?year=2020",
        "HTTP://ORE.example:80/prices?year=2020",
        "http://ore.example:443/prices?year=2020#top",
    ],
)
def test_page_is_found_under_what_a_person_types(crawl: CrawlStore, typed: str):
    page = crawl.page(typed)

    assert page is not None
    assert page.url == ORE


def test_slash_at_the_end_does_not_matter(crawl: CrawlStore):
    assert crawl.page("http://seed.example") == crawl.page(SEED)
    assert crawl.page("http://hub.example/links.html/") == crawl.page(HUB)


def test_order_of_the_query_and_escapes_do_not_matter(store: CrawlStore):
    store.save(make_page("http://a.test/b%C3%A4ume?a=1&b=2"))

    assert store.page("http://a.test/bäume?b=2&a=1") is not None
    assert store.page("http://a.test/baume?b=2&a=1") is None


def test_ending_that_fits_two_pages_finds_none(store: CrawlStore):
    store.save(make_page("http://a.test/same"))
    store.save(make_page("http://b.test/same"))

    assert store.page("same") is None
    assert store.page("") is None


def test_ending_with_wildcards_is_taken_as_text(store: CrawlStore):
    store.save(make_page("http://a.test/100percent"))

    assert store.page("100%") is None
    assert store.page("1_0percent") is None


def test_links_to_a_url_name_the_page_and_its_block(crawl: CrawlStore):
    (referrer,) = crawl.links_to(WAITING)

    assert (referrer.url, referrer.heading, referrer.is_relevant) == (HUB, "Metals", False)
    assert referrer.link == LinkRecord(WAITING, 0, "Futures", 0.3, 1, {"block": 0.3})


def test_best_scored_link_to_a_url_comes_first(store: CrawlStore):
    for name, score in [("low", 0.1), ("high", 0.9), ("middle", 0.5)]:
        link = LinkRecord("http://target.test/", 0, name, score, 0)
        store.save(make_page(f"http://{name}.test/", links=[link]))

    anchors = [referrer.link.anchor for referrer in store.links_to("http://target.test/")]
    assert anchors == ["high", "middle", "low"]
    assert len(store.links_to("http://target.test/", limit=1)) == 1


def test_nearest_known_urls_are_of_the_same_host(crawl: CrawlStore):
    assert crawl.nearest("http://ore.example/price") == [ORE]
    assert HUB in crawl.nearest("http://hub.exampel/links.html")
