"""A crawl by a link classifier leaves its examples and its model; another starts from them."""

from __future__ import annotations

import json
from pathlib import Path

from crawling import scrapy

from focused_crawler.scoring.link_examples import read_examples
from focused_crawler.strategy.classified import FEATURES


def crawl(folder: Path, job: str, *settings: str) -> str:
    ended = scrapy(
        "sample", "iron-ore", "-a", "method=decision-tree", "-a", "max_pages=150",
        "-s", f"JOBDIR={job}", *settings, cwd=folder,
    )  # fmt: skip
    return ended.stderr


def test_examples_and_model_are_kept_and_train_the_next_crawl(tmp_path: Path) -> None:
    crawl(tmp_path, "first")
    first = read_examples(tmp_path / "first" / "link-examples.csv", FEATURES)
    model = json.loads((tmp_path / "first" / "link-model.json").read_text())
    assert 100 < len(first) == model["examples"] <= 150
    assert {good for _, good in first} == {True, False}
    assert model["kind"] == "DecisionTreeClassifier" and model["tree"]
    crawl(tmp_path, "second", "-s", "LINK_EXAMPLES=first/link-examples.csv")
    second = read_examples(tmp_path / "second" / "link-examples.csv", FEATURES)
    assert second[: len(first)] == first and len(second) > len(first) + 100


def test_bad_examples_stop_a_crawl_with_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("url,anchor\n")
    errors = crawl(tmp_path, "job", "-s", "LINK_EXAMPLES=bad.csv").strip()
    assert "bad.csv has no column" in errors and "Traceback" not in errors


def test_examples_that_the_method_does_not_use_are_told_of_in_one_line(tmp_path: Path) -> None:
    ended = scrapy(
        "sample", "iron-ore", "-a", "max_pages=10", "-s", "LINK_EXAMPLES=nowhere.csv", cwd=tmp_path
    )
    told = [line for line in ended.stderr.splitlines() if "LINK_EXAMPLES" in line]
    assert ended.returncode == 0
    assert len(told) == 1
    assert "is not used: the method adaptive trains no link classifier" in told[0]
    assert "-a method=naive-bayes" in told[0]


def test_bad_sentence_model_stops_a_crawl_with_one_line(tmp_path: Path) -> None:
    ended = scrapy("sample", "iron-ore", "-s", "SEMANTIC_MODEL=nowhere", cwd=tmp_path)
    assert "SEMANTIC_MODEL = 'nowhere' is not a folder" in ended.stderr
    assert "Traceback" not in ended.stderr
