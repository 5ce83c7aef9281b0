"""The archive holds the relevant pages, as they were sent, and no secrets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from crawling import FAST, SmallWeb, scrapy
from sample_crawl import sample_crawl
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler
from stored_pages import make_page

from focused_crawler.crawl import CrawlError
from focused_crawler.extensions.archive import (
    ArchiveExtension,
    archive_path,
    request_message,
    response_message,
)
from focused_crawler.sample_web import serve
from focused_crawler.warc import WarcFile

warcio = pytest.importorskip("warcio.archiveiterator")


def archived(path: Path) -> dict[str, tuple[str, bytes]]:
    """(status line, body) of each response, by URL."""
    pages = {}
    with path.open("rb") as stream:
        for record in warcio.ArchiveIterator(stream, check_digests="raise"):
            if record.rec_type == "response":
                url = record.rec_headers.get_header("WARC-Target-URI")
                status = record.http_headers.get_statuscode()
                pages[url] = (status, record.content_stream().read())
    return pages


def make_extension(path: Path) -> ArchiveExtension:
    stats = get_crawler().stats
    assert stats is not None
    return ArchiveExtension(WarcFile(path, {}), stats)


def make_response(url: str = "http://a.test/x?y=1") -> HtmlResponse:
    headers = {
        "Content-Type": "text/html",
        "Transfer-Encoding": "chunked",
        "Set-Cookie": ["a", "b"],
    }
    return HtmlResponse(url, body=b"<p>iron", headers=headers, request=Request(url))


def test_name_of_an_archive_stays_in_the_crawl_folder_and_a_path_goes_anywhere(tmp_path: Path):
    folder = tmp_path / "job"
    assert archive_path(folder, "a/../pages.warc") == folder / "a/../pages.warc"
    assert archive_path(folder, str(tmp_path / "pages.warc")) == tmp_path / "pages.warc"
    for name in ("../pages.warc", "a/../../x/pages.warc"):
        with pytest.raises(CrawlError, match="leads out of the crawl folder; give a name inside"):
            archive_path(folder, name)


def test_crawl_archives_exactly_the_pages_of_the_feed():
    crawl = sample_crawl()
    assert crawl.ended.returncode == 0, crawl.ended.stderr
    pages = archived(crawl.database.with_name("pages.warc.gz"))
    lines = (crawl.folder / "out.jsonl").read_text("utf-8").splitlines()

    assert set(pages) == {json.loads(line)["url"] for line in lines}
    assert len(pages) > 50
    plain = [url for url in pages if url in crawl.web.pages and not crawl.web.pages[url].fault]
    assert all(pages[url] == ("200", crawl.web.pages[url].body) for url in plain)


def test_resumed_crawl_goes_on_in_the_same_file(tmp_path: Path):
    web = SmallWeb(pages=30)
    with serve(web) as served:  # type: ignore[arg-type]
        for pages in (10, 30):
            ended = scrapy(
                "crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}", *FAST,
                "-a", f"max_pages={pages}", "-s", "JOBDIR=job", "-s", "WARC_FILE=a.warc",
                "-s", "TOPIC_THRESHOLD=0.01",
                cwd=tmp_path, proxy=served.proxy,
            )  # fmt: skip
            assert ended.returncode == 0, ended.stderr
    with (tmp_path / "job" / "a.warc").open("rb") as stream:
        kinds = [record.rec_type for record in warcio.ArchiveIterator(stream)]

    assert kinds.count("warcinfo") == 1
    assert kinds.count("response") == len(archived(tmp_path / "job" / "a.warc")) == 30


def test_file_that_is_no_archive_ends_the_crawl_before_it_begins(tmp_path: Path):
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    ended = scrapy(
        "crawl", "focused", "-a", "topic=iron-ore", "-s", f"WARC_FILE={notes}", cwd=tmp_path
    )

    assert ended.returncode != 0
    assert "WARC_FILE" in ended.stderr
    assert "name another file" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert notes.read_text() == "mine"


def test_irrelevant_pages_and_other_items_are_left_out(tmp_path: Path):
    extension = make_extension(tmp_path / "a.warc")
    extension.item_scraped(make_page("http://a.test/", is_relevant=False), make_response())
    extension.item_scraped({"name": "value"}, make_response())
    extension.item_scraped(make_page("http://a.test/"), None)
    extension.spider_closed()

    assert archived(tmp_path / "a.warc") == {}
    assert extension.stats.get_value("archive/written") is None


def test_disk_that_is_full_is_told_and_the_crawl_goes_on(tmp_path: Path, caplog):
    extension = make_extension(tmp_path / "a.warc")
    extension.warc._file.close()
    extension.warc._file = open("/dev/full", "ab", buffering=0)  # noqa: SIM115
    extension.item_scraped(make_page("http://a.test/"), make_response())
    extension.spider_closed()

    assert extension.stats.get_value("archive/failed") == 1
    assert "lacks http://a.test/x?y=1: No space left on device" in caplog.text


def test_request_is_kept_without_passwords():
    headers = {"Authorization": "Basic secret", "Accept": "text/html"}
    message = request_message(Request("http://user:word@a.test/x?y=1", headers=headers))

    assert message.start == "GET /x?y=1 HTTP/1.1"
    assert message.headers == [("Host", "a.test"), ("Accept", "text/html")]


def test_response_tells_the_length_of_the_body_it_has():
    message = response_message(make_response())

    assert message.start == "HTTP/1.1 200 OK"
    assert message.body == b"<p>iron"
    assert [value for name, value in message.headers if name == "Set-Cookie"] == ["a", "b"]
    names = {name for name, _ in message.headers}
    assert ("Content-Length", "7") in message.headers
    assert "Transfer-Encoding" not in names
