"""`scrapy dashboard` from the command line."""

from __future__ import annotations

import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from crawling import command, environment, scrapy

pytest.importorskip("uvicorn", reason="the dashboard's packages are not installed")


@contextmanager
def started(cwd: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A dashboard as a process, and the address it printed."""
    process = subprocess.Popen(
        command("dashboard", "--port", "0", *options), cwd=cwd, env=environment(), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().removeprefix("Dashboard: ").strip()
    finally:
        process.kill()
        process.communicate()


def test_it_serves_this_machine_until_it_is_interrupted(tmp_path: Path) -> None:
    with started(tmp_path) as (process, url):
        assert url.startswith("http://localhost:")
        with urllib.request.urlopen(url, timeout=20) as answer:
            assert "No crawl yet" in answer.read().decode()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def test_folder_of_crawls_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    with started(tmp_path, "--crawls", "nowhere") as (process, _):
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Crawls in nowhere.")
        assert process.stdout.readline().startswith("There is no folder nowhere yet; a crawl")


def test_elsewhere_it_asks_for_the_token_it_printed(tmp_path: Path) -> None:
    with started(tmp_path, "--host", "0.0.0.0") as (_, url):
        address, token = url.replace("0.0.0.0", "127.0.0.1").split("?")
        assert token.startswith("token=")
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(address, timeout=20)
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(f"{address}?{token}", timeout=20) as answer:
            assert "No crawl yet" in answer.read().decode()


def test_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    with started(tmp_path) as (_, url):
        port = url.rstrip("/").rsplit(":", 1)[-1]
        ended = scrapy("dashboard", "--port", port, cwd=tmp_path)
    assert ended.returncode == 1
    assert ended.stderr.startswith("focused-crawler: cannot listen")
    assert ended.stderr.count("\n") == 1


def test_option_that_makes_no_sense_is_refused(tmp_path: Path) -> None:
    assert scrapy("dashboard", "--port", "70000", cwd=tmp_path).returncode == 2
    assert scrapy("dashboard", "extra", cwd=tmp_path).returncode == 2
