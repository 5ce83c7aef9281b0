"""`scrapy export`: what is written can be read by the programs it is for."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from crawling import scrapy
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_crawl import sample_crawl
from stored_pages import ORE, SEED, make_page, small_crawl

from focused_crawler.reports.export import COLUMNS, export, relevant_pages
from focused_crawler.reports.export_warc import write_warc
from focused_crawler.reports.news import earlier_crawls, new_pages
from focused_crawler.reports.view import CrawlView
from focused_crawler.store import CrawlStore


def exported(view: CrawlView, name: str) -> bytes:
    out = io.BytesIO()
    export(view, name, out)
    return out.getvalue()


@pytest.fixture
def view(tmp_path: Path) -> CrawlView:
    small_crawl(tmp_path / "crawl.db").close()
    return CrawlView.open(tmp_path / "crawl.db")


def test_csv_holds_the_relevant_pages_best_first(view: CrawlView) -> None:
    rows = list(csv.DictReader(io.StringIO(exported(view, "csv").decode(), newline="")))
    assert [row["url"] for row in rows] == [SEED, ORE]
    assert tuple(rows[0]) == COLUMNS
    assert float(rows[0]["relevance"]) == 0.9


@pytest.mark.parametrize("title", ["=1+1", "@SUM(A1)", "+x", "-x"])
def test_csv_holds_no_formula(tmp_path: Path, title: str) -> None:
    store = CrawlStore(tmp_path / "crawl.db")
    store.save(make_page(SEED, title=title))
    store.close()
    with CrawlView.open(tmp_path / "crawl.db") as view:
        row = next(csv.DictReader(io.StringIO(exported(view, "csv").decode())))
    assert row["title"] == f"'{title}"


def test_json_lines_hold_the_parts_of_the_score(view: CrawlView) -> None:
    lines = [json.loads(line) for line in exported(view, "jsonl").splitlines()]
    assert [line["url"] for line in lines] == [SEED, ORE]
    assert all(isinstance(line["parts"], dict) for line in lines)


def test_parquet_is_a_table_of_the_same_pages(view: CrawlView) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    table = parquet.read_table(io.BytesIO(exported(view, "parquet")))
    assert table.column("url").to_pylist() == [SEED, ORE]
    assert str(table.schema.field("relevance").type) == "double"


def test_rss_is_a_feed_of_the_newest_pages(view: CrawlView) -> None:
    feed = ET.fromstring(exported(view, "rss"))
    assert [item.findtext("link") for item in feed.iter("item")] == [ORE, SEED]
    assert feed.get("version") == "2.0"


@settings(max_examples=25, deadline=None)
@given(title=st.text(max_size=60))
def test_any_title_gives_files_that_can_be_read(
    tmp_path_factory: pytest.TempPathFactory, title: str
) -> None:
    folder = tmp_path_factory.mktemp("titles")
    store = CrawlStore(folder / "crawl.db")
    store.save(make_page(SEED, title=title))
    store.close()
    with CrawlView.open(folder / "crawl.db") as view:
        assert len(list(ET.fromstring(exported(view, "rss")).iter("item"))) == 1
        assert len(list(csv.reader(io.StringIO(exported(view, "csv").decode(), newline="")))) == 2
        assert json.loads(exported(view, "jsonl"))["url"] == SEED


def test_warc_without_an_archive_holds_the_text(view: CrawlView) -> None:
    pytest.importorskip("warcio", reason="warcio is not installed")
    text = gzip.decompress(exported(view, "warc")).decode()
    assert text.count("WARC-Type: conversion") == 2
    assert "Resources More metals" in text


def test_warc_in_a_file_named_warc_is_not_compressed(view: CrawlView, tmp_path: Path) -> None:
    pytest.importorskip("warcio", reason="warcio is not installed")
    for name, start in (("pages.warc", b"WARC/1.0"), ("pages.warc.gz", b"\x1f\x8b")):
        with open(tmp_path / name, "wb") as file:
            export(view, "warc", file)
        assert (tmp_path / name).read_bytes().startswith(start)


def test_new_pages_are_those_no_earlier_crawl_of_the_topic_holds(tmp_path: Path) -> None:
    for day, urls in ((1, ["a", "b"]), (2, ["b", "c"])):
        store = CrawlStore(tmp_path / f"day{day}" / "crawl.db")
        for url in urls:
            store.save(make_page(f"http://{url}.example/"))
        store.set_meta(topic="iron-ore", started=f"2026-01-0{day}T00:00:00+00:00")
        store.close()
    with CrawlView.open(tmp_path / "day2" / "crawl.db") as view:
        new = [page.url for page in new_pages(view, earlier_crawls(view))]
    assert new == ["http://c.example/"]


@pytest.mark.slow
def test_command_writes_what_a_real_crawl_found() -> None:
    crawl = sample_crawl()
    ended = scrapy("export", "jsonl", "--crawl", "crawls/sample", "-o", "x.jsonl", cwd=crawl.folder)
    assert ended.returncode == 0, ended.stderr
    lines = (crawl.folder / "x.jsonl").read_text(encoding="utf-8").splitlines()
    urls = [json.loads(line)["url"] for line in lines]
    with CrawlView.open(crawl.database) as view:
        assert urls == [page.url for page in relevant_pages(view)]
        assert len(urls) == view.counts()[1]
        out = io.BytesIO()
        write_warc(view, relevant_pages(view), out)
    # The crawl kept an archive: what is exported is what the server sent.
    assert gzip.decompress(out.getvalue()).count(b"WARC-Type: response") >= len(urls) - 1


def test_command_refuses_in_one_line(tmp_path: Path) -> None:
    small_crawl(tmp_path / "c" / "crawl.db").close()
    unknown = scrapy("export", "xls", "--crawl", "c", cwd=tmp_path)
    assert unknown.returncode == 2
    assert "name one format: csv, jsonl, parquet, warc, rss" in unknown.stderr
    nowhere = scrapy("export", "csv", "--crawl", "c", "-o", "no/such/x.csv", cwd=tmp_path)
    assert nowhere.returncode == 1
    assert "no/such/x.csv cannot be written" in nowhere.stderr


def test_format_whose_package_is_missing_names_it(
    view: CrawlView, monkeypatch: pytest.MonkeyPatch
) -> None:
    from focused_crawler.reports.export import ExportError

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ExportError, match="pip install pyarrow"):
        export(view, "parquet", io.BytesIO())
