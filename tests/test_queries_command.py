"""`scrapy topic queries` and `scrapy topic show --history`, run as a person runs them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from crawling import scrapy

from focused_crawler.queries.interest import FILE, load_interest

TOML = 'title = "Elections"\nphrases = ["lok sabha"]\n'
LOG = """Kejriwal new manifesto for lok sabha polls 2014.
Manifesto of BJP for lok sabha polls 2014.
lok sabha polls 2014 dates
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "topics" / "elections"
    folder.mkdir(parents=True)
    (folder / "topic.toml").write_text(TOML)
    (folder / "seeds.txt").write_text("http://a.test/\n")
    (tmp_path / "log.txt").write_text(LOG)
    return tmp_path


def topic(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    folders = f"TOPIC_FOLDERS={project / 'data' / 'topics'}"
    return scrapy("topic", *arguments, "-s", folders, cwd=project)


def interest_file(project: Path, name: str = "elections") -> Path:
    return project / "data" / "topics" / name / FILE


def test_queries_build_the_table_and_show_tells_its_history(project: Path) -> None:
    done = topic(project, "queries", "elections", "log.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 queries" in done.stdout and "lok sabha" in done.stdout
    interest = load_interest(interest_file(project).parent)
    assert interest.weights == {"2014": 1.5, "lok sabha": 1.5, "poll": 1.5, "manifesto": 1.0}
    with open(project / "log.txt", "a") as log:
        log.write("cricket\ncricket score\n")
    assert topic(project, "queries", "elections", "log.txt").returncode == 0
    told = topic(project, "show", "elections", "--history")
    assert (told.returncode, told.stderr) == (0, "")
    assert "added: 2014 1.5, lok sabha 1.5" in told.stdout
    assert "dropped:" in told.stdout and "added: cricket 1" in told.stdout
    assert "most asked: cricket (1), cricket score (1)" in told.stdout


def test_log_without_news_is_one_clear_line(project: Path) -> None:
    assert topic(project, "queries", "elections", "log.txt").returncode == 0
    done = topic(project, "queries", "elections", "log.txt")
    assert done.returncode == 1
    assert "no new queries since it was last read; nothing was changed" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no queries; nothing was changed"),
        (b"iron\nca\xe9\n", "log.txt, line 2: not UTF-8 text"),
        (None, "No such file or directory"),
    ],
)
def test_bad_log_writes_nothing(project: Path, content: bytes | None, message: str) -> None:
    if content is None:
        (project / "log.txt").unlink()
    else:
        (project / "log.txt").write_bytes(content)
    done = topic(project, "queries", "elections", "log.txt")
    assert done.returncode == 1 and message in done.stderr and done.stderr.count("\n") == 1
    assert not interest_file(project).exists()


def test_topic_that_ships_is_copied_into_the_project_first(project: Path) -> None:
    done = topic(project, "queries", "iron-ore", "log.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert interest_file(project, "iron-ore").is_file()
    assert (interest_file(project, "iron-ore").parent / "weights.csv").is_file()


def test_history_of_a_topic_without_queries_says_how_to_make_it(project: Path) -> None:
    done = topic(project, "show", "elections", "--history")
    assert done.returncode == 1
    assert "make one with: scrapy topic queries elections LOG" in done.stderr
