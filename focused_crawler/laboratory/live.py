"""The live crawler on a frozen web: a real `scrapy crawl` in a process of its own, behind a proxy.

At one request at a time it fetches the same pages in the same order as the simulator.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from focused_crawler.laboratory.replay import fetched_pages, replay
from focused_crawler.laboratory.tasks import Task
from focused_crawler.laboratory.web import FrozenWeb, FrozenWebError

TIMEOUT = 600.0
# The server is our own and close: no manners, no delays.
SETTINGS = {"DOWNLOAD_DELAY": 0, "AUTOTHROTTLE_ENABLED": 0, "HARVEST_WINDOW": 0}


def crawl_live(
    web: FrozenWeb, task: Task, method: str, max_pages: int, *, concurrency: int = 1
) -> list[str]:
    """The addresses of the pages a live crawl fetched, in order, seeds included."""
    with TemporaryDirectory() as folder, replay(web) as served:
        seeds = Path(folder) / "seeds.txt"
        seeds.write_text("\n".join(task.seeds) + "\n", encoding="utf-8")
        arguments = {
            "topic": task.topic, "method": method, "max_pages": max_pages, "seeds": seeds,
        }  # fmt: skip
        settings = SETTINGS | {
            "CONCURRENT_REQUESTS": concurrency,
            "CONCURRENT_REQUESTS_PER_DOMAIN": concurrency,
            "JOBDIR": Path(folder) / "crawl",
        }
        _scrapy(arguments, settings, served.proxy)
        return fetched_pages(web, served)


def _scrapy(arguments: dict[str, object], settings: dict[str, object], proxy: str) -> None:
    command = [sys.executable, "-m", "scrapy", "crawl", "focused"]
    for name, value in arguments.items():
        command += ["-a", f"{name}={value}"]
    for name, value in settings.items():
        command += ["-s", f"{name}={value}"]
    ended = subprocess.run(  # noqa: S603
        command, env=_environment(proxy), capture_output=True, text=True, timeout=TIMEOUT,
        check=False,
    )  # fmt: skip
    if ended.returncode:
        said = (ended.stderr.strip().splitlines() or ["no message"])[-1]
        raise FrozenWebError(f"the live crawl failed: {said}")


def _environment(proxy: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    root = str(Path(__file__).parent.parent.parent)
    paths = os.pathsep.join(filter(None, (root, kept.get("PYTHONPATH"))))
    ours = {"SCRAPY_SETTINGS_MODULE": "focused_crawler.settings", "PYTHONPATH": paths}
    return kept | ours | {"http_proxy": proxy}
