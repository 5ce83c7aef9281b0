"""A crawl killed at random moments and resumed: nothing is lost, only pages in flight repeat."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from bisect import bisect
from collections.abc import Iterator
from pathlib import Path

from crawling import FAST, SmallWeb, command, environment, scrapy

from focused_crawler.sample_web import Served, serve
from focused_crawler.store import CrawlStore

KILLS = 10
CONCURRENCY = 8  # as in FAST
IN_FLIGHT = 2 * CONCURRENCY  # asked for, or answered and on the way through the spider
PAGES_A_RUN = 40  # at most, before a run is killed: ten runs leave some of the 200 to the last


def arguments(web: SmallWeb) -> tuple[str, ...]:
    return ("crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}", *FAST,
            "-s", "JOBDIR=job", "-o", "feed.jsonl")  # fmt: skip


def start_and_kill(served: Served, web: SmallWeb, folder: Path, dice: random.Random) -> None:
    """Kill a run once it has asked for a random number of pages, and a moment later."""
    enough = len(served.fetched) + dice.randint(1, PAGES_A_RUN)
    crawl = subprocess.Popen(
        command(*arguments(web)), cwd=folder, env=environment(served.proxy),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while len(served.fetched) < enough and crawl.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    time.sleep(dice.uniform(0, 0.02))
    crawl.send_signal(signal.SIGKILL)
    crawl.wait()


def repetitions(fetched: list[str]) -> Iterator[tuple[int, int]]:
    """Places in the log of a page asked for again: the time before, and this time."""
    last: dict[str, int] = {}
    for at, url in enumerate(fetched):
        if url in last:
            yield last[url], at
        last[url] = at


def test_killed_ten_times_a_crawl_loses_no_page_and_repeats_only_what_was_in_flight(
    tmp_path: Path,
) -> None:
    web, dice = SmallWeb(), random.Random(7)
    with serve(web) as served:  # type: ignore[arg-type]
        ends = []
        for _ in range(KILLS):
            start_and_kill(served, web, tmp_path, dice)
            ends.append(len(served.fetched))
        last = scrapy(*arguments(web), cwd=tmp_path, proxy=served.proxy)
        fetched = served.fetched
    assert last.returncode == 0, last.stderr
    assert set(fetched[: ends[-1]]) < set(web.urls), "every kill must meet a crawl at work"
    assert set(fetched) == set(web.urls)
    late = {at for end in ends for at in range(max(0, end - IN_FLIGHT), end)}
    for before, after in repetitions(fetched):
        assert before in late, f"{fetched[before]} was not in flight at a kill"
        assert bisect(ends, before) < bisect(ends, after), "twice in one run"
    with CrawlStore.read(tmp_path / "job" / "crawl.db") as store:
        stored = [url for url, _, _ in store.fingerprints()]
        relevant = {page.url for page in store.best(limit=len(web.urls))}
    assert sorted(stored) == sorted(web.urls)
    lines = (tmp_path / "feed.jsonl").read_text("utf-8").splitlines()
    assert relevant <= {json.loads(line)["url"] for line in lines}


def test_crawl_of_a_topic_learnt_from_seeds_goes_on_by_its_folder_alone(tmp_path: Path) -> None:
    web = SmallWeb(60)
    folder = ("-s", "JOBDIR=job", *FAST)
    with serve(web) as served:  # type: ignore[arg-type]
        named = ("crawl", "focused", "-a", "topic=bridges")
        begun = scrapy(
            *named, "-a", f"seeds={web.urls[0]}", "-a", "max_pages=10", *folder,
            cwd=tmp_path, proxy=served.proxy,
        )  # fmt: skip
        with CrawlStore.read(tmp_path / "job" / "crawl.db") as store:
            first = store.meta["seconds"]
        on = scrapy(*named, "-a", "max_pages=20", *folder, cwd=tmp_path, proxy=served.proxy)
        other = scrapy(
            "crawl", "focused", "-a", "topic=ships", *folder, cwd=tmp_path, proxy=served.proxy
        )
    assert (begun.returncode, on.returncode) == (0, 0), begun.stderr + on.stderr
    with CrawlStore.read(tmp_path / "job" / "crawl.db") as store:
        assert store.counts()[0] == 20
        assert store.meta["seconds"] > first
    assert other.returncode != 0
    assert "unknown topic 'ships'" in other.stderr


def test_an_uninterrupted_crawl_fetches_each_page_once_and_resumed_nothing(tmp_path: Path) -> None:
    web = SmallWeb()
    with serve(web) as served:  # type: ignore[arg-type]
        assert scrapy(*arguments(web), cwd=tmp_path, proxy=served.proxy).returncode == 0
        assert sorted(served.fetched) == sorted(web.urls)
        served.forget()
        assert scrapy(*arguments(web), cwd=tmp_path, proxy=served.proxy).returncode == 0
        assert served.fetched == []
