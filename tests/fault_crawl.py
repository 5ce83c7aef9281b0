"""One real crawl through every fault, and its outcome as a table: `python tests/fault_crawl.py`.

The table is docs/faults.md; a test compares the two.
"""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from crawling import environment
from faulty_proxy import GOOD, FaultyProxy, faulty_proxy, refusing_port
from host_faults import FAULTS

TIMEOUT = 4  # seconds; long enough for a busy machine to answer what is answered at all
NOT_SERVED = ("refuse", "no-such-name")
LEADS_INSIDE = "redirect-inside"  # needs the guard that the crawl of all others goes without
OPEN_FAULTS = tuple(name for name in FAULTS if name != LEADS_INSIDE)
SETTINGS = {
    "DOWNLOAD_DELAY": 0, "AUTOTHROTTLE_ENABLED": 0, "DOWNLOAD_TIMEOUT": TIMEOUT,
    "JOBDIR": "job", "STATS_DUMP": 1,
}  # fmt: skip
HEAD = """# What goes wrong on the web, and what the crawler does

One crawl of a web in which every host but one misbehaves in its own way. The crawl goes on, the
good host gives all of its pages, every page that gave nothing is kept with its reason (`scrapy
explain URL` shows it), no candidate stays in flight, memory stays bounded. The table is made from a
real crawl by `python tests/fault_crawl.py`, and a test compares the two.

| the host's fault | what happened |
|---|---|
"""


@dataclass(frozen=True)
class FaultCrawl:
    """What a crawl through the faults left behind."""

    folder: Path
    code: int
    log: str
    outcomes: dict[str, str]  # host without its suffix: what came of it
    asked: tuple[str, ...]  # what the server was asked for

    @property
    def peak_memory(self) -> int:
        found = re.search(r"peak memory (\d+) MB", self.log)
        assert found, self.log
        return int(found[1])


def crawl_all_faults(folder: Path) -> FaultCrawl:
    """Every fault, each host asked directly, so that names and refusals are real."""
    with refusing_port() as nobody:
        extra = (f"http://refuse.example:{nobody}/0", "http://no-such-name.test/0")
        with faulty_proxy(*OPEN_FAULTS, extra=extra, is_origin=True) as web:
            return _crawl(web, folder, "", PRIVATE_ADDRESSES_ALLOWED=1)


def crawl_through_proxy(folder: Path, *faults: str, **settings: object) -> FaultCrawl:
    """Some faults behind a proxy, with the guard against private addresses as it is by default."""
    with faulty_proxy(*faults) as web:
        return _crawl(web, folder, web.proxy, **settings)


def _crawl(web: FaultyProxy, folder: Path, proxy: str, **settings: object) -> FaultCrawl:
    options = [f"{name}={value}" for name, value in (SETTINGS | settings).items()]
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("scrapy_with_names.py")), "crawl", "focused",
         "-a", "topic=bridges", "-a", f"seeds={web.url(GOOD)}", "-L", "INFO",
         *(part for option in options for part in ("-s", option))],
        cwd=folder, env=environment(proxy), capture_output=True, text=True, timeout=240,
        check=False,
    )  # fmt: skip
    log, database = done.stdout + done.stderr, folder / "job" / "crawl.db"
    return FaultCrawl(folder, done.returncode, log, _outcomes(database), tuple(web.asked))


def _outcomes(database: Path) -> dict[str, str]:
    pages: defaultdict[str, int] = defaultdict(int)
    reasons: defaultdict[str, set[str]] = defaultdict(set)
    with sqlite3.connect(database) as connection:
        for (url,) in connection.execute("SELECT url FROM pages"):
            pages[_name(url)] += 1
        for url, status, reason in connection.execute("SELECT url, status, reason FROM failures"):
            reasons[_name(url)].add(f"status {status}" if status else _told(reason))
    connection.close()
    return {name: _outcome(pages[name], reasons[name]) for name in {*pages, *reasons}}


def _outcome(pages: int, reasons: set[str]) -> str:
    parts = [f"{pages} page{'s' * (pages != 1)}"] if pages else []
    return "; ".join([*parts, *sorted(reasons)])


def _name(url: str) -> str:
    return re.sub(r"^http://([^/:]+?)(?:\.example|\.test)?(?::\d+)?(?:/.*)?$", r"\1", url)


def _told(reason: str) -> str:
    without_url = re.sub(r"(?:<200 )?http://[^\s>]+>?:? ?", "", reason)
    return re.sub(r"\d[\d.]+ (B|seconds)", r"… \1", without_url)


def led_inside(crawl: FaultCrawl) -> str:
    """What came of redirects to private addresses; they are kept under those."""
    inside = (told for name, told in crawl.outcomes.items() if name != "good")
    return "; ".join(sorted(set(inside)))


def table(crawl: FaultCrawl, inside: FaultCrawl) -> str:
    """The document, faults in the order of `host_faults`."""
    outcomes = crawl.outcomes | {LEADS_INSIDE: led_inside(inside)}
    nothing = "nothing; it leads back to where it began"
    rows = [
        f"| {name.replace('-', ' ')} | {outcomes.get(name, nothing)} |"
        for name in (*NOT_SERVED, *FAULTS)
    ]
    return HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        inside = crawl_through_proxy(Path(two), LEADS_INSIDE)
        print(table(crawl_all_faults(Path(one)), inside), end="")
