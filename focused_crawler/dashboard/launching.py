"""Starting, pausing and stopping crawls, as processes of this machine.

A crawl survives the dashboard. Pausing ends its process once the requests under way are in;
everything is kept in its folder, and going on means starting it there again.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

from focused_crawler.dashboard.folders import (
    LOCK,
    LOG,
    is_ending,
    is_running,
    read_launch,
    write_launch,
)
from focused_crawler.store.folders import DATABASE
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import is_topic_name
from focused_crawler.topic.seeds import read_seeds

MOST_PAGES = 10_000_000


class LaunchError(Exception):
    """A crawl that cannot be started or stopped; the message says why."""


@dataclass(frozen=True, slots=True)
class Order:
    """A crawl that a person asks for."""

    topic: str
    seeds: str = ""
    method: str = ""
    max_pages: int = 300
    is_sample: bool = False  # of the sample web, which needs no network

    def __post_init__(self) -> None:
        if not is_topic_name(self.topic):
            raise LaunchError("name a topic: letters, digits, - and _")
        if not 0 <= self.max_pages <= MOST_PAGES:
            raise LaunchError(f"pages: a number from 0 (no limit) to {MOST_PAGES:,}")
        if self.seeds:
            # Written in place of the text: a seed list must never be taken for a file's name.
            object.__setattr__(self, "seeds", " ".join(_urls(self.seeds)))

    def arguments(self) -> dict[str, str]:
        """The spider's arguments."""
        given = {"topic": self.topic, "seeds": self.seeds, "method": self.method,
                 "max_pages": str(self.max_pages)}  # fmt: skip
        return {name: value for name, value in given.items() if value}


class Launcher(Protocol):
    """Where crawls run."""

    def start(self, order: Order, folder: Path) -> dict[str, Any]:
        """Start a crawl in a folder; what is needed to stop it."""
        ...

    def stop(self, folder: Path, launch: dict[str, Any]) -> None:
        """Ask a crawl to end."""
        ...


class LocalProcesses:
    """Crawls as processes of this machine."""

    def __init__(self) -> None:
        self._children: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, order: Order, folder: Path) -> dict[str, Any]:
        command = [sys.executable, "-m", "scrapy", *_command(order, folder)]
        with (folder / LOG).open("ab") as log:
            child = subprocess.Popen(  # noqa: S603 - our own command, values checked by Order
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        self._children[child.pid] = child
        # Someone must hear of its end, or it stays in the table of processes.
        Thread(target=child.wait, daemon=True).start()
        return {"process": child.pid}

    def stop(self, folder: Path, launch: dict[str, Any]) -> None:
        process = _holder(folder) or self._starting(launch)
        if not process:
            raise LaunchError("no process runs this crawl any more")
        try:
            os.kill(process, signal.SIGINT)
        except OSError as error:
            raise LaunchError(f"process {process} cannot be stopped: {error.strerror}") from error

    def _starting(self, launch: dict[str, Any]) -> int:
        """A process of ours that has not opened its crawl yet; other numbers may be others' now."""
        child = self._children.get(int(launch.get("process") or 0))
        return child.pid if child and child.poll() is None else 0


def start_crawl(launcher: Launcher, order: Order, crawls: Path) -> Path:
    """Start a crawl in a new folder."""
    folder = crawls / f"{order.topic}-{datetime.now().strftime('%Y%m%d-%H%M%S-%f')[:-3]}"
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise LaunchError(f"cannot write to {crawls}: {error.strerror}") from error
    _launch(launcher, order, folder)
    return folder


def resume_crawl(launcher: Launcher, folder: Path, max_pages: int) -> None:
    """Go on with a crawl that the dashboard started once."""
    launch = read_launch(folder)
    if not launch.get("order"):
        raise LaunchError("this crawl was not started here; go on with it in the terminal")
    if is_running(folder) or is_ending(folder, launch):
        raise LaunchError("the crawl is still running")
    _launch(launcher, Order(**launch["order"] | {"max_pages": max_pages}), folder)


def stop_crawl(launcher: Launcher, folder: Path, wish: str) -> None:
    """Ask a crawl to end: `wish` is "stop" or "pause"."""
    launch = read_launch(folder)
    is_over = (folder / DATABASE).exists() and not is_running(folder)
    if not launch.get("job") and is_over:
        raise LaunchError("the crawl is not running")
    launcher.stop(folder, launch)
    write_launch(folder, launch | {"wish": wish})


def _launch(launcher: Launcher, order: Order, folder: Path) -> None:
    about = {"topic": order.topic, "method": order.method, "order": asdict(order)}
    write_launch(folder, about)
    write_launch(folder, about | launcher.start(order, folder))


def _command(order: Order, folder: Path) -> list[str]:
    arguments = order.arguments()
    command = ["crawl", "focused"]
    if order.is_sample:
        command = ["sample", arguments.pop("topic")]
    for name, value in arguments.items():
        command += ["-a", f"{name}={value}"]
    return [*command, "-s", f"JOBDIR={folder}", "-s", "HARVEST_LOG_INTERVAL=10"]


def _holder(folder: Path) -> int:
    """The process that holds the frontier, where one does."""
    if not is_running(folder):
        return 0
    try:
        return int((folder / LOCK).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


def _urls(text: str) -> tuple[str, ...]:
    if "://" not in text:
        raise LaunchError("seeds: write http(s) URLs, one a line")
    try:
        return read_seeds(text)
    except TopicError as error:
        raise LaunchError(str(error)) from error
