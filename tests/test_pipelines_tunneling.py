"""Tunnels: which irrelevant pages were passed on the way to a relevant one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sample_crawl import TOPIC, PartOfWeb, crawl
from scrapy.utils.test import get_crawler
from stored_pages import make_page

from focused_crawler.items import LinkRecord
from focused_crawler.pipelines.tunneling import TunnelingPipeline
from focused_crawler.sample_web import build_sample_web, serve
from focused_crawler.store import CrawlStore


class Walk:
    """Pages that come in one after another."""

    def __init__(self, store: CrawlStore) -> None:
        stats = get_crawler().stats
        assert stats is not None
        self.store = store
        self.stats = stats
        self.pipeline = TunnelingPipeline(store, stats)
        self.clock = 0

    def read(self, name: str, parent: str | None = None, *, good: bool, links: str = "") -> None:
        records = [LinkRecord(url(target), 0, "", 0.5, 0) for target in links]
        page = make_page(
            url(name), is_relevant=good, parent=parent and url(parent), links=records,
            clock=self.clock,
        )  # fmt: skip
        self.clock += 1
        self.store.save(page)
        assert self.pipeline.process_item(page) is page

    def tunnel(self, name: str) -> tuple[int, str] | None:
        tunnel = self.store.tunnel(url(name))
        names = "".join(address[-1] for address in tunnel.path) if tunnel else ""
        return (tunnel.length, names) if tunnel else None


def url(name: str) -> str:
    return f"http://site.test/{name}"


@pytest.fixture
def walk(tmp_path: Path):
    with CrawlStore(tmp_path / "crawl.db") as store:
        yield Walk(store)


def test_page_goes_on_while_the_database_is_locked(
    walk: Walk, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    walk.read("a", good=True, links="b")
    walk.read("b", "a", good=False, links="c")
    walk.store.flush()
    walk.store._connection.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(tmp_path / "crawl.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    walk.read("c", "b", good=True)
    other.execute("ROLLBACK")
    other.close()
    assert "no tunnel to http://site.test/c is kept" in caplog.text
    assert walk.store.page(url("c")) is not None


@pytest.mark.parametrize("length", [1, 2, 3, 8])
def test_irrelevant_pages_between_two_relevant_ones_are_a_tunnel(walk: Walk, length: int):
    names = "abcdefghij"[: length + 2]
    for name, parent, target in zip(names, ["", *names], [*names[1:], ""], strict=False):
        walk.read(name, parent or None, good=name in (names[0], names[-1]), links=target)

    assert walk.tunnel(names[-1]) == (length, names)
    assert walk.stats.get_value("tunnel/relevant") == 1
    assert walk.stats.get_value(f"tunnel/length/{length}") == 1


def test_page_of_a_relevant_page_and_a_seed_have_no_tunnel(walk: Walk):
    walk.read("a", good=True, links="b")
    walk.read("b", "a", good=True)

    assert walk.tunnel("a") is None
    assert walk.tunnel("b") is None
    assert walk.stats.get_value("tunnel/relevant") is None


def test_tunnel_may_begin_at_an_irrelevant_seed(walk: Walk):
    walk.read("a", good=False, links="b")
    walk.read("b", "a", good=True)

    assert walk.tunnel("b") == (1, "ab")


def test_page_that_a_relevant_one_links_to_was_not_reached_through_a_tunnel(walk: Walk):
    walk.read("a", good=True, links="bc")
    walk.read("b", "a", good=False, links="c")
    walk.read("c", "b", good=True)

    assert walk.tunnel("c") is None


def test_tunnel_begins_where_a_relevant_page_links_into_it(walk: Walk):
    walk.read("a", good=True, links="bc")
    walk.read("b", "a", good=False, links="c")
    walk.read("c", "b", good=False, links="d")
    walk.read("d", "c", good=True)

    assert walk.tunnel("d") == (1, "acd")


def test_relevant_page_found_later_does_not_shorten_a_tunnel(walk: Walk):
    walk.read("a", good=True, links="b")
    walk.read("b", "a", good=False, links="c")
    walk.read("c", "b", good=True)
    walk.read("z", "c", good=True, links="c")

    assert walk.tunnel("c") == (1, "abc")


def test_circle_of_parents_ends(walk: Walk):
    walk.read("a", "b", good=False, links="b")
    walk.read("b", "a", good=False, links="ac")
    walk.read("c", "b", good=True)

    assert walk.tunnel("c") == (2, "abc")


def test_tunnel_ends_where_the_parent_is_not_known(walk: Walk):
    walk.read("b", "a", good=False, links="c")
    walk.read("c", "b", good=True)

    assert walk.tunnel("c") == (1, "bc")


def test_items_of_other_kinds_pass(walk: Walk):
    assert walk.pipeline.process_item({"name": "value"}) == {"name": "value"}


def test_tunnels_of_the_sample_web_are_found_with_their_true_length(tmp_path: Path):
    web = build_sample_web()
    tunnels = [tunnel for tunnel in web.tunnels if tunnel.topic == TOPIC]
    seeds = [*web.seeds(TOPIC), *(tunnel.path[0] for tunnel in tunnels)]
    passages = [address for tunnel in tunnels for address in tunnel.path[1:]]
    with serve(PartOfWeb(web, [*seeds, *passages])) as served:  # type: ignore[arg-type]
        ended = crawl(seeds, tmp_path, served.proxy, "-s", "TUNNEL_MAX_LEVEL=20")

    assert ended.returncode == 0, ended.stderr
    with CrawlStore.read(tmp_path / "crawls" / "sample" / "crawl.db") as store:
        found = {tunnel.target: tunnel for tunnel in store.tunnels()}
        judged_right = [t for t in tunnels if is_judged_right(store, t.path)]
    assert len(judged_right) >= 3, "the crawler must see most tunnels as what they are"
    for tunnel in judged_right:
        assert found[tunnel.path[-1]].path == tunnel.path
        assert found[tunnel.path[-1]].length == tunnel.length


def is_judged_right(store: CrawlStore, path: tuple[str, ...]) -> bool:
    """Whether the ends are judged relevant, and everything between them is not."""
    known = [store.parent(address) for address in path]
    verdicts = [page.is_relevant if page else None for page in known]
    return verdicts == [True, *[False] * (len(path) - 2), True]
