"""Nobody looks without leave, nothing changes without the token, crawled text does nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from dashboard_server import Dashboard, dashboard
from stored_pages import SEED, make_page

from focused_crawler.dashboard.app import ROUTES
from focused_crawler.items import BlockRecord, LinkRecord
from focused_crawler.store import CrawlStore

CHANGING = [route.path for route in ROUTES if "POST" in (route.methods or ())]
SCRIPT = "<script>document.title='owned'</script>"
HOSTILE = f'"><img src=x onerror=alert(1)>{SCRIPT}\u202egpj.exe'


@pytest.fixture
def crawls(tmp_path: Path) -> Path:
    store = CrawlStore(tmp_path / "evil" / "crawl.db")
    link = LinkRecord("javascript:alert(1)", 0, HOSTILE, 0.5, 0, {HOSTILE: 0.5})
    block = BlockRecord(0, HOSTILE, HOSTILE, 1, None, 0.9, f"{HOSTILE} text {HOSTILE}")
    store.save(
        make_page(
            SEED, title=HOSTILE, reason=HOSTILE, blocks=[block], links=[link], language=HOSTILE
        )
    )
    store.save_tunnel(SEED, length=1, path=["javascript:alert(2)", SEED])
    store.save_failure(f"http://x/{HOSTILE}", HOSTILE)
    store.set_meta(
        topic=HOSTILE, method=HOSTILE, seeds=["javascript:alert(3)"], stop_reason=HOSTILE
    )
    store.close()
    return tmp_path


@pytest.fixture
def open_dashboard(crawls: Path) -> Iterator[Dashboard]:
    with dashboard(crawls) as served:
        yield served


@pytest.fixture
def closed_dashboard(crawls: Path) -> Iterator[Dashboard]:
    with dashboard(crawls, host="0.0.0.0", access_token="open sesame") as served:
        yield served


def test_some_routes_change_something() -> None:
    assert len(CHANGING) >= 6


@pytest.mark.parametrize("path", CHANGING)
@pytest.mark.parametrize("fields", [{}, {"form_token": "guess"}], ids=["none", "wrong"])
def test_form_without_its_token_changes_nothing(
    open_dashboard: Dashboard, path: str, fields: dict[str, str]
) -> None:
    answer = open_dashboard.post(path.replace("{crawl}", "evil"), fields)
    assert answer.status == 403
    assert "Nothing was changed" in answer.text


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_form_from_another_site_is_refused_even_with_the_token(
    open_dashboard: Dashboard, headers: dict[str, str]
) -> None:
    fields = {"form_token": open_dashboard.config.form_token, "topic": "x"}
    assert open_dashboard.post("/crawls", fields, **headers).status == 403


def test_name_that_was_made_to_point_here_is_refused(open_dashboard: Dashboard) -> None:
    assert open_dashboard.get("/", Host="evil.example:8300").status == 421
    assert open_dashboard.get("/", Host="localhost:8300").status == 200


def test_nothing_is_shown_without_the_access_token(closed_dashboard: Dashboard) -> None:
    for path in ("/", "/crawls/evil", "/crawls/evil/export/csv", "/nothing"):
        answer = closed_dashboard.get(path)
        assert answer.status == 401
        assert "evil" not in answer.text


def test_form_token_alone_does_not_open_the_door(closed_dashboard: Dashboard) -> None:
    assert closed_dashboard.act("/crawls", topic="x").status == 401


def test_access_token_is_taken_once_and_kept_where_no_script_reads_it(
    closed_dashboard: Dashboard,
) -> None:
    answer = closed_dashboard.get("/topics?token=open+sesame")
    assert (answer.status, answer.headers["location"]) == (303, "/topics")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert closed_dashboard.get("/topics", Cookie=cookie.split(";")[0]).status == 200


def test_access_token_can_be_typed(closed_dashboard: Dashboard) -> None:
    assert closed_dashboard.post("/sign-in", {"token": "open sesame"}).status == 303
    assert "not the token" in closed_dashboard.post("/sign-in", {"token": "guess"}).text


def test_signing_in_leads_to_no_other_site(closed_dashboard: Dashboard) -> None:
    answer = closed_dashboard.get("//evil.example/?token=open+sesame")
    assert not answer.headers["location"].startswith(("//", "/\\", "http"))


@pytest.mark.parametrize(
    "path",
    ["", "/pages?kind=all", f"/page?url={SEED}", "/topic", "/graph", "/report.html",
     "/pages?q=text&host=%22%3E%3Cscript%3E", "/page?url=%22%3E%3Cscript%3Ex&told=%3Cscript%3E"],
)  # fmt: skip
def test_crawled_text_is_text(open_dashboard: Dashboard, path: str) -> None:
    answer = open_dashboard.get(f"/crawls/evil{path}")
    assert answer.status in (200, 404)
    scripts = re.findall(r"<script[^>]*>", answer.text)
    assert scripts in ([], ['<script src="/static/dashboard.js" defer>'])
    assert "<img src=x" not in answer.text
    assert not re.search(r"""href=["']?\s*javascript:""", answer.text)
    assert "\u202e" not in answer.text
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'unsafe" not in policy


def test_every_answer_carries_the_policy(open_dashboard: Dashboard) -> None:
    for path in ("/", "/nothing", "/static/dashboard.js", "/crawls/evil/export/rss"):
        headers = open_dashboard.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", ["..", "%2e%2e", "..%2fevil", "%2fetc", "evil%00", "."])
def test_only_folders_of_crawls_can_be_named(open_dashboard: Dashboard, name: str) -> None:
    assert open_dashboard.get(f"/crawls/{name}").status == 404


def test_form_that_is_too_long_is_refused(open_dashboard: Dashboard) -> None:
    assert open_dashboard.act("/topics/save", urls="x" * 2_000_000).status == 403
