"""`scrapy topic`: run as a person runs it, in a project of its own, against a real server."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from focused_crawler.commands.topic import chart
from focused_crawler.topic.library import load_topic
from focused_crawler.topic.weights import WeightTable

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = """
BOT_NAME = "trial"
COMMANDS_MODULE = "focused_crawler.commands"
TOPIC_FOLDERS = ["data/topics"]
SPIDER_MIDDLEWARES = {"trial.missing.Middleware": 1}
ITEM_PIPELINES = {"trial.missing.Pipeline": 1}
SCHEDULER = "trial.missing.Scheduler"
DOWNLOADER_MIDDLEWARES = {
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "focused_crawler.middlewares.robots.SharedRobotsTxt": 100,
}
ROBOTSTXT_OBEY = True
RETRY_ENABLED = False
"""
PAGES = {
    "/robots.txt": ("text/plain", "User-agent: *\nDisallow: /secret\n"),
    "/owl": ("text/html", "<title>Owl</title><p>Owls are birds. The owl hunts. Owls nest.</p>"),
    "/auk": ("text/html", "<title>Auk</title><p>Auks are birds. They nest on cliffs.</p>"),
    "/secret": ("text/html", "<p>Forbidden words</p>"),
    "/image": ("image/png", "\x89PNG\r\n\x1a\n"),
}


class Handler(BaseHTTPRequestHandler):
    """Serves PAGES, also when asked as a proxy, and remembers what was asked for."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        kind, text = PAGES.get("/" + self.path.split("/")[-1], ("text/html", ""))
        self.send_response(200 if text else 404)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[ThreadingHTTPServer]:
    handler = type("Recording", (Handler,), {"asked": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "trial").mkdir()
    (tmp_path / "trial" / "__init__.py").write_text("")
    (tmp_path / "trial" / "settings.py").write_text(SETTINGS)
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = trial.settings\n")
    return tmp_path


def topic(project: Path, *args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if "proxy" not in k.lower()}
    return subprocess.run(
        [sys.executable, "-m", "scrapy", "topic", *args], cwd=project, capture_output=True,
        text=True, check=False, timeout=60, encoding=environment.pop("encoding", "utf-8"),
        env={**clean, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **environment},
    )  # fmt: skip


def base(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}"


def topic_folder(project: Path) -> Path:
    return project / "data" / "topics"


def assert_one_clear_line(done: subprocess.CompletedProcess[str], message: str) -> None:
    assert done.returncode == 1
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.startswith("focused-crawler: ") and done.stderr.count("\n") == 1


def test_list_names_every_topic(project: Path) -> None:
    done = topic(project, "list")
    assert (done.returncode, done.stderr) == (0, "")
    lines = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert set(lines) >= {"computer-books", "genetic-dna", "iron-ore", "stock-market"}
    assert list(lines) == sorted(lines)
    assert lines["stock-market"].endswith("Stock market: 8 seeds, 7 terms")


def test_list_shows_a_broken_topic_with_its_reason(project: Path) -> None:
    (topic_folder(project) / "birds").mkdir(parents=True)
    (topic_folder(project) / "birds" / "topic.toml").write_text("title = owls")
    done = topic(project, "list")
    assert done.returncode == 1
    for expected in ("birds", "unusable", "line 1", "write lines such as", "stock-market"):
        assert expected in done.stdout


def test_show_draws_the_weights_as_bars(project: Path) -> None:
    done = topic(project, "show", "stock-market")
    assert (done.returncode, done.stderr) == (0, "")
    bars = [line for line in done.stdout.splitlines() if "█" in line]
    assert [line.split()[:2] for line in bars[:2]] == [["Stock", "1.0000"], ["Market", "0.7800"]]
    assert bars[0].count("█") > bars[1].count("█") > bars[6].count("█")
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_show_falls_back_to_ascii(project: Path) -> None:
    done = topic(project, "show", "iron-ore", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii() and "####" in done.stdout and "?" not in done.stdout


def test_show_csv_prints_the_table(project: Path) -> None:
    done = topic(project, "show", "stock-market", "--csv")
    assert done.stdout.splitlines()[:3] == ["word,weight", "Stock,1.0", "Market,0.78"]


def test_show_unknown_topic_is_one_clear_line(project: Path) -> None:
    done = topic(project, "show", "iron")
    assert_one_clear_line(done, "unknown topic 'iron'; did you mean 'iron-ore'?")


@pytest.mark.parametrize(
    ("args", "missing"),
    [
        ([], "say what to do: list, show, new"),
        (["show"], "topic show takes the NAME of one topic"),
        (["new", "x"], "topic new takes one NAME, and --seeds FILE_OR_URLS"),
        (["list", "x"], "topic list takes nothing more"),
        (["seeds", "x"], 'topic seeds takes one NAME and one "QUERY" in quotes'),
        (["remove", "x"], "topic has no 'remove'; there are list, show"),
        (["show", "--all"], "topic show takes"),
    ],
)
def test_misuse_says_what_is_missing_and_how_to_write_it(
    project: Path, args: list[str], missing: str
) -> None:
    done = topic(project, *args)
    assert done.returncode == 2
    assert missing in done.stderr and "Traceback" not in done.stderr
    assert (done.stdout + done.stderr).count("list | show NAME") == 1


def test_new_learns_from_the_seed_pages(project: Path, server: ThreadingHTTPServer) -> None:
    (project / "my.txt").write_text(f"{base(server)}/owl\n{base(server)}/auk\n")
    done = topic(project, "new", "sea-birds", "--seeds", "my.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 seeds" in done.stdout and "-a topic=sea-birds" in done.stdout
    made = load_topic("sea-birds", [topic_folder(project)])
    assert made.title == "Sea birds"
    assert made.seeds == (f"{base(server)}/owl", f"{base(server)}/auk")
    assert made.weights is not None
    assert {"owl", "auk"} < {term for term, _ in made.weights.top(4)}
    assert "cliff" in made.weights


def test_new_asks_through_the_proxy_of_the_environment(
    project: Path, server: ThreadingHTTPServer
) -> None:
    done = topic(
        project, "new", "birds", "--seeds", "http://birds.test/owl", http_proxy=base(server)
    )
    assert (done.returncode, done.stderr) == (0, "")
    asked = server.RequestHandlerClass.asked  # type: ignore[attr-defined]
    assert asked == ["http://birds.test/robots.txt", "http://birds.test/owl"]


def test_new_names_the_seeds_it_could_not_read_and_goes_on(
    project: Path, server: ThreadingHTTPServer
) -> None:
    seeds = " ".join(f"{base(server)}/{name}" for name in ("owl", "none", "secret", "image"))
    done = topic(project, "new", "birds", "--seeds", seeds)
    assert done.returncode == 0
    lines = sorted(done.stderr.splitlines())
    assert [line.rsplit("/", 1)[1].split(" ", 1)[0] for line in lines] == [
        "image",
        "none",
        "secret",
    ]
    assert "not a page of text" in lines[0]
    assert "HTTP status 404" in lines[1]
    assert "robots.txt" in lines[2]
    assert len(load_topic("birds", [topic_folder(project)]).seeds) == 4
    asked = server.RequestHandlerClass.asked  # type: ignore[attr-defined]
    assert not any("secret" in path for path in asked)


def test_new_with_no_seed_in_reach_fails_and_writes_nothing(
    project: Path, server: ThreadingHTTPServer
) -> None:
    done = topic(project, "new", "birds", "--seeds", f"{base(server)}/none")
    assert done.returncode == 1
    assert "no seed page could be read, nothing was written" in done.stderr
    assert "Traceback" not in done.stderr
    assert not topic_folder(project).exists()


def test_new_without_learning_fetches_nothing(project: Path, server: ThreadingHTTPServer) -> None:
    folder = project / "elsewhere"
    done = topic(
        project, "new", "birds", "--no-learn", "--seeds", f"{base(server)}/owl",
        "--folder", str(folder),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert load_topic("birds", [folder]).weights is None
    assert server.RequestHandlerClass.asked == []  # type: ignore[attr-defined]


def test_new_keeps_an_existing_topic_unless_forced(project: Path) -> None:
    made = ["new", "birds", "--no-learn", "--seeds"]
    assert topic(project, *made, "https://one.test/").returncode == 0
    assert "birds: 1 seed, weights" in topic(project, "list").stdout.replace("Birds", "birds")
    assert_one_clear_line(topic(project, *made, "https://two.test/"), "exists already")
    assert load_topic("birds", [topic_folder(project)]).seeds == ("https://one.test/",)
    assert topic(project, *made, "https://two.test/", "--force").returncode == 0
    assert load_topic("birds", [topic_folder(project)]).seeds == ("https://two.test/",)


@pytest.mark.parametrize(
    ("name", "seeds", "message"),
    [
        ("../birds", "https://a.test/", "use letters, digits"),
        ("birds", "none.txt", "No such file or directory; give a file with one URL a line"),
        ("birds", "ftp://a.test/", "is not an http(s) URL"),
        ("birds", "", "no seeds given"),
        ("birds", "javascript:alert(1)", "'javascript:alert(1)' is not an http(s) URL such as"),
    ],
)
def test_new_refuses_bad_input_in_one_clear_line(
    project: Path, name: str, seeds: str, message: str
) -> None:
    assert_one_clear_line(topic(project, "new", name, "--seeds", seeds), message)
    assert not topic_folder(project).exists()


def test_chart_fits_the_width_and_counts_what_it_leaves_out() -> None:
    table = WeightTable({f"term{'x' * n}": 1 / (n + 1) for n in range(60)})
    for width in (30, 80):
        lines = list(chart(table, width, "utf-8"))
        assert all(len(line) <= max(width, 24 + 9 + 5) for line in lines[:-1])
        assert lines[-1] == "and 20 more; --csv prints them all"
