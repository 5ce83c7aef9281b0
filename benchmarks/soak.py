"""A long crawl with kills in between: what a page costs, and what is kept, as the crawl grows.

    python -m benchmarks.soak [--pages 200000] [--kills 5] [--folder FOLDER]

The crawl is killed with -9 at `kills` places and continued each time. Every tenth of the way tells
memory, processor time a page and disk a page, of all processes of the crawl. The run fails where a
page that was fetched is neither stored nor waiting, where more was fetched twice than can be under
way at the kills, where a page of the last third costs over MOST_GROWTH times one of the first, or
where memory is ever over MOST_MEMORY or, in the last third, over MOST_MEMORY_GROWTH times that of
the second tenth. The first tenth, in which caches fill, is left out. Each link that waits takes
some 170 bytes, so memory grows until most of the web's million pages were found, after some 40,000.
"""

from __future__ import annotations

import argparse
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import mean

from benchmarks.soak_web import NUMBER, asked, serve, url
from focused_crawler.fingerprints import url_fingerprint
from focused_crawler.frontier import open_frontier

CONCURRENCY = 16
UNDER_WAY = 200  # pages at most between their request and the moment they are stored
MOST_GROWTH = 1.5
MOST_MEMORY = 1_000  # MB
MOST_MEMORY_GROWTH = 1.4
TICK = os.sysconf("SC_CLK_TCK")
SETTINGS = {
    "AUTOTHROTTLE_ENABLED": 0, "DOWNLOAD_DELAY": 0, "CONCURRENT_REQUESTS": CONCURRENCY,
    "ROBOTSTXT_OBEY": 0, "HARVEST_WINDOW": 0, "GUARD_SHAPE_PAGES": 0, "JOBDIR": "job",
}  # fmt: skip


