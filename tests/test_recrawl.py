"""A crawl continued on a schedule: old pages are fetched again, and the run says what changed."""

from __future__ import annotations

import sqlite3
import subprocess
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from crawling import FAST, SmallWeb, scrapy

from focused_crawler.recrawl import age_of
from focused_crawler.sample_web.model import Response
from focused_crawler.sample_web.server import Served, serve
from focused_crawler.store import Change, CrawlStore

PAGES, HOSTS = 24, 4
EXTRA = "http://h1.example/extra.html"
MISSING = Response(410, (("Content-Type", "text/html"),), b"gone for good")


class MovingWeb(SmallWeb):
    """A web of which pages change, go and come between two runs."""

    def __init__(self) -> None:
        super().__init__(PAGES, HOSTS)
        self.changed: set[str] = set()
        self.gone: set[str] = set()
        self.has_extra = False

    def move(self) -> None:
        self.changed, self.gone = set(self.urls[3:6]), {self.urls[-1]}
        self.has_extra = True

    def response(self, url: str, *, attempt: int = 1) -> Response:
        if url in self.gone:
            return MISSING
        if self.has_extra and url == EXTRA:
            html = b"<title>Extra</title><p>a new stone bridge with one arch over the river</p>"
            return Response(200, (("Content-Type", "text/html"),), html)
        return super().response(url, attempt=attempt)

    def _html(self, url: str) -> str:
        html = super()._html(url)
        if url in self.changed:
            return html + f'<p>the bridge was mended</p><a href="{EXTRA}">extra bridge</a>'
        return html


