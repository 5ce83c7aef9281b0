"""What SECURITY.md promises: nothing is executed, nothing shown can act, nothing secret is kept."""

from __future__ import annotations

import ast
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from crawling import FAST, ROOT, scrapy
from guarded_crawl import Answer, serve

from focused_crawler import settings

FORBIDDEN_IMPORTS = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "os.system", "os.popen", "yaml.load"}
ESCAPE = "\x1b[31m\x1b]0;taken\x07"
TITLE = f"Iron {ESCAPE}ore \u202etxt.exe<script>alert(1)</script>"
WORDS = "iron ore hematite magnetite mine furnace steel pellet " * 10


def modules() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted((ROOT / "focused_crawler").rglob("*.py")):
        yield str(file.relative_to(ROOT)), ast.parse(file.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def calls(tree: ast.Module) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def test_nothing_is_unpickled_or_evaluated() -> None:
    for name, tree in modules():
        assert not FORBIDDEN_IMPORTS & set(imported(tree)), name
        assert not FORBIDDEN_CALLS & {ast.unparse(call.func) for call in calls(tree)}, name


def test_no_program_is_started_through_a_shell() -> None:
    for name, tree in modules():
        for call in calls(tree):
            assert not any(keyword.arg == "shell" for keyword in call.keywords), name


def test_scrapys_own_pickling_is_switched_off() -> None:
    assert settings.EXTENSIONS["scrapy.extensions.spiderstate.SpiderState"] is None
    assert settings.SCHEDULER.startswith("focused_crawler.")
    assert not settings.TELNETCONSOLE_ENABLED


@pytest.mark.parametrize("name", [name for name in dir(settings) if name.isupper()])
def test_no_setting_holds_a_secret_or_listens_everywhere(name: str) -> None:
    value = getattr(settings, name)
    assert not re.search(r"PASSWORD|SECRET|TOKEN|API_KEY", name) or not value
    assert value not in ("0.0.0.0", "::")


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A crawl of a page that tries to act wherever it is shown, through a proxy with a password."""
    folder = tmp_path_factory.mktemp("hostile")
    page = (
        f"<title>{TITLE.replace('<', '&lt;')}</title><h1>{TITLE.replace('<', '&lt;')}</h1>"
        f"<p>{WORDS}{ESCAPE}</p><h2>=cmd()|' /C calc'!A0</h2><p>{WORDS}</p>"
        '<a href="javascript:alert(1)">iron</a><a href="/b?x=<script>">ore</a>'
    )
    with serve(lambda path: Answer(page.encode(), 200, {"Content-Type": "text/html"})) as web:
        done = scrapy(
            "crawl", "focused", "-a", "topic=iron-ore", "-a", "seeds=http://a.example/", *FAST,
            "-s", "JOBDIR=job", "-s", "ROBOTSTXT_OBEY=0",
            cwd=folder, proxy=f"http://user:hunter2@127.0.0.1:{web.port}",
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder, done.stdout + done.stderr


def shown(folder: Path, *command: str) -> str:
    done = scrapy(*command, "--crawl", "job", cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def is_harmless(text: str) -> bool:
    return not re.search(r"[\x00-\x08\x0b-\x1f\x7f\x9b\u202a-\u202e\u2066-\u2069]", text)


def test_page_cannot_write_to_the_terminal(crawled: tuple[Path, str]) -> None:
    folder, summary = crawled
    assert is_harmless(summary)
    assert is_harmless(shown(folder, "search", "hematite"))
    assert is_harmless(shown(folder, "explain", "http://a.example/"))


def test_page_cannot_act_in_a_report(crawled: tuple[Path, str]) -> None:
    folder, _ = crawled
    for report in folder.rglob("*.html"):
        assert "<script>alert" not in report.read_text(encoding="utf-8")
        assert "javascript:" not in report.read_text(encoding="utf-8")


def test_links_that_are_no_addresses_are_not_kept(crawled: tuple[Path, str]) -> None:
    folder, _ = crawled
    database = sqlite3.connect(folder / "job" / "crawl.db")
    urls = [url for (url,) in database.execute("SELECT url FROM links")]
    database.close()
    assert urls
    assert all(url.startswith("http://a.example/") for url in urls)


def test_password_of_the_proxy_is_kept_nowhere(crawled: tuple[Path, str]) -> None:
    folder, summary = crawled
    assert "hunter2" not in summary
    for file in folder.rglob("*"):
        assert not file.is_file() or b"hunter2" not in file.read_bytes(), file
