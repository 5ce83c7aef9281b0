"""The deployed egg under a real scrapyd crawls as the command line does, and can be continued."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from crawling import ROOT, environment, scrapy
from scrapyd_server import Scrapyd, build_egg, is_installed, scrapyd
from test_recrawl import EXTRA, MovingWeb

from focused_crawler.sample_web import Served, build_sample_web, serve
from focused_crawler.store import CrawlStore

TOPIC = "iron-ore"
PAGES = 40
# One request at a time: the order of a crawl is then a matter of scores alone.
SETTINGS = {"DOWNLOAD_DELAY": "0", "AUTOTHROTTLE_ENABLED": "0", "CONCURRENT_REQUESTS": "1"}
# Reads a page and fills a database, both in other processes.
BESIDE = """
import asyncio
from focused_crawler import page_reader
from focused_crawler.store import CrawlStore

async def read():
    reader = page_reader.PageReader(segmenter="headings", language="en", patience=60.0)
    await reader.start()
    while not reader.is_ready and reader._process.poll() is None:
        await asyncio.sleep(0.01)
    answer = await reader.read("http://a.test/", b"<title>Ore</title><p>iron", None)
    reader.close()
    return page_reader.unpacked(answer).page

print(page_reader.__file__)
print(asyncio.run(read()).title)
store = CrawlStore("crawl.db", has_helper=True)
for number in range(200):
    store.save_failure(f"http://a.test/{number}", "gone")
store.flush()
print(store.has_helper and store._helper is not None)
store.close()
"""

pytestmark = pytest.mark.skipif(
    not is_installed(), reason="scrapyd is not installed; `pip install scrapyd` runs these tests"
)


@pytest.fixture(scope="module")
def egg(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_egg(tmp_path_factory.mktemp("egg"))


@pytest.fixture(scope="module")
def web() -> Iterator[Served]:
    with serve(build_sample_web(), delays=False) as served:
        yield served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, web: Served, egg: Path) -> Iterator[Scrapyd]:
    with scrapyd(tmp_path_factory.mktemp("scrapyd"), web.proxy) as running:
        added = running.add_egg(egg)
        assert added["status"] == "ok", added
        yield running


def settings(**more: str) -> list[tuple[str, str]]:
    return [("setting", f"{name}={value}") for name, value in (SETTINGS | more).items()]


def pages(database: Path) -> dict[str, float]:
    connection = sqlite3.connect(database)
    try:
        return dict(connection.execute("SELECT url, relevance FROM pages"))
    finally:
        connection.close()


def test_egg_holds_topics_and_models(egg: Path) -> None:
    with zipfile.ZipFile(egg) as archive:
        held = set(archive.namelist())
    data = {file.relative_to(ROOT) for file in (ROOT / "data").rglob("*") if file.is_file()}
    wanted = {f"focused_crawler/{file}" for file in data if file.suffix not in (".pyc", ".py")}
    assert wanted - held == set()


def test_egg_alone_is_enough_for_the_processes_beside_a_crawl(egg: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", BESIDE], cwd=tmp_path, capture_output=True, text=True,
        env=environment() | {"PYTHONPATH": str(egg)}, check=False, timeout=60,
    )  # fmt: skip
    assert done.stdout.splitlines() == [f"{egg}/focused_crawler/page_reader.py", "Ore", "True"]
    assert done.stderr == ""


def test_deployed_crawl_finds_what_the_command_line_finds(
    server: Scrapyd, web: Served, tmp_path: Path
) -> None:
    seeds = " ".join(web.web.seeds(TOPIC))
    web.forget()
    job = server.run(
        ("topic", TOPIC), ("seeds", seeds), ("max_pages", str(PAGES)), *settings(LOG_LEVEL="INFO")
    )  # fmt: skip
    deployed = pages(server.folder / "jobs" / "focused_crawler" / "focused" / job / "crawl.db")
    web.forget()
    done = scrapy(
        "crawl", "focused", "-a", f"topic={TOPIC}", "-a", f"seeds={seeds}", "-a",
        f"max_pages={PAGES}", "-s", "JOBDIR=job",
        *(part for name, value in SETTINGS.items() for part in ("-s", f"{name}={value}")),
        cwd=tmp_path, proxy=web.proxy,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(deployed) == PAGES
    assert deployed == pages(tmp_path / "job" / "crawl.db")
    items = server.folder / "items" / "focused_crawler" / "focused" / f"{job}.jl"
    assert len(items.read_text(encoding="utf-8").splitlines()) > PAGES / 4
    assert "Spider closed (max_pages)" in server.log(job)


def test_crawl_scheduled_again_under_its_name_goes_on_in_its_folder(
    server: Scrapyd, web: Served
) -> None:
    folder = server.folder / "jobs" / "focused_crawler" / "focused" / "nightly"
    seeds = " ".join(web.web.seeds(TOPIC))
    web.forget()
    for budget in (10, 25):
        server.run(("topic", TOPIC), ("seeds", seeds), ("max_pages", str(budget)),
                   ("jobid", "nightly"), *settings())  # fmt: skip
        assert len(pages(folder / "crawl.db")) == budget
    assert len(web.fetched) == len(set(web.fetched))


def test_crawl_scheduled_again_with_an_age_tells_what_is_new_changed_and_gone(
    server: Scrapyd, web: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    moving = MovingWeb()
    monkeypatch.setattr(web, "web", moving)  # scrapyd knows one proxy; it serves another web now
    job = [("topic", "bridges"), ("seeds", moving.urls[0]), ("jobid", "weekly"), *settings()]
    server.run(*job)
    moving.move()
    server.run(*job, ("recrawl", "0s"))
    folder = server.folder / "jobs" / "focused_crawler" / "focused" / "weekly"
    with CrawlStore.read(folder / "crawl.db") as store:
        kinds = {change.url: change.kind for change in store.changes()}
        assert store.counts()[0] == len(moving.urls) + 1
    assert kinds == {
        EXTRA: "new",
        **dict.fromkeys(moving.changed, "changed"),
        **dict.fromkeys(moving.gone, "gone"),
    }


def test_refused_topic_is_told_in_the_log(server: Scrapyd) -> None:
    job = server.run(("topic", "no such topic"), *settings())
    assert "unknown topic" in server.log(job)
