"""Each engine over real HTTP: its protocol, its key, and every way in which it can fail."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_server import EngineServer, reply, serving, text

from focused_crawler.engines import EngineError, make_engine, make_engines
from focused_crawler.topic.errors import TopicError

PAGES = [f"https://site{n}.test/ore" for n in range(30)]
RSS = "<rss><channel><item><title>Ore</title><link>https://a.test/</link></item></channel></rss>"
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Ore</title>
<link rel="self" href="https://x.test/"/><link href="https://a.test/"/></entry></feed>"""
DESCRIPTION = """<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<Url type="text/html" template="/page?q={searchTerms}"/>
<Url type="application/rss+xml; charset=utf-8" template="/rss?q={searchTerms}&amp;n={count?}"/>
</OpenSearchDescription>"""


def searxng(parameters: dict[str, str], headers: dict[str, str]) -> object:
    start = (int(parameters["pageno"]) - 1) * 10
    found = [
        {"url": url, "title": url, "engines": ["bing", "mojeek"]} for url in PAGES[start:][:10]
    ]
    return reply({"query": parameters["q"], "results": found, "unresponsive_engines": []})


def brave(parameters: dict[str, str], headers: dict[str, str]) -> object:
    if headers.get("x-subscription-token") != "secret":
        return reply({"type": "ErrorResponse"}, 401)
    start = int(parameters["offset"]) * 20
    return reply({"web": {"results": [{"url": u, "title": "t"} for u in PAGES[start:][:20]]}})


def google(parameters: dict[str, str], headers: dict[str, str]) -> object:
    if (parameters["key"], parameters["cx"]) != ("secret", "mine"):
        return reply({"error": {}}, 403)
    start = int(parameters["start"]) - 1
    found = [{"link": url, "title": "t"} for url in PAGES[start:][:10]]
    return reply({"items": found} if found else {})


@pytest.fixture
def server() -> Iterator[EngineServer]:
    routes = {
        "/search": searxng,
        "/brave": brave,
        "/google": google,
        "/list": lambda p, h: reply({"data": {"items": [{"address": u} for u in PAGES]}}),
        "/any": lambda p, h: reply({"n": 1, "hits": [{"id": 1, "link": u} for u in PAGES]}),
        "/suggest": lambda p, h: reply([p["q"], ["Ore"], [""], ["https://a.test/"]]),
        "/rss": lambda p, h: text(RSS, "application/rss+xml"),
        "/atom": lambda p, h: text(ATOM, "application/atom+xml"),
        "/description": lambda p, h: text(DESCRIPTION, "application/opensearchdescription+xml"),
        "/html": lambda p, h: text("<p>Sign in</p>"),
        "/garbage": lambda p, h: text("\x00\x01 not json"),
        "/empty": lambda p, h: reply({"results": []}),
        "/quota": lambda p, h: text("slow down", status=429),
        "/broken": lambda p, h: text("oops", status=500),
        "/off/search": lambda p, h: text("Forbidden", status=403),
        "/odd": lambda p, h: reply(
            {"results": [7, {"url": 1}, {"url": "ftp://a"}, {"url": "http://["}]}
        ),
    }
    with serving(routes) as running:  # type: ignore[arg-type]
        yield running


def test_searxng_pages_through_and_names_its_engines(server: EngineServer) -> None:
    results = make_engine(f"searxng:{server.url}/").search("iron ore", 25)
    assert [result.url for result in results] == PAGES[:25]
    assert results[0].sources == ("bing", "mojeek")
    assert [asked[1]["pageno"] for asked in server.asked] == ["1", "2", "3"]
    assert server.asked[0][1] == {"q": "iron ore", "format": "json", "pageno": "1"}


def test_brave_sends_its_key_in_a_header(
    server: EngineServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine({"engine": "brave", "url": f"{server.url}/brave"})
    with pytest.raises(EngineError, match="set BRAVE_API_KEY in the environment"):
        engine.search("ore", 5)
    monkeypatch.setenv("BRAVE_API_KEY", "secret")
    assert [r.url for r in engine.search("ore", 25)] == PAGES[:25]
    monkeypatch.setenv("BRAVE_API_KEY", "wrong-key")
    with pytest.raises(EngineError, match="401") as refused:
        engine.search("ore", 5)
    assert "wrong-key" not in str(refused.value)


def test_google_counts_results_from_one(
    server: EngineServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine({"engine": "google", "url": f"{server.url}/google"})
    monkeypatch.setenv("GOOGLE_API_KEY", "secret")
    with pytest.raises(EngineError, match="GOOGLE_CX"):
        engine.search("ore", 5)
    monkeypatch.setenv("GOOGLE_CX", "mine")
    assert [r.url for r in engine.search("ore", 100)] == PAGES
    assert [asked[1]["start"] for asked in server.asked] == ["1", "11", "21", "31"]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ({"url": "/list?q={searchTerms}", "results": "data.items", "link": "address"}, PAGES),
        ({"url": "/any?q={query}&n={count}"}, PAGES),
        ({"url": "/suggest?q={searchTerms}"}, ["https://a.test/"]),
        ({"url": "/rss?q={searchTerms}"}, ["https://a.test/"]),
        ({"url": "/atom?q={searchTerms}"}, ["https://a.test/"]),
        ({"url": "/empty?q={searchTerms}", "results": "results"}, []),
        ({"url": "/odd?q={searchTerms}", "results": "results", "link": "url"}, None),
    ],
)
def test_endpoints_by_configuration(
    server: EngineServer, spec: dict[str, str], expected: list[str] | None
) -> None:
    engine = make_engine({"engine": "json", **spec, "url": server.url + spec["url"]})
    if expected is None:
        with pytest.raises(EngineError, match="no list of results"):
            engine.search("iron ore", 30)
    else:
        assert [result.url for result in engine.search("iron ore", 30)] == expected
        assert "iron ore" in server.asked[0][1].values()


