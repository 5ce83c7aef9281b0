from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

import pytest
from guarded_crawl import Answer, crawl, serve
from scrapy.http import Headers
from scrapy.utils.test import get_crawler

from focused_crawler.middlewares.bodies import BodyGuard

ENDLESS = 64 * 1024 * 1024


def endless() -> Iterator[bytes]:
    for _ in range(ENDLESS // 65536):
        yield b"x" * 65536


def answer_with(
    content_type: str | None, body: bytes = b"<p>page</p>", status: int = 200
) -> Answer:
    return Answer(body, status, {"Content-Type": content_type} if content_type else {})


def test_body_of_another_type_is_not_downloaded_and_makes_no_noise():
    with serve(lambda path: Answer(endless, 200, {"Content-Type": "video/mp4"})) as web:
        result = crawl("http://a.example/clip", proxy=f"http://127.0.0.1:{web.port}")
    assert web.sent < ENDLESS / 4
    assert result.errors == {"http://a.example/clip": "IgnoreRequest"}
    assert result.stats["guard/content_type"] == 1
    assert "log_count/ERROR" not in result.stats
    assert "Traceback" not in result.log


def test_redirects_retries_errors_and_robots_are_told_by_status_and_not_by_type():
    compressed = gzip.compress(json.dumps({"error": "busy"}).encode())
    kinds = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    asked: list[str] = []

    def answer(path: str) -> Answer:
        asked.append(path)
        if path == "/robots.txt":
            return answer_with("application/octet-stream", b"User-agent: *\nDisallow: /closed")
        if path == "/moved":
            return Answer(b"{}", 302, {"Location": "/page", "Content-Type": "application/json"})
        if path == "/busy" and asked.count("/busy") == 1:
            return Answer(compressed, 503, kinds)
        if path == "/missing":
            return Answer(compressed, 404, kinds)
        return Answer()

    with serve(answer) as web:
        urls = [f"http://a.example/{name}" for name in ("moved", "busy", "missing", "closed")]
        settings = {"ROBOTSTXT_OBEY": True}
        result = crawl(*urls, proxy=f"http://127.0.0.1:{web.port}", settings=settings)
    assert sorted(result.pages) == ["http://a.example/busy", "http://a.example/page"]
    assert result.errors["http://a.example/closed"] == "IgnoreRequest"
    assert result.stats["robotstxt/forbidden"] == 1
    assert result.stats["httperror/response_ignored_status_count/404"] == 1
    assert "guard/content_type" not in result.stats
    assert "log_count/ERROR" not in result.stats


def test_body_that_is_too_large_is_refused_without_an_error():
    def answer(path: str) -> Answer:
        return Answer(b"x" * 5000) if path == "/announced" else Answer(endless)

    with serve(answer) as web:
        urls = ("http://a.example/announced", "http://a.example/streamed")
        settings = {"DOWNLOAD_MAXSIZE": 4000}
        result = crawl(*urls, proxy=f"http://127.0.0.1:{web.port}", settings=settings)
    assert result.stats["guard/body_size"] == 2
    assert set(result.errors.values()) == {"IgnoreRequest"}
    assert "log_count/ERROR" not in result.stats
    assert web.sent < ENDLESS / 4


@pytest.mark.parametrize(
    ("value", "is_page"),
    [
        (None, True), ("", True), ("nonsense", True), ("text/html", True),
        ("Text/HTML; charset=utf-8", True), (" text/html ;x", True), ("text/html, text/html", True),
        ("application/xhtml+xml", True), ("text/plain", True), ("text/htmlx", False),
        ("image/png", False), ("application/pdf; name=text/html", False), ("text/css", False),
    ],
)  # fmt: skip
def test_type_is_read_as_servers_write_it(value: str | None, is_page: bool):
    guard = BodyGuard.from_crawler(get_crawler())
    headers = Headers({"Content-Type": value} if value is not None else {})
    assert guard.is_page(headers) == is_page
