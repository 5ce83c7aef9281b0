"""Scrapy's parts with less work do what Scrapy's own do."""

from __future__ import annotations

import gc
import logging
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from scrapy import Request, Spider
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse
from scrapy.logformatter import LogFormatter
from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.log import logformatter_adapter
from scrapy.utils.test import get_crawler

from focused_crawler.lean import LeanLogFormatter, LeanMetaRefresh, LeanStats

URL = "http://a.test/"
REFRESH = '<meta http-equiv="{}" content="0; url=/b"><p>moved</p>'


def response(html: str, encoding: str = "utf-8") -> HtmlResponse:
    return HtmlResponse(URL, body=html.encode(encoding), encoding=encoding, request=Request(URL))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32", "latin-1"])
@pytest.mark.parametrize("name", ["refresh", "ReFresh", "content-type"])
def test_refreshes_are_followed_as_scrapy_follows_them(name: str, encoding: str) -> None:
    crawler = get_crawler()
    lean, own = LeanMetaRefresh.from_crawler(crawler), MetaRefreshMiddleware.from_crawler(crawler)
    for page in (REFRESH.format(name), f"<!--{'x' * 5000}-->{REFRESH.format(name)}", "<p>"):
        answer = response(page, encoding)
        ours, theirs = (m.process_response(Request(URL), answer) for m in (lean, own))
        assert ours.url == theirs.url
        assert type(ours) is type(theirs)


@pytest.fixture(params=[logging.DEBUG, "INFO", "WARNING"])
def formatter(request: pytest.FixtureRequest) -> LeanLogFormatter:
    return LeanLogFormatter.from_crawler(get_crawler(settings_dict={"LOG_LEVEL": request.param}))


def lines(formatter: LogFormatter) -> Iterator[Any]:
    spider, answer = Spider("ore"), response("<p>")
    yield formatter.crawled(Request(URL), answer, spider)
    yield formatter.scraped({"url": URL}, answer, spider)
    for level in ("DEBUG", "INFO", "WARNING", "ERROR"):
        yield formatter.dropped({"url": URL}, DropItem("no ore", level), answer, spider)


def test_lines_that_are_seen_are_those_of_scrapy(formatter: LeanLogFormatter) -> None:
    for made, own in zip(lines(formatter), lines(LogFormatter()), strict=True):
        is_seen = own["level"] >= formatter.level
        assert (made is not None) == is_seen
        if is_seen:
            assert logformatter_adapter(made)[:2] == logformatter_adapter(own)[:2]


class Page:
    """Something that a dropped item is made of."""


def drop(formatter: LogFormatter) -> weakref.ref[Page]:
    """Drop a page as Scrapy's scraper does."""
    page = Page()
    try:
        raise DropItem("not relevant", "DEBUG")
    except DropItem as error:
        line = formatter.dropped({"page": page}, error, None, Spider("ore"))
        assert line is None or line["args"]
    return weakref.ref(page)


def test_dropped_pages_go_without_garbage_collection() -> None:
    gc.disable()
    try:
        assert drop(LogFormatter())() is not None, "Scrapy has mended it: LeanLogFormatter can go"
        assert drop(LeanLogFormatter(logging.INFO))() is None
    finally:
        gc.enable()


def test_stats_are_those_of_scrapy() -> None:
    collectors = [LeanStats(get_crawler()), MemoryStatsCollector(get_crawler())]
    for stats in collectors:
        stats.inc_value("pages")
        stats.inc_value("pages", 2)
        stats.max_value("depth", 3)
        stats.set_value("topic", "iron-ore")
    assert collectors[0].get_stats() == collectors[1].get_stats() == {
        "pages": 3, "depth": 3, "topic": "iron-ore",
    }  # fmt: skip
