"""A request written as JSON and read back is the same request."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opened_crawl import QuietSpider
from scrapy import FormRequest, Request
from scrapy.http import JsonRequest

from focused_crawler.candidate import Candidate
from focused_crawler.fingerprints import url_fingerprint
from focused_crawler.request_fields import fields_of, request_key, request_of, returned_fields

URL = "http://a.example/page"
SPIDER = QuietSpider()


def read_back(request: Request) -> Request:
    fields = json.loads(json.dumps(fields_of(request, SPIDER)))
    return request_of(Candidate(request.url, request=fields), SPIDER)


def test_a_plain_request_needs_no_fields() -> None:
    assert fields_of(Request(URL), SPIDER) is None
    assert fields_of(Request(URL, priority=7, meta={"depth": 3, "candidate": {}}), SPIDER) is None


def test_everything_a_spider_can_say_survives() -> None:
    request = Request(
        URL, method="PUT", body=b"\xff\x00", headers={"X-Name": "caf\u00e9", "Accept": "text/html"},
        cookies={"session": "1"}, meta={"place": [1, {"a": None}]}, cb_kwargs={"n": 2},
        callback=SPIDER.parse_detail, errback=SPIDER.complain, flags=["f"], dont_filter=True,
        encoding="latin-1",
    )  # fmt: skip
    again = read_back(request)
    for name in ("url", "method", "body", "headers", "cookies", "cb_kwargs", "flags", "encoding"):
        assert getattr(again, name) == getattr(request, name), name
    assert (again.callback, again.errback) == (SPIDER.parse_detail, SPIDER.complain)
    assert again.meta["place"] == [1, {"a": None}]
    assert again.dont_filter


@given(st.dictionaries(st.sampled_from(["X-A", "X-B"]), st.text(max_size=8), min_size=1))
def test_header_bytes_survive_in_any_script(headers: dict[str, str]) -> None:
    clean = {name: value.encode("utf-8", "ignore") for name, value in headers.items()}
    assert read_back(Request(URL, headers=clean)).headers == Request(URL, headers=clean).headers


def test_kinds_of_requests_survive() -> None:
    form = read_back(FormRequest(URL, formdata={"q": "ore"}))
    assert (type(form), form.method, form.body) == (FormRequest, "POST", b"q=ore")
    data = read_back(JsonRequest(URL, data={"q": 1}))
    assert (type(data), data.body) == (JsonRequest, b'{"q": 1}')


@pytest.mark.parametrize(
    "request_made",
    [
        Request(URL, callback=lambda response: None),
        Request(URL, meta={"object": object()}),
        Request(URL, meta={"pair": (1, 2)}),
        Request(URL, cb_kwargs={"bytes": b"x"}),
    ],
)
def test_what_is_not_plain_data_is_refused(request_made: Request) -> None:
    with pytest.raises((TypeError, ValueError)):
        fields_of(request_made, SPIDER)


def test_a_callback_that_is_gone_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="parse_gone"):
        request_of(Candidate(URL, request={"callback": "parse_gone"}), SPIDER)


def test_the_depth_is_that_of_the_candidate() -> None:
    assert request_of(Candidate(URL, depth=4), SPIDER).meta["depth"] == 4


def returned(request: Request, **changes: Any) -> dict[str, Any]:
    return returned_fields(request.replace(**changes), fields_of(request, SPIDER))


def test_a_retried_request_keeps_its_fields_and_its_number_of_tries() -> None:
    request = Request(URL, headers={"X-A": "1"}, meta={"own": 1}, callback=SPIDER.parse_detail)
    fields = fields_of(request, SPIDER)
    request.headers["User-Agent"] = "added on the way"
    request.meta.update(retry_times=1, proxy="http://proxy.example", download_latency=0.1)
    assert returned_fields(request, fields) == {
        "headers": {"X-A": ["1"]},
        "meta": {"own": 1, "retry_times": 1},
        "callback": "parse_detail",
    }


def test_a_redirected_post_becomes_a_get_without_its_body() -> None:
    form = FormRequest(URL, formdata={"q": "ore"})
    request = form.replace(cls=Request)
    fields = returned_fields(
        request.replace(method="GET", body=b"", headers={}), fields_of(form, SPIDER)
    )
    assert fields == {"headers": {}, "meta": {}}


def test_credentials_taken_away_by_a_redirect_stay_away() -> None:
    request = Request(URL, headers={"Authorization": "secret", "X-A": "1"}, cookies={"s": "1"})
    fields = returned(request, headers={"X-A": "1"}, cookies=None)
    assert fields == {"headers": {"X-A": ["1"]}, "meta": {}}


def test_the_key_of_a_get_is_that_of_its_url() -> None:
    assert request_key(Request(URL + "?b=1&a=2")) == url_fingerprint(URL + "?a=2&b=1")


def test_requests_that_send_something_have_keys_of_their_own() -> None:
    get, one, two = Request(URL), *(FormRequest(URL, formdata={"q": q}) for q in "12")
    assert len({request_key(request) for request in (get, one, two)}) == 3
    assert request_key(one) == request_key(one.copy())
