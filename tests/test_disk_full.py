"""A disk that is full, and a folder that cannot be written: a clear stop, and nothing is lost."""

from __future__ import annotations

import re
import resource
import sqlite3
import subprocess
from pathlib import Path

from crawling import FAST, SmallWeb, command, environment, scrapy

from focused_crawler.sample_web.server import serve

LARGEST_FILE = 150_000  # bytes: some of the pages fit, not all


def no_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))


def test_full_disk_stops_the_crawl_and_the_next_run_finishes_it(tmp_path: Path) -> None:
    web = SmallWeb()
    arguments = ("crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}", *FAST,
                 "-s", "JOBDIR=job")  # fmt: skip
    with serve(web) as served:  # type: ignore[arg-type]
        full = subprocess.run(
            command(*arguments), cwd=tmp_path, env=environment(served.proxy), text=True,
            capture_output=True, timeout=100, check=False, preexec_fn=no_room,
        )  # fmt: skip
        fetched = len(served.fetched)
        assert full.returncode != 0
        assert re.search(r"the disk is full; make room|see to the disk's space", full.stderr)
        assert len(re.findall(r"\] ERROR", full.stderr)) <= 3
        assert "Traceback" not in full.stderr
        assert fetched < len(web.urls)
        last = scrapy(*arguments, cwd=tmp_path, proxy=served.proxy)
        assert set(served.fetched) == set(web.urls)
    assert last.returncode == 0, last.stderr
    with sqlite3.connect(tmp_path / "job" / "crawl.db") as database:
        stored = [url for (url,) in database.execute("SELECT url FROM pages")]
    database.close()
    assert sorted(stored) == sorted(web.urls)
