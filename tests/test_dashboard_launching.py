"""Starting, pausing, going on with and stopping crawls from the browser."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from crawling import ROOT
from dashboard_server import Dashboard, dashboard

from focused_crawler.dashboard.folders import crawl_info, log_tail, read_launch
from focused_crawler.dashboard.launching import LaunchError, Order, start_crawl, stop_crawl
from focused_crawler.dashboard.scrapyd import ScrapydJobs

PATIENCE = 90.0


def until(claim: Callable[[], bool], folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not claim():
        assert time.monotonic() < deadline, f"{crawl_info(folder)}: {log_tail(folder)}"
        time.sleep(0.1)


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Dashboard]:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "focused_crawler.settings")
    monkeypatch.chdir(tmp_path)
    with dashboard(tmp_path / "crawls") as running:
        yield running


def folder_of(location: str, served: Dashboard) -> Path:
    return served.config.crawls / location.rsplit("/", 1)[-1]


@pytest.mark.slow
def test_crawl_is_started_paused_continued_and_stopped(served: Dashboard) -> None:
    started = served.act("/crawls", topic="iron-ore", sample="1", max_pages="1500")
    assert started.status == 303
    path = started.headers["location"]
    folder = folder_of(path, served)
    until(lambda: crawl_info(folder).pages >= 30, folder)
    assert "Pause" in served.get(path).text

    assert served.act(f"{path}/stop", wish="pause").status == 303
    until(lambda: crawl_info(folder).state == "paused", folder)
    paused = crawl_info(folder).pages
    assert "goes on where it stopped" in served.get(path).text

    assert served.act(f"{path}/resume", max_pages="1500").status == 303
    until(lambda: crawl_info(folder).pages > paused, folder)
    served.act(f"{path}/stop", wish="stop")
    until(lambda: not crawl_info(folder).is_running, folder)
    assert crawl_info(folder).state == "ended"
    assert served.act(f"{path}/stop", wish="stop").status == 409


@pytest.mark.slow
def test_crawl_that_cannot_start_says_why(served: Dashboard) -> None:
    path = served.act("/crawls", topic="no-such-topic", max_pages="5").headers["location"]
    folder = folder_of(path, served)
    until(lambda: crawl_info(folder).state == "failed", folder)
    assert "unknown topic" in served.get(path).text


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"topic": "../x"}, "name a topic"),
        ({"topic": "x", "max_pages": "many"}, "is not a number"),
        ({"topic": "x", "max_pages": "-1"}, "a number from 0"),
        ({"topic": "x", "seeds": "/etc/passwd"}, "write http(s) URLs"),
        ({"topic": "x", "seeds": "file:///etc/passwd"}, "is not an http(s) URL"),
        ({"topic": "x", "method": "magic"}, "unknown method"),
    ],
)  # fmt: skip
def test_order_that_makes_no_sense_starts_nothing(
    served: Dashboard, fields: dict[str, str], told: str
) -> None:
    answer = served.act("/crawls", **fields)
    assert answer.status == 400
    assert told in answer.text
    assert not served.config.crawls.exists()


def test_crawl_started_elsewhere_cannot_be_continued_here(served: Dashboard) -> None:
    (served.config.crawls / "other").mkdir(parents=True)
    answer = served.act("/crawls/other/resume", max_pages="5")
    assert answer.status == 409
    assert "not started here" in answer.text


class Scrapyd(BaseHTTPRequestHandler):
    """Speaks the part of scrapyd's interface that is used here."""

    asked: list[tuple[str, dict[str, list[str]]]]
    answer: dict[str, str]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        type(self).asked.append((self.path, parse_qs(body)))
        text = json.dumps(type(self).answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def scrapyd() -> Iterator[str]:
    Scrapyd.asked, Scrapyd.answer = [], {"status": "ok", "jobid": "job7"}
    server = ThreadingHTTPServer(("127.0.0.1", 0), Scrapyd)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def test_scrapyd_is_given_the_job_and_cancels_it(scrapyd: str, tmp_path: Path) -> None:
    jobs = ScrapydJobs(scrapyd, "focused_crawler")
    folder = start_crawl(jobs, Order("iron-ore", max_pages=7), tmp_path)
    assert read_launch(folder)["job"] == "job7"
    stop_crawl(jobs, folder, "pause")
    (start, fields), (cancel, cancelled) = Scrapyd.asked
    assert (start, cancel) == ("/schedule.json", "/cancel.json")
    assert fields["setting"] == [f"JOBDIR={folder}"]
    assert fields["max_pages"] == ["7"]
    assert cancelled["job"] == ["job7"]


def test_refusal_of_scrapyd_is_told(scrapyd: str, tmp_path: Path) -> None:
    Scrapyd.answer = {"status": "error", "message": "project 'x' not found"}
    with pytest.raises(LaunchError, match="project 'x' not found"):
        start_crawl(ScrapydJobs(scrapyd, "x"), Order("iron-ore"), tmp_path)


def test_scrapyd_that_is_away_is_told(tmp_path: Path) -> None:
    with pytest.raises(LaunchError, match="does not answer"):
        start_crawl(ScrapydJobs("http://127.0.0.1:1", "x"), Order("iron-ore"), tmp_path)
