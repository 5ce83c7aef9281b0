"""Crawl folders: which there are, and how each crawl stands.

A running crawl holds a lock on its journal, which is not empty. One that ended left the journal
empty and noted why. One that was killed left records behind and no lock.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import Any

from focused_crawler.reports.summary import why
from focused_crawler.reports.view import CrawlView
from focused_crawler.store import StoreError
from focused_crawler.store.folders import DATABASE, JOURNAL
from focused_crawler.store.journal import is_left_behind

LAUNCH = "launch.json"  # how the dashboard started a crawl
LOCK = "frontier.log.lock"  # holds the number of the process that crawls
LOG = "crawl.log"  # what a crawl that the dashboard started has said
LOG_TAIL = 16 * 1024  # bytes
STARTING_SECONDS = 300.0  # a crawl that has stored nothing by then has failed


@dataclass(frozen=True, slots=True)
class CrawlInfo:
    """A crawl as a list shows it."""

    name: str
    folder: Path
    state: str  # starting, running, stopping, paused, ended, interrupted, failed, unreadable
    topic: str = ""
    method: str = ""
    pages: int = 0
    relevant: int = 0
    changed: float = 0.0  # seconds since 1970
    told: str = ""  # why it ended, or what is wrong
    meta: dict[str, Any] = field(default_factory=dict)
    harvest: tuple[float, ...] = ()  # harvest rate over time, for a small line

    @property
    def is_running(self) -> bool:
        return self.state in ("starting", "running", "stopping")

    @property
    def rate(self) -> float:
        return self.relevant / self.pages if self.pages else 0.0


def crawl_folders(crawls: Path) -> list[Path]:
    """The folders of all crawls, also of those that have stored nothing yet."""
    if not crawls.is_dir():
        return []
    return [
        folder
        for folder in crawls.iterdir()
        if (folder / DATABASE).is_file() or (folder / LAUNCH).is_file()
    ]


def all_crawls(crawls: Path) -> list[CrawlInfo]:
    """Every crawl, the running ones and the newest first."""
    known = [crawl_info(folder) for folder in crawl_folders(crawls)]
    return sorted(known, key=lambda crawl: (not crawl.is_running, -crawl.changed))


def crawl_info(folder: Path) -> CrawlInfo:
    """One crawl."""
    launch = read_launch(folder)
    database = folder / DATABASE
    try:
        with CrawlView.open(database) as view:
            meta, (pages, relevant) = view.meta, view.counts()
            harvest = tuple(p.relevant / p.pages for p in view.standings(40) if p.pages)
    except StoreError as error:
        return _unstored(folder, launch, str(error) if database.exists() else "")
    return CrawlInfo(
        name=folder.name, folder=folder, state=_state(folder, meta, launch),
        topic=str(meta.get("topic") or launch.get("topic") or folder.name),
        method=str(meta.get("method") or launch.get("method") or ""),
        pages=pages, relevant=relevant, changed=_changed(folder),
        told=_told(folder, meta, pages), meta=meta, harvest=harvest,
    )  # fmt: skip


def is_running(folder: Path) -> bool:
    """Whether a process holds the crawl."""
    journal = folder / JOURNAL
    try:
        return journal.stat().st_size > 0 and not is_left_behind(journal)
    except OSError:
        return False


def read_launch(folder: Path) -> dict[str, Any]:
    """How the dashboard started this crawl; empty where it did not."""
    try:
        values = json.loads((folder / LAUNCH).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return values if isinstance(values, dict) else {}


def write_launch(folder: Path, values: dict[str, Any]) -> None:
    draft = folder / f".{LAUNCH}.new"
    draft.write_text(json.dumps(values, indent=1), encoding="utf-8")
    draft.replace(folder / LAUNCH)


def log_tail(folder: Path) -> list[str]:
    """The last lines that a crawl has said."""
    try:
        with (folder / LOG).open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - LOG_TAIL))
            return file.read().decode("utf-8", "replace").splitlines()[-40:]
    except OSError:
        return []


def is_alive(process: int) -> bool:
    """Whether a process of this number runs (and is not one that ended and waits to be heard)."""
    if process <= 0:
        return False
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2]
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return not state.strip().startswith("Z")


def _state(folder: Path, meta: dict[str, Any], launch: dict[str, Any]) -> str:
    wish = launch.get("wish") if launch and _is_latest(folder) else None
    if is_running(folder) or (wish and is_ending(folder, launch)):
        return "stopping" if wish else "running"
    if wish == "pause":
        return "paused"
    if (folder / JOURNAL).exists() and (folder / JOURNAL).stat().st_size:
        return "interrupted"
    return "ended" if "stop_reason" in meta else "interrupted"


def is_ending(folder: Path, launch: dict[str, Any]) -> bool:
    """Whether the process still has to let go of the crawl's files, its results being safe."""
    is_young = time() - (folder / LAUNCH).stat().st_mtime < STARTING_SECONDS
    return is_young and is_alive(int(launch.get("process") or 0))


def _is_latest(folder: Path) -> bool:
    """Whether the dashboard's note is younger than the last start, which may be a terminal's."""
    lock = folder / LOCK
    return not lock.exists() or lock.stat().st_mtime <= (folder / LAUNCH).stat().st_mtime


def _unstored(folder: Path, launch: dict[str, Any], trouble: str) -> CrawlInfo:
    is_young = time() - _changed(folder) < STARTING_SECONDS  # numbers of processes come again
    process = int(launch.get("process") or 0)
    is_coming = is_young and bool(launch.get("job") or is_alive(process))
    state = "unreadable" if trouble else "starting" if is_coming else "failed"
    told = "" if state == "starting" else trouble or _last_words(folder)
    return CrawlInfo(
        name=folder.name, folder=folder, state=state,
        topic=str(launch.get("topic") or folder.name), method=str(launch.get("method") or ""),
        changed=_changed(folder), told=told,
    )  # fmt: skip


def _last_words(folder: Path) -> str:
    """The line in which a crawl that could not start said why."""
    lines = [line.strip() for line in log_tail(folder) if line.strip()]
    own = [line for line in lines if line.startswith("focused-crawler:")]
    return (own or lines or ["it left no word; see the log"])[-1].removeprefix("focused-crawler: ")


def _told(folder: Path, meta: dict[str, Any], pages: int) -> str:
    reason = str(meta.get("stop_reason") or "")
    if reason == "finished" and pages and pages >= int(meta.get("max_pages") or 1e18):
        reason = "max_pages"
    return why(reason, folder) if reason else ""


def _changed(folder: Path) -> float:
    return max(_times(folder), default=0.0)


def _times(folder: Path) -> Iterator[float]:
    # SQLite touches its own files when a database is only read.
    for name in (JOURNAL, LAUNCH):
        if (folder / name).exists():
            yield (folder / name).stat().st_mtime