class Site:
    """A folder in which the same crawl is run again and again."""

    def __init__(self, folder: Path, web: MovingWeb, served: Served) -> None:
        self.folder, self.web, self.served = folder, web, served

    def run(self, *more: str, job: str = "job") -> subprocess.CompletedProcess[str]:
        self.served.forget()
        ended = scrapy(
            "crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={self.web.urls[0]}",
            "-s", f"JOBDIR={job}", *FAST, *more, cwd=self.folder, proxy=self.served.proxy,
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr
        return ended

    def fetched(self) -> list[str]:
        return sorted(self.served.fetched)

    def changes(self, job: str = "job") -> list[Change]:
        with CrawlStore.read(self.folder / job / "crawl.db") as store:
            return store.changes()

    def scores(self) -> dict[str, tuple[float, dict[str, float]]]:
        with CrawlStore.read(self.folder / "job" / "crawl.db") as store:
            return {page.url: (page.score, page.parts) for page in store.fetched_before("9")}

    def make_older(self, *urls: str, job: str = "job") -> None:
        """As if these pages had been fetched ten days ago."""
        with sqlite3.connect(self.folder / job / "crawl.db") as database:
            database.executemany(
                "UPDATE pages SET fetched_at = datetime('now', '-10 days') WHERE url = ?",
                [(url,) for url in urls],
            )
        database.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    web = MovingWeb()
    with serve(web) as served:  # type: ignore[arg-type]
        crawled = Site(tmp_path, web, served)
        crawled.run()
        yield crawled


def test_pages_younger_than_the_age_are_left_alone(site: Site) -> None:
    told = site.run("-a", "recrawl=7d").stderr
    assert site.fetched() == []
    assert "recrawl    0 new, 0 changed, 0 gone, 0 same" in told
    assert site.changes() == []


def test_only_pages_older_than_the_age_are_fetched_again(site: Site) -> None:
    old = site.web.urls[2:9]
    site.make_older(*old)
    site.run("-a", "recrawl=7d")
    assert site.fetched() == sorted(old)
    site.run("-a", "recrawl=7d")
    assert site.fetched() == []


def test_what_is_new_changed_and_gone_is_told_and_stored(site: Site) -> None:
    site.web.move()
    told = site.run("-a", "recrawl=0s").stderr
    assert site.fetched() == sorted([*site.web.urls, EXTRA])
    assert f"1 new, 3 changed, 1 gone, {PAGES - 4} same" in told
    kinds = {change.url: change.kind for change in site.changes()}
    assert kinds == {
        EXTRA: "new",
        **dict.fromkeys(site.web.changed, "changed"),
        **dict.fromkeys(site.web.gone, "gone"),
    }
    with CrawlStore.read(site.folder / "job" / "crawl.db") as store:
        assert store.counts()[0] == PAGES + 1
        assert "mended" in " ".join(block.text for block in store.blocks(site.web.urls[3]))


def test_budget_is_that_of_the_run_and_the_rest_waits_for_the_next(site: Site) -> None:
    site.run("-a", "recrawl=0s", "-a", "max_pages=10")
    first = site.fetched()
    assert len(first) == 10
    site.make_older(*site.web.urls[:1])
    site.run("-a", "recrawl=7d")
    again = Counter([*first, *site.fetched()])
    assert set(again) == set(site.web.urls)
    assert {url for url, times in again.items() if times > 1} == {site.web.urls[0]}


def test_page_fetched_again_keeps_the_parts_of_its_first_score(site: Site) -> None:
    before = site.scores()
    site.run("-a", "recrawl=0s", "-a", "max_pages=10")
    site.run()  # the rest: they wait, whether this run looks for changes or not
    for url, (score, parts) in site.scores().items():
        assert score == before[url][0]
        assert {name: v for name, v in parts.items() if name != "recrawl"} == before[url][1]
    told = scrapy("explain", site.web.urls[5], "--crawl", "job", cwd=site.folder).stdout
    assert "parents: the pages that link to it" in told
    assert "fetched again: it was read before, with a relevance of" in told


def test_workers_tell_what_became_of_pages_that_another_one_has_read(site: Site) -> None:
    pytest.importorskip("redis", reason="no redis package; `pip install redis` runs this test")
    from redis_server import RedisServer

    server = RedisServer()
    shared = ("-s", f"FRONTIER_URL={server.url}?lease=2")
    site.run(*shared, "-a", f"max_pages={PAGES // 2}", job="one")
    site.run(*shared, job="two")
    site.make_older(*site.web.urls, job="one")
    site.make_older(*site.web.urls, job="two")
    site.web.move()
    site.run(*shared, "-a", "recrawl=7d", "-a", "max_pages=1", job="one")
    site.run(*shared, "-a", "recrawl=7d", job="two")

    found = {(change.kind, change.url) for job in ("one", "two") for change in site.changes(job)}
    changed = {("changed", url) for url in site.web.changed}
    assert found == changed | {("gone", url) for url in site.web.gone} | {("new", EXTRA)}
    # What one worker has read since is no longer old for the others.
    site.run(*shared, "-a", "recrawl=7d", job="one")
    assert set(site.fetched()) <= site.web.gone
    server.kill()


def test_run_without_an_age_fetches_nothing_again(site: Site) -> None:
    site.web.move()
    site.run("-a", "recrawl=0s")
    assert "recrawl" not in site.run().stderr
    assert site.fetched() == []


@pytest.mark.parametrize(
    ("text", "age"),
    [("90s", timedelta(seconds=90)), ("12h", timedelta(hours=12)), ("4w", timedelta(weeks=4))],
)
def test_age_is_a_number_and_a_unit(text: str, age: timedelta) -> None:
    assert age_of(text) == age


@pytest.mark.parametrize("text", ["7", "d", "-1d", "seven days", "1e3d", "7 d"])
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match="12h, 7d or 4w"):
        age_of(text)


def test_recrawl_without_a_folder_says_what_to_do(tmp_path: Path) -> None:
    ended = scrapy("crawl", "focused", "-a", "topic=iron-ore", "-a", "recrawl=7d", cwd=tmp_path)
    assert ended.returncode == 1
    assert "-s JOBDIR=FOLDER" in ended.stderr
    assert "Traceback" not in ended.stderr
