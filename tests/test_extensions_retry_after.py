from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime
from itertools import pairwise
from types import SimpleNamespace

import pytest
from guarded_crawl import Answer, crawl, serve
from hypothesis import given, settings
from hypothesis import strategies as st
from scrapy import Request
from scrapy.core.downloader import Slot
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from focused_crawler.extensions.retry_after import RetryAfter, retry_after

NOW = datetime(2030, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0), (" 30 ", 30.0), ("Tue, 01 Jan 2030 00:01:00 GMT", 60.0),
        ("Mon, 31 Dec 2029 23:00:00 GMT", 0.0), ("Tue, 01 Jan 2030 00:01:00 -0000", 60.0),
        ("soon", None), ("", None), ("-5", None), ("1.5", None), ("²", None),
    ],
)  # fmt: skip
def test_header_is_a_number_of_seconds_or_a_date(value: str, seconds: float | None):
    assert retry_after(value, NOW) == seconds


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=40), st.datetimes().map(lambda d: format_datetime(d))))
def test_any_header_gives_seconds_or_nothing(value: str):
    seconds = retry_after(value, NOW)
    assert seconds is None or seconds >= 0


def paused(status: int, header: str | None) -> tuple[RetryAfter, Slot]:
    slot = Slot(concurrency=1, delay=0.0, jitter=0.0)
    crawler = get_crawler()
    crawler.engine = SimpleNamespace(downloader=SimpleNamespace(slots={"a.example": slot}))
    extension = RetryAfter.from_crawler(crawler)
    response = Response("http://a.example/", status=status)
    if header is not None:
        response.headers["Retry-After"] = header
    extension.response_downloaded(
        response, Request(response.url, meta={"download_slot": "a.example"})
    )
    return extension, slot


@pytest.mark.parametrize("status", [429, 503])
def test_host_that_asks_for_a_pause_is_paused(status: int):
    extension, slot = paused(status, "60")
    assert extension.is_paused("a.example")
    assert not extension.is_paused("b.example")
    slot.lastseen -= 61
    assert not extension.is_paused("a.example")


@pytest.mark.parametrize(("status", "header"), [(200, "60"), (503, None), (429, "x"), (429, "0")])
def test_other_answers_pause_nothing(status: int, header: str | None):
    extension, slot = paused(status, header)
    assert not extension.is_paused("a.example")
    assert slot.delay == 0.0


def test_pause_is_no_longer_than_the_setting():
    extension, slot = paused(429, "86400")
    assert extension.is_paused("a.example")
    slot.lastseen -= 121
    assert not extension.is_paused("a.example")


def test_zero_switches_pauses_off():
    with pytest.raises(NotConfigured):
        RetryAfter.from_crawler(get_crawler(settings_dict={"GUARD_RETRY_AFTER": 0}))


def test_crawl_leaves_a_busy_host_alone_and_goes_on_with_others():
    def answer(path: str) -> Answer:
        is_first = web.paths.count(path) == 1
        if path == "/busy" and is_first:
            return Answer(b"later", 429, {"Retry-After": "1", "Content-Type": "text/plain"})
        return Answer()

    with serve(answer) as web:
        urls = ["http://a.example/busy", *(f"http://a.example/{n}" for n in range(3))]
        urls += [f"http://b.example/{n}" for n in range(3)]
        one = {"CONCURRENT_REQUESTS_PER_DOMAIN": 1}
        result = crawl(*urls, proxy=f"http://127.0.0.1:{web.port}", settings=one)
    assert sorted(result.pages) == sorted(urls)
    assert result.stats["guard/host_paused"] == 1
    times = [time for time, _, target in web.asked if "a.example" in target]
    others = [time for time, _, target in web.asked if "b.example" in target]
    assert sum(later - time >= 0.99 for time, later in pairwise(times)) == 1
    assert max(others) - web.asked[0][0] < 0.9
