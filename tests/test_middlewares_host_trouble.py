"""Hosts in trouble are paused for longer each time; any good answer ends the trouble."""

from __future__ import annotations

from time import monotonic

import pytest
from scrapy import Request
from scrapy.core.downloader import Slot
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    IgnoreRequest,
    NotConfigured,
)
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from focused_crawler.middlewares.guards import Refusals
from focused_crawler.middlewares.host_trouble import OFFLINE_FAILURES, HostTrouble

URL = "http://a.example/page"


class Host:
    """One host with a download slot, and the middleware that watches it."""

    def __init__(self, *, failures: int = 20) -> None:
        self.slot = Slot(concurrency=2, delay=0.5, jitter=0.0)
        self.trouble = HostTrouble(
            {"a.example": self.slot}.get, Refusals(get_crawler().stats),
            longest=10.0, failures=failures, tries=8,
        )  # fmt: skip

    def answer(self, status: int) -> Request:
        request = self._request()
        self.trouble.process_response(request, Response(URL, status=status))
        return request

    def fail(self, error: Exception) -> Request:
        request = self._request()
        self.trouble.process_exception(request, error)
        return request

    def take_pause(self) -> float:
        """Seconds that the host is left alone from now on; they are over when this returns."""
        pause = max(0.0, self.slot.lastseen - monotonic())
        self.slot.lastseen = 0.0
        return pause

    def _request(self) -> Request:
        return Request(URL, meta={"download_slot": "a.example"})


def pauses(host: Host, count: int, status: int = 503) -> list[float]:
    found = []
    for _ in range(count):
        host.answer(status)
        found.append(host.take_pause())
    return found


def test_one_failure_is_the_pages_own() -> None:
    host = Host()
    request = host.answer(500)
    assert host.take_pause() == 0
    assert "max_retry_times" not in request.meta


def test_each_failure_in_a_row_doubles_the_pause_up_to_the_longest() -> None:
    assert pauses(Host(), 6) == pytest.approx([0, 2, 4, 8, 10, 10], abs=0.1)


def test_good_answer_ends_the_trouble() -> None:
    host = Host()
    pauses(host, 4)
    host.answer(200)
    assert pauses(host, 2) == pytest.approx([0, 2], abs=0.1)


def test_missing_page_is_no_trouble_of_its_host() -> None:
    assert pauses(Host(), 5, status=404) == [0] * 5


def test_failures_that_were_under_way_when_a_pause_began_do_not_lengthen_it() -> None:
    host = Host()
    for _ in range(6):
        host.answer(503)
    assert host.take_pause() == pytest.approx(2, abs=0.1)


def test_page_is_tried_longer_while_its_host_says_that_it_is_in_trouble() -> None:
    host = Host()
    host.answer(503)
    assert host.answer(503).meta["max_retry_times"] == 8
    assert host.fail(DownloadConnectionRefusedError()).meta["max_retry_times"] == 8
    assert "max_retry_times" not in host.fail(DownloadTimeoutError()).meta


def test_host_that_failed_too_often_is_refused_until_it_answers() -> None:
    host = Host(failures=3)
    request = Request("http://a.example/other")
    pauses(host, 2)
    host.trouble.process_request(request)
    pauses(host, 1)
    with pytest.raises(IgnoreRequest, match="failed too often in a row: HTTP status 503"):
        host.trouble.process_request(request)
    host.trouble.process_request(Request("http://b.example/"))
    host.answer(200)
    host.trouble.process_request(request)


def test_without_pauses_there_is_no_such_middleware() -> None:
    with pytest.raises(NotConfigured):
        HostTrouble.from_crawler(get_crawler(settings_dict={"GUARD_RETRY_AFTER": 0}))


def test_without_any_answer_so_far_nothing_waits_and_the_host_is_soon_given_up() -> None:
    host = Host()
    for _ in range(OFFLINE_FAILURES):
        host.trouble.process_request(host._request())
        host.fail(CannotResolveHostError())
        assert host.take_pause() == 0.0
    with pytest.raises(IgnoreRequest):
        host.trouble.process_request(host._request())


def test_once_any_host_has_answered_failures_are_waited_out() -> None:
    host = Host()
    host.answer(200)
    for _ in range(OFFLINE_FAILURES + 1):
        host.trouble.process_request(host._request())
        host.fail(CannotResolveHostError())
    assert host.take_pause() > 0.0


def test_failing_hosts_are_remembered_within_bounds() -> None:
    refusals = Refusals(get_crawler().stats)
    trouble = HostTrouble(
        lambda _: None, refusals, longest=10.0, failures=2, tries=8, hosts=3
    )  # fmt: skip
    trouble.process_response(Request(URL), Response(URL))
    for host in "abcdaefa":
        trouble.process_exception(Request(f"http://{host}.example/"), CannotResolveHostError(host))
    assert len(trouble) == 3
    trouble.process_request(Request("http://b.example/"))  # long ago
    with pytest.raises(IgnoreRequest, match="the host failed too often in a row"):
        trouble.process_request(Request("http://a.example/"))