def test_opensearch_description_leads_to_its_feed(server: EngineServer) -> None:
    engine = make_engine(f"opensearch:{server.url}/description")
    assert [result.url for result in engine.search("iron ore", 30)] == ["https://a.test/"]
    assert server.asked[1][:2] == ("/rss", {"q": "iron ore", "n": "30"})


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/garbage", "not JSON"),
        ("/html", "neither JSON nor a feed"),
        ("/quota", "HTTP 429: too many requests or the quota is used up"),
        ("/broken", "HTTP 500"),
        ("/none", "HTTP 404"),
        ("/slow", "no answer within 0.4 s"),
        ("/drip", "no answer within 0.4 s"),
    ],
)
def test_failures_are_one_line(server: EngineServer, path: str, reason: str) -> None:
    spec = {"engine": "json", "url": f"{server.url}{path}?q={{query}}", "seconds": 0.4}
    with pytest.raises(EngineError) as failed:
        make_engine(spec).search("ore", 5)
    assert reason in str(failed.value) and "\n" not in str(failed.value)


def test_engine_that_is_down_is_told_from_one_that_is_slow() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(EngineError, match="not reached: Connection refused"):
        make_engine(f"searxng:http://127.0.0.1:{port}").search("ore", 5)


def test_searxng_without_json_says_what_to_change(server: EngineServer) -> None:
    with pytest.raises(EngineError, match=r"add json to `search: formats:` in the settings\.yml"):
        make_engine(f"searxng:{server.url}/off").search("ore", 5)


def test_odd_results_of_searxng_are_passed_over(server: EngineServer) -> None:
    server.routes["/search"] = server.routes["/odd"]
    assert make_engine(f"searxng:{server.url}").search("ore", 5) == []


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("altavista", "unknown engine 'altavista'; there are searxng, ddgs"),
        ("searxng", "searxng: missing 1 required positional argument: 'url'"),
        ({"engine": "brave", "kee": 1}, "brave: got an unexpected keyword argument 'kee'"),
        ({"url": "x"}, "unknown engine None"),
    ],
)
def test_wrong_configuration_names_the_setting(spec: object, message: str) -> None:
    with pytest.raises(TopicError) as refused:
        make_engine(spec)  # type: ignore[arg-type]
    assert message in str(refused.value) and str(refused.value).startswith("SEARCH_ENGINES: ")


def test_no_engine_at_all_says_how_to_name_one() -> None:
    with pytest.raises(TopicError, match="name some in SEARCH_ENGINES or with --engine"):
        make_engines([])


STAND_IN = """
import json, urllib.request
class DDGS:
    def __init__(self, timeout): self.timeout = timeout
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def text(self, query, backend, max_results):
        if backend == "broken":
            raise RuntimeError("202 Ratelimit")
        if backend == "offline":
            raise RuntimeError("DNSError: DNSError('error sending request > no records found')")
        with urllib.request.urlopen(f"{URL}/any?q={query}", timeout=self.timeout) as answer:
            hits = json.load(answer)["hits"]
        return [{"href": hit["link"], "title": backend, "body": ""} for hit in hits]
"""


def test_ddgs_asks_one_backend_at_a_time(
    server: EngineServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ddgs.py").write_text(f"URL = {server.url!r}\n{STAND_IN}")
    monkeypatch.syspath_prepend(tmp_path)
    results = make_engine("ddgs:mojeek").search("ore", 3)
    assert [(result.url, result.sources) for result in results] == [
        (url, ("mojeek",)) for url in PAGES[:3]
    ]
    with pytest.raises(EngineError, match=r"no results \(202 Ratelimit\)"):
        make_engine("ddgs:broken").search("ore", 3)
    with pytest.raises(EngineError, match=r"^no results \(its host was not found; check the netw"):
        make_engine("ddgs:offline").search("ore", 3)


def test_ddgs_that_is_not_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ddgs", None)
    with pytest.raises(EngineError, match="pip install ddgs"):
        make_engine("ddgs").search("ore", 3)
