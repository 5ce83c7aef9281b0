"""`scrapy sample`: a crawl of the sample web, the truth beside it, nothing set up before."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest
from crawling import command, environment, scrapy

from focused_crawler.commands.sample import comparison, true_counts
from focused_crawler.sample_web import build_sample_web, serve

WEB = build_sample_web()
SMALL = ("sample", "iron-ore", "-a", "max_pages=40")


def test_truth_counts_each_page_once_and_leaves_the_seeds_out() -> None:
    seeds = WEB.seeds("iron-ore")
    relevant = next(url for url in WEB.relevant("iron-ore") if url not in seeds)
    other = next(url for url in WEB.pages if not WEB.is_about(url, "iron-ore"))
    fetched = [*seeds, relevant, relevant, other]
    assert true_counts(WEB, "iron-ore", fetched) == (2, 1)


def test_comparison_shows_both_rates() -> None:
    _, own, true, _ = comparison((40, 20), (0, 0)).splitlines()
    assert own.split()[-6:] == ["40", "pages", "20", "relevant", "50.0", "%"]
    assert true.endswith("-")


def test_crawl_ends_with_summary_and_truth_and_no_noise(tmp_path: Path) -> None:
    done = scrapy(*SMALL, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.startswith("Crawl of iron-ore by adaptive\n")
    assert re.search(r"in truth +\d+ pages +\d+ relevant +\d+\.\d %", done.stdout)
    assert "scrapy sample iron-ore -a method=breadth-first" in done.stdout
    for word in ("Traceback", "WARNING", "ERROR", "Deprecat"):
        assert word not in done.stderr


def test_proxy_of_the_machine_is_not_asked(tmp_path: Path) -> None:
    nowhere = "http://127.0.0.1:9"
    done = scrapy(*SMALL, cwd=tmp_path, proxy=nowhere, HTTP_PROXY=nowhere, no_proxy="*")
    assert done.returncode == 0
    assert "40" in done.stdout


def test_info_of_scrapy_is_there_for_who_asks(tmp_path: Path) -> None:
    done = scrapy(*SMALL, "-L", "INFO", cwd=tmp_path)
    assert "[scrapy.core.engine] INFO: Spider opened" in done.stderr


def test_setting_of_the_command_line_wins_over_the_haste_of_the_sample(tmp_path: Path) -> None:
    done = scrapy(*SMALL, "-L", "INFO", "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=3", cwd=tmp_path)
    assert re.search(r"'?CONCURRENT_REQUESTS_PER_DOMAIN'?: '?3", done.stderr)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["birds"], "no topic 'birds' in the sample web: stock-market"),
        ([], "name one topic of the sample web"),
        (["--serve", "--port", "70000"], "--port takes a number from 0 to 65535"),
    ],
)
def test_bad_argument_is_told_with_the_remedy(
    tmp_path: Path, arguments: list[str], expected: str
) -> None:
    done = scrapy("sample", *arguments, cwd=tmp_path)
    assert done.returncode != 0
    assert expected in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_port_that_is_taken_is_told_with_the_remedy(tmp_path: Path) -> None:
    with serve(WEB) as other:
        done = scrapy("sample", "--serve", "--port", str(other.port), cwd=tmp_path)
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1
    assert "already in use; try another --port" in done.stderr


def test_web_is_served_until_interrupted(tmp_path: Path) -> None:
    with subprocess.Popen(
        command("sample", "--serve"), cwd=tmp_path, env=environment(), text=True,
        stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        proxy = next(line.split("=", 1)[1].strip() for line in lines if "http_proxy=" in line)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy}))
        with opener.open(WEB.seeds("iron-ore")[0], timeout=10) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert "1 requests served." in "".join(lines)
    assert process.returncode == 0


def test_terminal_sees_one_live_line_then_the_summary(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    arguments = ("sample", "iron-ore", "-a", "max_pages=60", "-s", "HARVEST_INTERVAL=0.1")
    with subprocess.Popen(
        command(*arguments), cwd=tmp_path, env=environment() | {"TERM": "xterm"},
        stdout=subprocess.DEVNULL, stderr=theirs,
    ):  # fmt: skip
        os.close(theirs)
        shown = _all_of(ours)
    live, _, summary = shown.partition("Crawl of iron-ore")
    assert re.search(r"\r\x1b\[K\d+/60 pages, \d+ relevant, harvest .* waiting on \d+ hosts", live)
    assert "\n" not in live
    assert "page budget reached" in summary


def _all_of(terminal: int) -> str:
    """Everything written to a terminal until its last writer is gone."""
    pieces = []
    try:
        while piece := os.read(terminal, 65536):
            pieces.append(piece)
    except OSError:  # how Linux says that nobody writes any more
        pass
    os.close(terminal)
    return b"".join(pieces).decode()