@dataclass
class Soak:
    """One run: the crawl as it is now, and what was measured."""

    folder: Path
    proxy: str
    pages: int
    rows: list[tuple[int, int, float, float]] = field(default_factory=list)
    seconds_before: float = 0.0  # processor time of the processes that were killed

    @property
    def log(self) -> Path:
        return self.folder / "asked"

    def asked(self) -> int:
        """Pages the server was asked for so far."""
        return self.log.stat().st_size // NUMBER.size if self.log.exists() else 0

    def start(self) -> subprocess.Popen[bytes]:
        options = [f"{name}={value}" for name, value in SETTINGS.items()]
        environment = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
        environment |= {
            "http_proxy": self.proxy,
            "SCRAPY_SETTINGS_MODULE": "focused_crawler.settings",
            "PYTHONPATH": str(Path(__file__).parent.parent),
        }
        with open(self.folder / "log", "ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "scrapy", "crawl", "focused", "-a", "topic=stocks",
                 "-a", f"seeds={url(0)}", "-a", f"max_pages={self.pages}",
                 *(part for option in options for part in ("-s", option))],
                cwd=self.folder, env=environment, stdout=log, stderr=log,
            )  # fmt: skip

    def measure(self, process: subprocess.Popen[bytes], asked: int) -> None:
        """A line of the table: pages, MB of memory, processor seconds, MB on disk."""
        memory = resident_kilobytes(process.pid)
        disk = sum(file.stat().st_size for file in (self.folder / "job").iterdir())
        seconds = self.seconds_before + processor_seconds(process.pid)
        self.rows.append((asked, memory // 1024, seconds, disk / 1e6))
        before = self.rows[-2] if len(self.rows) > 1 else (0, 0, 0.0, 0.0)
        new = max(1, asked - before[0])
        print(
            f"{asked:>9,} pages {memory // 1024:>6} MB {1000 * (seconds - before[2]) / new:>7.2f} "
            f"ms a page {1000 * (disk / 1e6 - before[3]) / new:>7.1f} KB of disk a page",
            flush=True,
        )

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        self.seconds_before += processor_seconds(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait()


def processes(pid: int) -> Iterator[Path]:
    """What /proc says of a crawl and of the processes that read and store for it."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    yield from (Path("/proc") / number for number in (str(pid), *children))


def processor_seconds(pid: int) -> float:
    ticks = 0
    for folder in processes(pid):
        fields = (folder / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICK


def resident_kilobytes(pid: int) -> int:
    statuses = (folder.joinpath("status").read_text(encoding="ascii") for folder in processes(pid))
    lines = (line for status in statuses for line in status.splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def run(soak: Soak, kills: int) -> None:
    """Crawl to the end, measuring every tenth of the way and killing in between."""
    measures = [soak.pages * n // 10 for n in range(1, 10)]
    deaths = [soak.pages * (2 * n + 1) // (2 * kills) for n in range(kills)]
    process = soak.start()
    while process.poll() is None:
        time.sleep(0.05)
        asked = soak.asked()
        if measures and asked >= measures[0]:
            measures.pop(0)
            soak.measure(process, asked)
        if deaths and asked >= deaths[0]:
            deaths.pop(0)
            soak.kill(process)
            process = soak.start()
    if process.returncode:
        sys.exit((soak.folder / "log").read_text(encoding="utf-8")[-3000:])


def verdict(soak: Soak, kills: int) -> list[str]:
    """What is wrong; nothing, if all is well."""
    fetched = asked(soak.log)
    stored, lost = _stored_and_lost(soak.folder / "job", set(fetched))
    twice = len(fetched) - len(set(fetched))
    growth, memory = _growth(soak.rows), max(row[1] for row in soak.rows)
    memory_growth = _memory_growth(soak.rows)
    print(
        f"{stored:,} pages stored, {lost} lost, {twice} fetched twice over {kills} kills; "
        f"a page costs {growth:.2f} times what it cost at first; "
        f"at most {memory} MB of memory, at last {memory_growth:.2f} times that of the second tenth"
    )
    wrong = [
        (lost > 0, f"{lost} pages were lost"),
        (stored < soak.pages - kills * UNDER_WAY, f"only {stored} pages were stored"),
        (twice > kills * UNDER_WAY, f"{twice} pages were fetched twice"),
        (growth > MOST_GROWTH, f"a page costs {growth:.2f} times what it cost before"),
        (memory > MOST_MEMORY, f"{memory} MB of memory were used"),
        (memory_growth > MOST_MEMORY_GROWTH, f"memory grew to {memory_growth:.2f} times"),
    ]
    return [told for is_wrong, told in wrong if is_wrong]


def _stored_and_lost(job: Path, fetched: set[int]) -> tuple[int, int]:
    database = sqlite3.connect(job / "crawl.db")
    stored = {name for (name,) in database.execute("SELECT url FROM pages")}
    database.close()
    frontier = open_frontier(str(job / "frontier.log"))
    missing = [url(number) for number in fetched if url(number) not in stored]
    lost = sum(frontier.state(url_fingerprint(name)) != "waiting" for name in missing)
    frontier.close()
    return len(stored), lost


def _growth(rows: list[tuple[int, int, float, float]]) -> float:
    costs = [
        (after[2] - before[2]) / max(1, after[0] - before[0]) for before, after in pairwise(rows)
    ]
    third = max(1, len(costs) // 3)
    return mean(costs[-third:]) / mean(costs[:third])


def _memory_growth(rows: list[tuple[int, int, float, float]]) -> float:
    used = [row[1] for row in rows[1:]]
    return mean(used[-max(1, len(used) // 3) :]) / used[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pages", type=int, default=200_000)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--folder", type=Path, help="keep the crawl here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        with serve(folder / "asked") as proxy:
            soak = Soak(folder, proxy, options.pages)
            run(soak, options.kills)
        wrong = verdict(soak, options.kills)
    sys.exit("; ".join(wrong) or None)


if __name__ == "__main__":
    main()
