from __future__ import annotations

from ipaddress import IPv4Address

import pytest
from guarded_crawl import Answer, Crawl, Web, crawl, serve
from scrapy import Request
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from focused_crawler.middlewares.guards import AddressGuard, HostBudget, TrapGuard, UrlGuard


def proxied(web: Web, *urls: str, is_following: bool = False, **settings: object) -> Crawl:
    proxy = f"http://127.0.0.1:{web.port}"
    return crawl(*urls, proxy=proxy, settings=settings, is_following=is_following)


def refused(result: Crawl) -> dict[str, int]:
    prefix = "guard/"
    return {k.removeprefix(prefix): v for k, v in result.stats.items() if k.startswith(prefix)}


def test_private_addresses_are_refused_as_seeds_and_as_links_behind_a_proxy():
    links = (
        "http://127.0.0.1/secret", "http://127.1/secret", "http://2130706433/secret",
        "http://[::1]/secret", "http://localhost/secret", "http://metadata.google.internal/secret",
        "http://0x7f.0.0.1/secret", "file:///etc/hostname",
    )  # fmt: skip
    page = "".join(f'<a href="{link}">x</a>' for link in links).encode()
    with serve(lambda path: Answer(page)) as web:
        result = proxied(web, "http://a.example/", "http://10.0.0.1/secret", is_following=True)
    assert web.targets == ["http://a.example/"]
    assert result.pages == ["http://a.example/"]
    assert refused(result) == {"private_address": len(links), "scheme": 1}
    assert "log_count/ERROR" not in result.stats


@pytest.mark.parametrize("host", ["127.0.0.1", "[::ffff:127.0.0.1]", "localhost"])
def test_redirect_to_a_private_address_is_refused(host: str):
    def answer(path: str) -> Answer:
        target = f"http://{host}:{web.port}/secret{path[1:]}"
        return Answer(b"", 302, {"Location": target}) if path[1:].isdigit() else Answer()

    with serve(answer) as web:
        urls = [f"http://a.example/{n}" for n in range(3)]
        result = proxied(web, "http://a.example/ok", *urls)
    assert sorted(web.paths) == ["/0", "/1", "/2", "/ok"]
    assert result.pages == ["http://a.example/ok"]
    assert refused(result) == {"private_address": 3}
    assert result.log.count("PRIVATE_ADDRESSES_ALLOWED = True would allow it") == 1
    assert set(result.errors.values()) == {"IgnoreRequest"}


def test_redirect_is_followed_to_a_private_address_when_allowed():
    def answer(path: str) -> Answer:
        target = f"http://127.0.0.1:{web.port}/there"
        return Answer(b"", 302, {"Location": target}) if path == "/here" else Answer()

    with serve(answer) as web:
        url = f"http://127.0.0.1:{web.port}/here"
        result = crawl(url, settings={"PRIVATE_ADDRESSES_ALLOWED": True})
    assert web.paths == ["/here", "/there"]
    assert refused(result) == {}


def test_urls_that_cannot_be_pages_are_refused_also_after_a_redirect():
    def answer(path: str) -> Answer:
        targets = {"/moved": "/photo.jpg", "/grown": "/?q=" + "long" * 20}
        return Answer(b"", 301, {"Location": targets[path]}) if path in targets else Answer()

    with serve(answer) as web:
        result = proxied(
            web,
            "http://a.example/moved",
            "http://a.example/paper.pdf",
            "http://a.example/x/x/x",
            "http://a.example/1/2/3/4",
            "http://a.example/Image.jpg.htm",
            "http://a.example/grown",
            GUARD_PATH_DEPTH=3,
            URLLENGTH_LIMIT=80,
        )
    assert sorted(web.paths) == ["/Image.jpg.htm", "/grown", "/moved"]
    assert refused(result) == {"suffix": 2, "path_repeats": 1, "path_depth": 1, "url_length": 1}


