"""Real crawls of pages that need JavaScript, with a real browser or server where there is one."""

from __future__ import annotations

import importlib.util
import os
import sqlite3
import urllib.request
from pathlib import Path

import pytest
from crawling import FAST, scrapy
from guarded_crawl import Answer
from guarded_crawl import serve as serve_answers
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from focused_crawler.crawl import CrawlError
from focused_crawler.middlewares.rendering import RenderingMiddleware
from focused_crawler.rendering.browser import installed_browser
from focused_crawler.sample_web import build_sample_web, serve

TOPIC = "iron-ore"
SPLASH = os.environ.get("SPLASH_URL", "http://127.0.0.1:8050")


def splash_answers() -> bool:
    try:
        with urllib.request.urlopen(f"{SPLASH}/_ping", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture(params=["playwright", "splash"])
def renderer(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    has_playwright = importlib.util.find_spec("playwright") and installed_browser()
    if name == "playwright" and not has_playwright:
        pytest.skip("no playwright with a Chromium on this machine; `make renderers` installs both")
    if name == "splash" and not splash_answers():
        pytest.skip(f"no Splash at {SPLASH}; `make splash` starts one")
    return name


def crawl(folder: Path, proxy: str, seeds: str, *options: str) -> str:
    done = scrapy(
        "crawl", "focused", "-a", f"topic={TOPIC}", "-a", f"seeds={seeds}", *FAST, "-s",
        "JOBDIR=job", "-s", f"SPLASH_URL={SPLASH}", "-s", "STATS_DUMP=1", "-L", "INFO", *options,
        cwd=folder, proxy=proxy,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def titles(folder: Path) -> dict[str, str]:
    database = sqlite3.connect(folder / "job" / "crawl.db")
    try:
        return dict(database.execute("SELECT url, title FROM pages"))
    finally:
        database.close()


def test_scripted_page_is_read_as_a_reader_sees_it(renderer: str, tmp_path: Path) -> None:
    web = build_sample_web()
    url = next(url for url in web.pages if "/script/i" in url)
    with serve(web, delays=False) as served:
        told = crawl(tmp_path, served.proxy, f"{url} {web.seeds(TOPIC)[0]}", "-a", "max_pages=8",
                     "-s", f"RENDERER={renderer}")  # fmt: skip
    stored = titles(tmp_path)
    assert "'render/rendered': 1" in told
    assert "'render/needed': 1" in told
    assert stored[url] == web.pages[url].title
    database = sqlite3.connect(tmp_path / "job" / "crawl.db")
    links = database.execute(
        "SELECT count(*) FROM links JOIN pages ON pages.id = page WHERE pages.url = ?", (url,)
    ).fetchone()[0]
    database.close()
    assert links > 2


def test_page_that_asks_for_the_inside_gets_nothing_from_there(
    renderer: str, tmp_path: Path
) -> None:
    """The secret is on loopback; the page's host is public, known to the proxy alone."""
    with serve_answers(lambda path: Answer(b"the secret of iron ore")) as secret:
        script = (
            "var asked = new XMLHttpRequest();"
            "asked.onload = asked.onerror = function () { document.title = 'asked'; };"
            f"asked.open('GET', 'http://127.0.0.1:{secret.port}/secret'); asked.send();"
        )
        page = f"<title>x</title><div id=app></div><script>{script}</script>"
        with serve_answers(lambda path: Answer(page.encode())) as web:
            told = crawl(tmp_path, f"http://127.0.0.1:{web.port}", "http://a.example/",
                         "-s", f"RENDERER={renderer}", "-s", "ROBOTSTXT_OBEY=0")  # fmt: skip
    assert secret.asked == []
    assert titles(tmp_path) == {"http://a.example/": "asked"}
    assert "'render/private_address'" in told


@pytest.mark.parametrize("splash", ["http://127.0.0.1:9", "nowhere", "http://127.0.0.1:port"])
def test_page_is_taken_as_it_came_where_nothing_renders_it(splash: str, tmp_path: Path) -> None:
    page = b"<title>Frame</title><div id=app></div><script>run()</script>"
    with serve_answers(lambda path: Answer(page)) as web:
        told = crawl(tmp_path, f"http://127.0.0.1:{web.port}", "http://a.example/", "-s",
                     "RENDERER=splash", "-s", f"SPLASH_URL={splash}")  # fmt: skip
    assert titles(tmp_path) == {"http://a.example/": "Frame"}
    assert told.count(f"is taken without its scripts: no Splash at {splash}: ") == 1


def test_splash_is_asked_as_its_interface_wants_it(tmp_path: Path) -> None:
    page = b"<title>Frame</title><div id=app></div><script>run()</script>"
    rendered = b"<title>Iron</title><h1>Iron ore</h1><p>hematite and magnetite</p>"
    asked: list[str] = []

    def splash(path: str) -> Answer:
        asked.append(path)
        return Answer(rendered)

    with (
        serve_answers(lambda path: Answer(page)) as web,
        serve_answers(splash) as server,
    ):
        crawl(tmp_path, f"http://127.0.0.1:{web.port}", "http://a.example/", "-s",
              "RENDERER=splash", "-s", f"SPLASH_URL=http://127.0.0.1:{server.port}")  # fmt: skip
    assert titles(tmp_path) == {"http://a.example/": "Iron"}
    assert asked == ["/render.html"]


def test_without_a_renderer_nothing_is_rendered() -> None:
    with pytest.raises(NotConfigured):
        RenderingMiddleware.from_crawler(get_crawler(settings_dict={"RENDERER": ""}))


def test_unknown_renderer_is_named() -> None:
    with pytest.raises(CrawlError, match="RENDERER = 'lynx' is none of playwright, splash"):
        RenderingMiddleware.from_crawler(get_crawler(settings_dict={"RENDERER": "lynx"}))
