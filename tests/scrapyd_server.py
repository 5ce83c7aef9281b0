"""A real scrapyd on loopback, and an egg of the project built as scrapyd-client builds it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from crawling import ROOT, environment

PATIENCE = 60.0  # seconds
NEEDED = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in", "scrapy.cfg")
CONFIGURATION = """[scrapyd]
bind_address = 127.0.0.1
http_port = {port}
poll_interval = 0.2
logs_dir = logs
items_dir = items
jobs_dir = jobs
eggs_dir = eggs
dbs_dir = dbs
"""


def build_egg(folder: Path) -> Path:
    """The egg that `make deploy` uploads, built in a copy of the project."""
    source = folder / "source"
    for name in ("focused_crawler", "data"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in NEEDED:
        shutil.copy(ROOT / name, source)
    egg = folder / "focused_crawler.egg"
    done = subprocess.run(
        [sys.executable, "-m", "scrapyd_client.deploy", "--build-egg", str(egg)],
        cwd=source, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert egg.exists(), done.stdout + done.stderr
    return egg


class Scrapyd:
    """A running server, by its web interface."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.url = folder, f"http://127.0.0.1:{port}"
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def ask(self, service: str, fields: list[tuple[str, str]] | None = None) -> dict[str, Any]:
        data = urllib.parse.urlencode(fields).encode() if fields else None
        with self._opener.open(f"{self.url}/{service}", data=data, timeout=30) as answer:
            told: dict[str, Any] = json.load(answer)
        return told

    def add_egg(self, egg: Path) -> dict[str, Any]:
        """Upload a version, as scrapyd-client does: a form with the egg as a file."""
        edge = "a-line-that-no-egg-holds"
        parts = [("project", b"focused_crawler"), ("version", b"1")]
        body = b"".join(
            f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode()
            + value + b"\r\n"
            for name, value in parts
        )  # fmt: skip
        body += (
            f'--{edge}\r\nContent-Disposition: form-data; name="egg"; filename="project.egg"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        ).encode() + egg.read_bytes() + f"\r\n--{edge}--\r\n".encode()  # fmt: skip
        request = urllib.request.Request(
            f"{self.url}/addversion.json", data=body,
            headers={"Content-Type": f"multipart/form-data; boundary={edge}"},
        )  # fmt: skip
        with self._opener.open(request, timeout=60) as answer:
            told: dict[str, Any] = json.load(answer)
        return told

    def run(self, *fields: tuple[str, str]) -> str:
        """Schedule a crawl and wait until it has ended; its job."""
        wanted = [("project", "focused_crawler"), ("spider", "focused"), *fields]
        before = len(self.ask("listjobs.json")["finished"])
        job: str = self.ask("schedule.json", wanted)["jobid"]
        deadline = time.monotonic() + PATIENCE
        while len(self.ask("listjobs.json")["finished"]) == before:
            assert time.monotonic() < deadline, self.log(job)
            time.sleep(0.2)
        return job

    def log(self, job: str) -> str:
        file = self.folder / "logs" / "focused_crawler" / "focused" / f"{job}.log"
        return file.read_text(encoding="utf-8") if file.exists() else "there is no log"


@contextmanager
def scrapyd(folder: Path, proxy: str) -> Iterator[Scrapyd]:
    """A server that keeps all it has in a folder; its crawls go through a proxy."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "scrapyd.conf").write_text(CONFIGURATION.format(port=port), encoding="utf-8")
    variables = environment(proxy)
    for name in ("SCRAPY_SETTINGS_MODULE", "PYTHONPATH"):
        variables.pop(name, None)  # the egg alone must do
    with open(folder / "scrapyd.log", "wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "scrapyd"], cwd=folder, stdout=log, stderr=log,
            env=variables | {"PYTHONWARNINGS": "ignore", "HOME": str(folder)},
        )  # fmt: skip
    try:
        yield _answering(Scrapyd(folder, port), server)
    finally:
        server.terminate()
        server.wait(timeout=20)


def _answering(served: Scrapyd, server: subprocess.Popen[bytes]) -> Scrapyd:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            served.ask("daemonstatus.json")
        except OSError:
            told = (served.folder / "scrapyd.log").read_text(encoding="utf-8")
            assert server.poll() is None, told
            assert time.monotonic() < deadline, told
            time.sleep(0.2)
        else:
            return served


def is_installed() -> bool:
    return os.name == "posix" and bool(shutil.which("scrapyd", path=Path(sys.executable).parent))
