"""`scrapy forms`: run as a person runs it, on files and against a real server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (
    '<meta charset="windows-1251"><form action="/find"><label>Слово <input name=q></label>'
    "<button>Найти</button></form><form action=/login method=post><input name=user>"
    "<input type=password name=pw><button>Войти</button></form>"
)


class Handler(BaseHTTPRequestHandler):
    """One page, one that is missing, one that never answers."""

    def do_GET(self) -> None:
        self.send_response(404 if self.path.endswith("missing") else 200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


def scrapy_forms(*args: str) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    environment |= {"PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", "scrapy", "forms", *args],
        capture_output=True, encoding="utf-8", cwd=ROOT, env=environment, timeout=60, check=False,
    )  # fmt: skip


def test_file_as_json_has_class_probability_and_fields(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(PAGE, encoding="utf-8")
    ended = scrapy_forms(str(file), "--json", "--url", "http://stones.example/a/")
    search, login = json.loads(ended.stdout)
    assert ended.returncode == 0
    assert (search["class"], search["is_searchable"]) == ("searchable", True)
    assert search["probability"] == search["probabilities"]["searchable"] > 0.5
    assert search["action"] == "http://stones.example/find"
    assert search["fields"][0]["label"] == "Слово"  # the file is UTF-8, whatever it declares
    assert (login["class"], login["method"]) == ("login", "post")


def test_url_as_a_table(server: str) -> None:
    ended = scrapy_forms(f"{server}/page")
    assert ended.returncode == 0
    assert [line.split()[0] for line in ended.stdout.splitlines()[::2]] == ["searchable", "login"]
    assert f"GET {server}/find" in ended.stdout
    assert "Слово (text)" in ended.stdout


def test_page_without_forms_says_so(tmp_path: Path) -> None:
    file = tmp_path / "plain.html"
    file.write_text("<p>Nothing to fill in</p>")
    assert scrapy_forms(str(file)).stdout == "The page has no forms.\n"
    assert json.loads(scrapy_forms(str(file), "--json").stdout) == []


@pytest.mark.parametrize(
    "name", ["missing.html", ".", "http://127.0.0.1:9/", "http://", "ftp://a/b"]
)
def test_what_is_no_page_fails_in_one_line(name: str) -> None:
    ended = scrapy_forms(name)
    assert ended.returncode != 0
    assert len(ended.stderr.splitlines()) == 1
    assert ended.stderr.startswith(f"{name}: ")
    assert ended.stdout == ""


def test_missing_page_names_its_status(server: str) -> None:
    ended = scrapy_forms(f"{server}/missing")
    assert ended.returncode == 1
    assert ended.stderr == f"{server}/missing: HTTP status 404; try another page\n"


def test_call_without_a_page_shows_the_usage() -> None:
    ended = scrapy_forms()
    assert ended.returncode == 2
    assert "forms takes one file or URL" in ended.stderr + ended.stdout
