"""The dashboard in a real browser: act, watch, search, and stay unharmed by hostile pages.

Needs Playwright and a Chromium; accessibility needs axe-core (AXE_JS names its axe.min.js).
SCREENSHOTS names a folder to which pictures of every view, light and dark, are written.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from crawling import ROOT
from dashboard_server import Dashboard, dashboard
from large_crawl import make_large_crawl
from stored_pages import ORE, SEED, make_page

from focused_crawler.dashboard.folders import crawl_info
from focused_crawler.feedback import load_judgements
from focused_crawler.items import BlockRecord, LinkRecord
from focused_crawler.store import CrawlStore

playwright = pytest.importorskip(
    "playwright.sync_api", reason="no browser tests: pip install playwright"
)
pytestmark = pytest.mark.slow

MODULES = ROOT / "node_modules" / "axe-core" / "axe.min.js"
AXE = Path(os.environ.get("AXE_JS", MODULES))
HOSTILE = "<script>window.owned=1</script><img src=x onerror='window.owned=1'>"
PATIENCE = 90_000  # milliseconds
VIEWS = {
    "crawls": "/", "new-crawl": "/new", "topics": "/topics", "new-topic": "/topics/new",
    "topic": "/topics/iron-ore", "crawl": "/crawls/large", "pages": "/crawls/large/pages?q=furnace",
    "page": "/crawls/large/page?url=http%3A%2F%2Fwww.host-0.example%2Fpage%2F0.html",
    "learnt": "/crawls/large/topic", "graph": "/crawls/large/graph", "laboratory": "/laboratory",
    "hostile": f"/crawls/evil/page?url={quote(SEED, safe='')}", "missing": "/crawls/none",
}  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        try:
            running = started.chromium.launch(
                executable_path=shutil.which("chromium") or shutil.which("chromium-browser"),
                args=["--no-sandbox"],
            )
        except playwright.Error as error:
            pytest.skip(f"no browser tests, no Chromium starts: {str(error).splitlines()[0]}")
        yield running
        running.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    project = tmp_path_factory.mktemp("project")
    crawls = project / "crawls"
    (crawls / "large").mkdir(parents=True)
    make_large_crawl(crawls / "large", 1500)
    _hostile_crawl(crawls / "evil" / "crawl.db")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        patch.setenv("SCRAPY_SETTINGS_MODULE", "focused_crawler.settings")
        patch.chdir(project)
        with dashboard(crawls, topic_folders=(project / "data" / "topics",)) as running:
            yield running


def _hostile_crawl(database: Path) -> None:
    store = CrawlStore(database)
    block = BlockRecord(0, "heading", HOSTILE, 1, None, 0.9, f"{HOSTILE} and text")
    link = LinkRecord("javascript:window.owned=1", 0, "and text", 0.5, 0)
    store.save(make_page(SEED, title=HOSTILE, reason=HOSTILE, blocks=[block], links=[link]))
    store.set_meta(topic="evil", stop_reason=HOSTILE, seeds=[SEED], method=HOSTILE)
    store.close()


@pytest.fixture
def page(browser: Any, served: Dashboard) -> Iterator[Any]:
    context = browser.new_context(base_url=served.url, viewport={"width": 1280, "height": 900})
    tab = context.new_page()
    tab.set_default_timeout(PATIENCE)
    tab.troubles = []
    tab.on("console", lambda m: tab.troubles.append(m.text) if m.type == "error" else None)
    tab.on("pageerror", lambda error: tab.troubles.append(str(error)))
    yield tab
    context.close()


def test_person_starts_a_crawl_watches_it_judges_a_page_and_takes_it_along(
    page: Any, served: Dashboard
) -> None:
    page.goto("/")
    page.click("text=New crawl")
    page.fill("#topic", "iron-ore")
    page.fill("#max_pages", "2000")
    page.check("text=crawl the sample web")
    page.click("button:text-is('Start')")
    page.wait_for_selector(".facts")
    seen = page.inner_text(".facts li:first-child b")
    page.wait_for_function(
        "before => document.querySelector('.facts b').textContent !== before", arg=seen
    )
    page.click("button:text-is('Stop')")
    page.wait_for_selector("[data-state=ended]")
    page.wait_for_selector("h1 .state.ended")
    page.reload()
    assert page.inner_text(".facts li:first-child b") != seen
    assert page.locator("figure.chart").count() == 5
    folder = served.config.crawls / page.url.rsplit("/", 1)[-1]
    assert crawl_info(folder).state == "ended"

    page.click("nav.tabs >> text=Pages")
    page.fill("#q", "iron")
    page.press("#q", "Enter")
    page.wait_for_selector("mark")
    page.locator(".cards h2 a").nth(3).click()
    page.wait_for_selector(".blocks .block")
    page.click("button:has-text('Right')")
    page.wait_for_selector("text=judged right")
    assert [judged.is_right for judged in load_judgements(folder).values()] == [True]

    page.click("nav.tabs >> text=Overview")
    with page.expect_download() as download:
        page.click("a:text-is('CSV')")
    lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert len(lines) == crawl_info(folder).relevant + 1
    assert page.troubles == []


def test_hostile_page_does_nothing(page: Any) -> None:
    for path in ("/", "/crawls/evil", "/crawls/evil/pages", VIEWS["hostile"], "/crawls/evil/topic",
                 "/crawls/evil/graph", "/crawls/evil/report.html"):  # fmt: skip
        page.goto(path)
        assert page.evaluate("window.owned") is None
        assert page.locator("main script, main img").count() == 0
        assert page.locator("a[href^='javascript']").count() == 0
    page.goto(VIEWS["hostile"])
    page.click(".block a")
    assert page.evaluate("window.owned") is None


def test_values_under_the_pointer_are_told(page: Any) -> None:
    page.goto("/crawls/large")
    page.hover(".plot-box >> nth=0")
    assert "so far" in page.inner_text(".readout")
    assert page.troubles == []


def test_keyboard_reaches_everything(page: Any) -> None:
    page.goto("/crawls/large/pages")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    reached = set()
    for _ in range(14):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate("document.activeElement.name || document.activeElement.textContent")
        )
    assert {"Overview", "Graph", "q", "kind", "sort", "host"} <= reached


def test_chosen_theme_is_remembered(page: Any) -> None:
    page.goto("/")
    page.click("#theme")
    page.goto("/topics")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


@pytest.mark.parametrize("width", [360, 1600])
def test_nothing_is_wider_than_the_window(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in VIEWS.values():
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_barrier(browser: Any, served: Dashboard, theme: str) -> None:
    if not AXE.is_file():
        pytest.skip("no accessibility check: npm install axe-core, or name axe.min.js in AXE_JS")
    # The policy of our pages keeps the checker out as it does any other script.
    context = browser.new_context(base_url=served.url, color_scheme=theme, bypass_csp=True)
    tab = context.new_page()
    for name, path in VIEWS.items():
        tab.goto(path)
        tab.add_script_tag(path=str(AXE))
        found = tab.evaluate("axe.run().then(r => r.violations)")
        serious = [
            (v["id"], v["nodes"][0]["html"])
            for v in found
            if v["impact"] in ("serious", "critical")
        ]
        assert serious == [], name
    context.close()


SMALLEST_PICTURE = 5_000  # bytes; an empty page takes less


@pytest.mark.skipif("SCREENSHOTS" not in os.environ, reason="SCREENSHOTS names no folder")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_are_taken(browser: Any, served: Dashboard, theme: str) -> None:
    context = browser.new_context(
        base_url=served.url, color_scheme=theme, viewport={"width": 1280, "height": 900}
    )
    tab = context.new_page()
    for name, path in VIEWS.items():
        tab.goto(path)
        picture = tab.screenshot(path=Path(os.environ["SCREENSHOTS"]) / f"{name}-{theme}.png")
        assert len(picture) > SMALLEST_PICTURE, name
    context.close()


def test_page_of_a_stored_address_is_reached_by_typing_it(page: Any) -> None:
    page.goto(f"/crawls/evil/page?url={quote(ORE)}")
    assert "Unknown address" in page.inner_text("main")
