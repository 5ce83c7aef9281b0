"""The sample web as a laboratory: tasks for every shipped topic, and the command on them."""

from __future__ import annotations

from pathlib import Path

import pytest
from crawling import scrapy
from frozen import small_task, small_web

from focused_crawler.laboratory.library import PageLibrary
from focused_crawler.laboratory.papers import METHODS, papers_tables
from focused_crawler.laboratory.sample import load_sample, sample_tasks
from focused_crawler.laboratory.study import Study, run_crawl
from focused_crawler.laboratory.web import save_web
from focused_crawler.page import Page
from focused_crawler.sample_web import build_sample_web


def test_every_shipped_topic_has_three_tasks_with_targets() -> None:
    web, sample = load_sample(), build_sample_web()
    library = PageLibrary(web)

    def parse(url: str) -> Page | None:
        parsed = library.get(url, "page")
        return parsed.page if parsed else None

    tasks = sample_tasks(web, parse)
    assert [task.topic for task in tasks] == sorted([*sample.topics] * 3)
    given = next(task for task in tasks if task.name == "iron-ore/0")
    assert list(given.seeds) == sample.seeds("iron-ore")
    assert all(sample.is_about(url, "iron-ore") for url in given.relevant)
    assert len(given.relevant) > 50


def test_the_tables_of_the_papers_have_a_row_for_each_thing_they_report() -> None:
    web, task = small_web(), small_task()
    study, library = Study(METHODS, pages=500), PageLibrary(web)
    text = papers_tables([run_crawl(study, task, method, library) for method in METHODS])
    assert [line for line in text.splitlines() if line.startswith("00")] == [
        "001 table II: harvest ratio by the labels / as the crawler judged it",
        "002 table 6: precision by the labels",
        "003 figures 5-7",
    ]
    assert "| iron | " in text
    assert all(f"| {method} |" in text for method in ("best-first", "gray-tunneling"))


@pytest.fixture
def web_file(tmp_path: Path) -> Path:
    save_web(small_web(30), tmp_path / "small.jsonl.gz")
    return tmp_path / "small.jsonl.gz"


def test_the_command_measures_checks_and_fails_below_a_floor(web_file: Path) -> None:
    def evaluate(*options: str, methods: str = "best-first,breadth-first") -> tuple[int, str, str]:
        floors = str(web_file.parent / "floors.json")
        ended = scrapy(
            "evaluate", str(web_file), "--methods", methods, "--jobs", "1", "--floors", floors,
            *options, cwd=web_file.parent,
        )  # fmt: skip
        return ended.returncode, ended.stdout, ended.stderr

    pytest.importorskip("matplotlib")
    results = web_file.parent / "results"
    code, out, error = evaluate("--ours", "best-first", "--pin", "--results", str(results))
    assert code == 0, error
    assert out.startswith("small: 61 pages, 6 tasks")
    assert {file.name for file in results.iterdir()} == {
        "table.md", "table.csv", "crawls.csv", "curves.png", "curves.svg",
    }  # fmt: skip
    assert evaluate("--ours", "best-first", "--check")[0] == 0
    code, _, error = evaluate("--ours", "breadth-first", "--check")
    assert code == 1
    assert "below the floor" in error


def test_the_command_refuses_what_is_no_web_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl.gz").write_text("nothing")
    for arguments in (["x.jsonl.gz"], ["nowhere"], ["--methods", "guess"]):
        ended = scrapy("evaluate", *arguments, cwd=tmp_path)
        assert ended.returncode == 1
        assert ended.stderr.startswith("focused-crawler: ")
        assert ended.stderr.count("\n") == 1
