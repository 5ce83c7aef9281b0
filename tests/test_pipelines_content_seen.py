"""A mirrored page gives no item and no links; a near-duplicate is marked."""

from __future__ import annotations

from pathlib import Path

import pytest
from crawling import FAST, scrapy
from sample_crawl import sample_crawl
from scrapy.exceptions import DropItem
from scrapy.utils.test import get_crawler
from stored_pages import make_page

from focused_crawler.contents import SeenContents
from focused_crawler.pipelines.content_seen import ContentSeenPipeline
from focused_crawler.sample_web import Response, serve
from focused_crawler.store import CrawlStore

HTML = (("Content-Type", "text/html"),)
COPIES = 12


@pytest.fixture
def pipeline() -> ContentSeenPipeline:
    stats = get_crawler().stats
    assert stats is not None
    return ContentSeenPipeline(SeenContents(), stats)


def test_second_page_with_a_content_is_dropped_and_counted(pipeline: ContentSeenPipeline):
    pipeline.process_item(make_page("http://a.test/", content_fingerprint=9))

    with pytest.raises(DropItem, match=r"http://b\.test/ has the content of http://a\.test/"):
        pipeline.process_item(make_page("http://b.test/", content_fingerprint=9))
    assert pipeline.stats.get_value("content_seen/dropped") == 1


def test_page_fetched_again_is_no_mirror_of_itself(pipeline: ContentSeenPipeline):
    for _ in range(2):
        page = make_page("http://a.test/", content_fingerprint=9, simhash=77)
        assert pipeline.process_item(page).near_duplicate_of is None


def test_near_duplicate_is_marked_with_the_first_page(pipeline: ContentSeenPipeline):
    pipeline.process_item(make_page("http://a.test/", content_fingerprint=1, simhash=0b1111))
    page = make_page("http://b.test/", content_fingerprint=2, simhash=0b1000)

    assert pipeline.process_item(page).near_duplicate_of == "http://a.test/"
    assert pipeline.stats.get_value("content_seen/near_duplicates") == 1


def test_items_of_other_kinds_pass(pipeline: ContentSeenPipeline):
    assert pipeline.process_item({"name": "value"}) == {"name": "value"}


class MirroredWeb:
    """A start page that links to the same page on many hosts, all sent at the same moment."""

    def response(self, url: str, *, attempt: int = 1) -> Response:
        if url.endswith("/copy.html"):
            text = "<h1>Stone bridges</h1><p>bridge river stone arch span cable pier deck</p>"
            html = f"{text}<a href='behind.html'>another bridge</a>"
            return Response(200, HTML, html.encode(), delay=0.2)
        links = "".join(
            f"<a href='http://h{number}.example/copy.html'>bridge {number}</a>"
            for number in range(COPIES * url.endswith("start.html"))
        )
        html = f"<title>Bridges</title><h1>Bridges</h1><p>bridge arch river at {url}</p>{links}"
        return Response(200, HTML, html.encode())

    def robots(self, host: str) -> str:
        return ""


def test_of_mirrors_under_way_together_one_gives_an_item_and_links(tmp_path: Path):
    seed = "http://seed.example/start.html"
    with serve(MirroredWeb()) as served:  # type: ignore[arg-type]
        ended = scrapy(
            "crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={seed}", *FAST,
            "-s", f"CONCURRENT_REQUESTS={COPIES}", "-s", "JOBDIR=job",
            cwd=tmp_path, proxy=served.proxy,
        )  # fmt: skip
        fetched = served.fetched

    assert ended.returncode == 0, ended.stderr
    assert sum(url.endswith("/copy.html") for url in fetched) == COPIES
    assert sum(url.endswith("/behind.html") for url in fetched) == 1
    with CrawlStore.read(tmp_path / "job" / "crawl.db") as store:
        assert store.counts()[0] == 3
        reasons = [failure.reason for failure in store.failures()]
    assert len(reasons) == COPIES - 1
    assert all(reason.startswith("same content as http://h") for reason in reasons)


def test_no_content_of_the_sample_web_is_stored_twice():
    crawl = sample_crawl()
    with CrawlStore.read(crawl.database) as store:
        urls = [url for url, _, _ in store.fingerprints()]
    known = [crawl.web.pages[url] for url in urls if url in crawl.web.pages]
    contents = [page.copy_of or page.url for page in known if page.kind in ("mirror", "article")]

    mirrored = {page.copy_of for page in crawl.web.pages.values() if page.kind == "mirror"}
    assert mirrored & set(contents), "the crawl must have met something that is mirrored"
    assert len(contents) == len(set(contents))


def test_near_duplicates_of_the_sample_web_are_stored_with_the_page_read_before():
    crawl = sample_crawl()
    with CrawlStore.read(crawl.database) as store:
        urls = [url for url, _, _ in store.fingerprints()]
        marks = {url: page.near_duplicate_of for url in urls if (page := store.page(url))}
    marked = {url: first for url, first in marks.items() if first}

    assert any(crawl.web.pages[url].copy_of == first or crawl.web.pages[first].copy_of == url
               for url, first in marked.items())  # fmt: skip
    assert all(urls.index(first) < urls.index(url) for url, first in marked.items())