def test_robots_txt_of_a_private_host_is_not_asked_for_and_not_counted():
    with serve(lambda path: Answer()) as web:
        result = proxied(
            web,
            "http://10.0.0.1/",
            "http://a.example/x/x/x",
            "http://a.example/",
            ROBOTSTXT_OBEY=True,
        )
    assert web.targets == ["http://a.example/robots.txt", "http://a.example/"]
    assert refused(result) == {"private_address": 1, "path_repeats": 1}


def test_host_gives_no_more_pages_than_its_budget():
    with serve(lambda path: Answer()) as web:
        urls = [f"http://{host}.example/{n}" for host in "ab" for n in "vwxyz"]
        result = proxied(
            web, *urls, GUARD_HOST_PAGES=2, CONCURRENT_REQUESTS_PER_DOMAIN=1, CONCURRENT_REQUESTS=1
        )
    assert sorted(url[7] for url in result.pages) == ["a", "a", "b", "b"]
    assert refused(result) == {"host_pages": 6}


def test_endless_calendar_ends():
    def answer(path: str) -> Answer:
        day = int(path.rpartition("/")[2] or 0)
        links = "".join(f'<a href="/calendar/{day + n}">x</a>' for n in (1, 7, 30))
        return Answer(links.encode())

    with serve(answer) as web:
        result = proxied(web, "http://a.example/", is_following=True, GUARD_SHAPE_PAGES=10)
    assert result.stats["finish_reason"] == "finished"
    assert 10 < len(web.asked) < 80
    assert refused(result)["shape"] > 0


def test_page_through_a_proxy_may_come_from_a_private_peer_but_a_direct_one_may_not():
    guard = AddressGuard.from_crawler(get_crawler())
    response = Response("http://a.example/", ip_address=IPv4Address("10.0.0.1"))
    by_proxy = Request("http://a.example/", meta={"proxy": "http://10.0.0.1:3128"})
    assert guard.process_response(by_proxy, response) is response
    with pytest.raises(IgnoreRequest, match="PRIVATE_ADDRESSES_ALLOWED"):
        guard.process_response(Request("http://a.example/"), response)


def test_page_cannot_lead_to_the_machine_of_a_proxy():
    guard = AddressGuard.from_crawler(get_crawler())
    proxy = "user:secret@Gateway.example:3128"
    guard.process_request(Request("http://a.example/", meta={"proxy": proxy}))
    with pytest.raises(IgnoreRequest):
        guard.process_request(Request("https://gateway.example:8443/admin"))


def test_relevant_item_keeps_its_shape_open():
    class Page:
        url, is_relevant = "http://a.example/1", True

    guard = TrapGuard.from_crawler(get_crawler(settings_dict={"GUARD_SHAPE_PAGES": 1}))
    request = Request("http://a.example/2")
    guard.response_received(Response("http://a.example/1"))
    with pytest.raises(IgnoreRequest, match="GUARD_SHAPE_PAGES"):
        guard.process_request(request)
    guard.item_scraped(Page())
    guard.process_request(request)


@pytest.mark.parametrize(
    ("guard", "settings"),
    [
        (AddressGuard, {"PRIVATE_ADDRESSES_ALLOWED": True}),
        (HostBudget, {}),
        (HostBudget, {"GUARD_HOST_PAGES": 0}),
        (TrapGuard, {"GUARD_SHAPE_PAGES": 0}),
    ],
)
def test_guard_that_is_switched_off_bows_out(guard: type, settings: dict[str, object]):
    with pytest.raises(NotConfigured):
        guard.from_crawler(get_crawler(settings_dict=settings))  # type: ignore[attr-defined]


def test_suffixes_and_schemes_come_from_the_settings():
    settings = {"GUARD_SUFFIXES": ["htm"], "GUARD_SCHEMES": "https"}
    guard = UrlGuard.from_crawler(get_crawler(settings_dict=settings))
    guard.process_request(Request("https://a.example/photo.jpg"))
    for url in ("https://a.example/page.htm", "http://a.example/"):
        with pytest.raises(IgnoreRequest):
            guard.process_request(Request(url))
