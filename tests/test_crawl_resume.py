"""A crawl killed at random moments and resumed: nothing is lost, only what was in flight comes twice."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

from crawling import FAST, SmallWeb, command, environment, scrapy

from focused_crawler.sample_web.server import serve

KILLS = 10
CONCURRENCY = 8  # as in FAST


def test_killed_ten_times_a_crawl_loses_no_page_and_repeats_only_what_was_in_flight(
    tmp_path: Path,
) -> None:
    web = SmallWeb()
    arguments = ("crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}", *FAST,
                 "-s", "JOBDIR=job")  # fmt: skip
    dice = random.Random(7)
    with serve(web) as served:  # type: ignore[arg-type]
        for _ in range(KILLS):
            before = len(served.fetched)
            crawl = subprocess.Popen(
                command(*arguments), cwd=tmp_path, env=environment(served.proxy),
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            deadline = time.monotonic() + 30
            while len(served.fetched) == before and crawl.poll() is None:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            time.sleep(dice.uniform(0, 0.15))
            crawl.send_signal(signal.SIGKILL)
            crawl.wait()
        last = scrapy(*arguments, cwd=tmp_path, proxy=served.proxy)
        fetched = served.fetched
    assert last.returncode == 0, last.stderr
    assert set(fetched) == set(web.urls)
    assert len(fetched) - len(set(fetched)) <= KILLS * CONCURRENCY
    with sqlite3.connect(tmp_path / "job" / "crawl.db") as database:
        stored = [url for (url,) in database.execute("SELECT url FROM pages")]
    assert sorted(stored) == sorted(web.urls)


def test_a_finished_crawl_resumed_fetches_nothing(tmp_path: Path) -> None:
    web = SmallWeb(pages=30)
    arguments = ("crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}", *FAST,
                 "-s", "JOBDIR=job")  # fmt: skip
    with serve(web) as served:  # type: ignore[arg-type]
        assert scrapy(*arguments, cwd=tmp_path, proxy=served.proxy).returncode == 0
        assert sorted(served.fetched) == sorted(web.urls)
        served.forget()
        assert scrapy(*arguments, cwd=tmp_path, proxy=served.proxy).returncode == 0
        assert served.fetched == []
