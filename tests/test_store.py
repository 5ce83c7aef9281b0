"""CrawlStore: what is saved is what is read."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stored_pages import ORE, make_page, small_crawl

from focused_crawler.items import BlockRecord, LinkRecord
from focused_crawler.store import CrawlStore, HostCount
from focused_crawler.store.schema import signed, unsigned


@pytest.fixture
def store(tmp_path: Path):
    with CrawlStore(tmp_path / "crawl.db") as opened:
        yield opened


@pytest.fixture
def crawl(tmp_path: Path):
    with small_crawl(tmp_path / "crawl.db") as opened:
        yield opened


def test_page_comes_back_as_it_was_saved(store: CrawlStore):
    page = make_page(
        "http://a.test/x",
        "Text of the block",
        title="Ünïcode «title» 漢字",
        content_fingerprint=2**64 - 1,
        simhash=2**63,
        near_duplicate_of="http://b.test/",
        parent="http://p.test/",
        block=3,
        parts={"block": 0.25, 'odd "name"': 0.5},
        language="de",
        fetched_at="2020-01-01T00:00:00+00:00",
        links=[LinkRecord("http://c.test/", 0, "Anchor", 0.75, 2, {"block": 0.5})],
    )
    store.save(page)

    stored = store.page(page.url)

    assert stored is not None
    assert replace(stored, blocks=page.blocks, links=page.links) == page
    assert store.blocks(page.url) == page.blocks
    assert store.links(page.url) == page.links


def test_saving_a_url_again_replaces_everything_known_of_it(store: CrawlStore):
    old = make_page("http://a.test/", "copper", links=[LinkRecord("http://old.test/", 0, "", 0, 0)])
    new = make_page("http://a.test/", "iron", links=[LinkRecord("http://new.test/", 0, "", 0, 0)])
    store.save(old)
    store.flush()
    store.save(new)

    assert store.counts() == (1, 1)
    assert [block.text for block in store.blocks("http://a.test/")] == ["iron"]
    assert [link.url for link in store.links("http://a.test/")] == ["http://new.test/"]
    assert [page.url for page in store.search("iron")] == ["http://a.test/"]
    assert store.search("copper") == []
    assert store.links_to("http://old.test/") == []
    assert len(store.links_to("http://new.test/")) == 1


@pytest.mark.parametrize("is_flushed", [True, False])
def test_counts_follow_a_page_that_turns_irrelevant(store: CrawlStore, is_flushed: bool):
    store.save(make_page("http://a.test/"))
    store.save(make_page("http://b.test/"))
    if is_flushed:
        store.flush()
    store.save(make_page("http://a.test/", is_relevant=False))

    assert store.counts() == (2, 1)
    store.flush()
    assert store.counts() == (2, 1)


def test_counts_survive_reopening(tmp_path: Path):
    small_crawl(tmp_path / "crawl.db").close()

    with CrawlStore(tmp_path / "crawl.db") as store:
        assert store.counts() == (3, 2)
    with CrawlStore.read(tmp_path / "crawl.db") as reader:
        assert reader.counts() == (3, 2)


def test_irrelevant_page_keeps_its_blocks_but_no_text(store: CrawlStore):
    store.save(make_page("http://a.test/", "secret words", is_relevant=False, block_heading="News"))

    assert store.blocks("http://a.test/") == [BlockRecord(0, "heading", "News", 1, None, 0.5, "")]
    assert store.search("secret") == []


def test_without_text_titles_and_headings_are_still_found(tmp_path: Path):
    with CrawlStore(tmp_path / "crawl.db", keeps_text=False) as store:
        page = make_page("http://a.test/", "unkept", title="Steel", block_heading="Furnaces")
        store.save(page)
        store.save(page)

        assert store.blocks("http://a.test/")[0].text == ""
        assert store.search("unkept") == []
        assert len(store.search("steel furnaces")) == 1


def test_best_pages_are_the_most_relevant_and_never_irrelevant(store: CrawlStore):
    for relevance in (0.5, 0.9, 0.7):
        store.save(make_page(f"http://a.test/{relevance}", relevance=relevance))
    store.save(make_page("http://a.test/not", is_relevant=False, relevance=1.0))

    assert [page.relevance for page in store.best(2)] == [0.9, 0.7]


def test_hosts_are_ordered_by_relevant_pages(store: CrawlStore):
    for number in range(5):
        store.save(make_page(f"http://many.test/{number}", is_relevant=number == 0))
    for number in range(2):
        store.save(make_page(f"http://good.test/{number}"))

    assert store.hosts(1) == [HostCount("good.test", 2, 2)]
    assert store.hosts() == [HostCount("good.test", 2, 2), HostCount("many.test", 5, 1)]


def test_bumps_are_the_irrelevant_tunnel_pages_in_clock_order(store: CrawlStore):
    for clock, level, is_relevant in [(9, 2, False), (3, 1, False), (5, 0, False), (7, 1, True)]:
        page = make_page(f"http://a.test/{clock}", is_relevant=is_relevant)
        store.save(replace(page, clock=clock, level=level, score=clock / 10))

    assert list(store.bumps()) == [(1, 3, 0.3), (2, 9, 0.9)]


def test_fingerprints_come_back_unsigned_in_the_order_of_saving(store: CrawlStore):
    saved = [("http://b.test/", 2**64 - 1, 0), ("http://a.test/", 5, 2**63)]
    for url, content, simhash in saved:
        store.save(make_page(url, content_fingerprint=content, simhash=simhash))

    assert list(store.fingerprints()) == saved


@given(st.integers(0, 2**64 - 1))
def test_any_64_bits_survive_sqlite(number: int):
    assert unsigned(signed(number)) == number
    assert -(2**63) <= signed(number) < 2**63


def test_failure_is_kept_until_the_page_comes_in(store: CrawlStore):
    store.save_failure("http://a.test/", "timeout")
    store.save_failure("http://a.test/", "not found", status=404, parent="http://p.test/")

    failure = store.failure("http://a.test")
    assert failure is not None
    assert (failure.reason, failure.status, failure.parent) == ("not found", 404, "http://p.test/")
    assert len(store.failures()) == 1

    store.save(make_page("http://a.test/"))
    assert store.failure("http://a.test/") is None


def test_tunnels_come_longest_first(store: CrawlStore):
    store.save_tunnel("http://a.test/", length=1, path=["http://n.test/", "http://a.test/"])
    store.save_tunnel("http://b.test/", length=2, path=("http://x.test/",))

    assert [tunnel.length for tunnel in store.tunnels()] == [2, 1]
    assert store.tunnels()[1].path == ("http://n.test/", "http://a.test/")


def test_tunnel_of_a_page_is_found_by_its_target(store: CrawlStore):
    store.save_tunnel("http://a.test/", length=1, path=["http://n.test/", "http://a.test/"])

    tunnel = store.tunnel("http://a.test/")
    assert tunnel is not None
    assert tunnel.length == 1
    assert store.tunnel("http://n.test/") is None


def test_relevant_referrer_came_before_the_page(store: CrawlStore):
    links = [LinkRecord("http://b.test/", 0, "", 0.1, 0)]
    store.save(make_page("http://not.test/", is_relevant=False, links=links, clock=0))
    store.save(make_page("http://b.test/", clock=1, links=links))
    assert store.relevant_referrer("http://b.test/") is None
    store.save(make_page("http://late.test/", clock=2, links=links))
    assert store.relevant_referrer("http://b.test/") is None

    store.save(make_page("http://early.test/", clock=0, links=links))
    assert store.relevant_referrer("http://b.test/") == "http://early.test/"


def test_harvest_is_a_curve_over_time(store: CrawlStore):
    for clock in (10, 20):
        store.record_harvest(
            clock=clock, pages=clock, relevant=3, waiting=50, hosts=4, pages_per_second=2.5
        )

    assert [(point.clock, point.pages_per_second) for point in store.harvest()] == [
        (10, 2.5),
        (20, 2.5),
    ]


def test_notes_are_json_values(store: CrawlStore):
    store.set_meta(topic="iron-ore", seeds=["http://a.test/"], limit=None)
    store.set_meta(topic="copper")

    assert store.meta == {"topic": "copper", "seeds": ["http://a.test/"], "limit": None}


def test_hostile_text_does_no_harm(store: CrawlStore):
    text = "lone \ud800 surrogate, nul \x00 byte, 'quote\"; DROP TABLE pages;--"
    store.save(make_page("http://a.test/\ud83d", text, title=text, relevance=float("nan")))
    store.save(make_page("http://b.test/"))

    assert store.counts() == (2, 2)
    assert [page.relevance for page in store.best()] == [0.8, 0.0]
    assert len(store.search("surrogate")) == 1


def test_values_of_a_strange_type_cost_their_page_only(store: CrawlStore, caplog):
    store.save(make_page("http://a.test/", title={"not": "text"}))
    store.save(make_page("http://b.test/"))
    store.flush()

    assert store.counts() == (1, 1)
    assert "cannot be stored" in caplog.text


def test_numbers_of_array_libraries_are_kept(store: CrawlStore):
    np = pytest.importorskip("numpy")
    parts = {"block": np.float32(0.5), "nan": float("nan")}
    store.save(make_page("http://a.test/", relevance=np.float32(0.5), parts=parts))

    page = store.page("http://a.test/")
    assert page is not None
    assert (page.relevance, page.parts) == (0.5, {"block": 0.5})


def test_link_in_every_page_is_answered_from_some_of_them(store: CrawlStore, monkeypatch):
    monkeypatch.setattr("focused_crawler.store.reader.LINKING_PAGES", 3)
    for number in range(5):
        link = LinkRecord("http://home.test/", 0, "Home", 0.1, 0)
        store.save(make_page(f"http://a.test/{number}", links=[link]))

    assert len(store.links_to("http://home.test/")) == 3


@pytest.mark.parametrize(
    "question",
    [
        lambda store: store.parent(ORE),
        lambda store: store.path_to(ORE),
        lambda store: store.blocks(ORE),
        lambda store: store.links(ORE),
        lambda store: store.links_to(ORE),
        lambda store: store.relevant_referrer(ORE),
        lambda store: store.tunnel(ORE),
        lambda store: store.best(),
        lambda store: store.hosts(),
        lambda store: list(store.bumps()),
        lambda store: store.search("iron"),
    ],
)
def test_no_question_walks_over_a_table(crawl: CrawlStore, question):
    crawl.flush()
    asked: list[str] = []
    crawl._connection.set_trace_callback(asked.append)
    question(crawl)
    crawl._connection.set_trace_callback(None)

    queries = [sql for sql in asked if "_config" not in sql and not sql.startswith("--")]
    plans = [row[3] for sql in queries for row in crawl._fetch(f"EXPLAIN QUERY PLAN {sql}")]
    assert plans
    walks = {step for step in plans if step.startswith("SCAN") and "INDEX" not in step}
    assert walks <= {"SCAN found"}, "found: the few pages that a text index named"


def test_parts_in_the_table_are_plain_json(crawl: CrawlStore, tmp_path: Path):
    crawl.flush()
    connection = sqlite3.connect(tmp_path / "crawl.db")
    rows = connection.execute("SELECT parts FROM links ORDER BY page, position").fetchall()
    connection.close()

    assert json.loads(rows[0][0]) == {"block": 0.5, "parents": 0.1}


@settings(max_examples=30, deadline=None)
@given(parts=st.dictionaries(st.text(max_size=8), st.floats(-1e6, 1e6), max_size=4))
def test_any_parts_come_back_to_five_digits(tmp_path_factory, parts: dict[str, float]):
    with CrawlStore(tmp_path_factory.mktemp("parts") / "crawl.db") as store:
        store.save(make_page("http://a.test/", parts=parts))
        page = store.page("http://a.test/")

    assert page is not None
    assert page.parts == pytest.approx(parts, rel=1e-4)
