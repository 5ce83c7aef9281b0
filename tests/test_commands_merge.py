"""`scrapy merge`: what several workers found, in one folder or one PostgreSQL database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from crawling import scrapy
from postgres_server import PostgresServer, postgres_program

from focused_crawler.items import BlockRecord, FormRecord, LinkRecord, PageItem
from focused_crawler.store import CrawlStore

EARLY, LATE = "2026-01-01T00:00:00+00:00", "2026-02-01T00:00:00+00:00"


def page(name: str, *, fetched_at: str = EARLY, text: str = "iron ore") -> PageItem:
    return PageItem(
        url=f"http://a.test/{name}",
        title=f"Page {name}",
        relevance=0.9,
        is_relevant=True,
        reason="ore",
        parts={"places": 0.5},
        parent="http://a.test/",
        fetched_at=fetched_at,
        content_fingerprint=2**64 - 1,
        simhash=5,
        blocks=[BlockRecord(0, "section", "Ore", 1, None, 0.9, text)],
        links=[LinkRecord("http://a.test/next", 0, f"from {text}", 0.4, 0)],
        forms=[FormRecord("searchable", 0.9, 0.8, is_wanted=True, method="get", action="/find")],
    )


def fill(folder: Path, *pages: PageItem, topic: str = "iron-ore", **failures: str) -> Path:
    with CrawlStore(folder / "crawl.db") as store:
        store.set_meta(topic=topic, method="adaptive")
        for item in pages:
            store.save(item)
        for name, reason in failures.items():
            store.save_failure(f"http://a.test/{name}", reason)
    return folder


def rows(folder: Path) -> dict[str, list[Any]]:
    """Everything in a database but the number of its last journal."""
    database = sqlite3.connect(folder / "crawl.db")
    tables = ("pages", "blocks", "links", "forms", "failures", "tunnels", "changes", "meta")
    try:
        found = {t: sorted(map(repr, database.execute(f"SELECT * FROM {t}"))) for t in tables}
        return found | {"counts": list(database.execute("SELECT pages, relevant FROM progress"))}
    finally:
        database.close()


def merged(cwd: Path, *arguments: object) -> CompletedProcess[str]:
    return scrapy("merge", *map(str, arguments), cwd=cwd)


@pytest.fixture
def workers(tmp_path: Path) -> tuple[Path, Path]:
    one = fill(tmp_path / "one", page("a"), page("both", text="old"), lost="timeout", got="reset")
    both = page("both", fetched_at=LATE, text="new")
    two = fill(tmp_path / "two", page("b"), both, page("got"))
    return one, two


def test_each_page_is_there_once_as_it_was_fetched_last(
    workers: tuple[Path, Path], tmp_path: Path
) -> None:
    for order in (workers, workers[::-1]):
        target = tmp_path / f"all-{order[0].name}"
        ended = merged(tmp_path, *order, "--into", target)
        assert ended.returncode == 0, ended.stderr
        assert f"{target}: 4 pages, 4 relevant" in ended.stdout
        with CrawlStore.read(target / "crawl.db") as store:
            assert {url for url, _, _ in store.fingerprints()} == {
                f"http://a.test/{name}" for name in ("a", "b", "both", "got")
            }
            assert [block.text for block in store.blocks("http://a.test/both")] == ["new"]
            assert [link.anchor for link in store.links("http://a.test/both")] == ["from new"]
            assert [found.url for found in store.search("new")] == ["http://a.test/both"]
            assert [failure.url for failure in store.failures()] == ["http://a.test/lost"]
            assert len(store.forms("http://a.test/a")) == 1
            assert store.meta["topic"] == "iron-ore"


def test_merging_again_changes_nothing(workers: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "all"
    merged(tmp_path, *workers, "--into", target)
    before = rows(target)
    again = merged(tmp_path, *workers, "--into", target)
    assert "0 pages added, 0 replaced" in again.stdout
    assert rows(target) == before


def test_crawls_that_learnt_their_topic_apart_are_told_of(
    workers: tuple[Path, Path], tmp_path: Path
) -> None:
    one, two = workers
    (one / "topic.json").write_text('{"examples": [[{"ore": 2, "iron": 1}], [{"a": 1}]]}')
    (two / "topic.json").write_text('{"examples": [[{"a": 1}], [{"iron": 1, "ore": 2}]]}')
    assert not merged(tmp_path, *workers, "--into", tmp_path / "all").stderr
    (two / "topic.json").write_text('{"examples": [[{"coal": 1}]]}')
    told = merged(tmp_path, *workers, "--into", tmp_path / "all")
    assert told.returncode == 0
    assert "relevance is not on one scale" in told.stderr
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nowhere", "--into", "all"), "nowhere holds no crawl"),
        (("one", "--into", "one"), "merged into itself"),
        (("one", "books", "--into", "all"), "computer-books and iron-ore"),
        (("one", "broken", "--into", "all"), "is not a crawl database"),
    ],
)
def test_what_cannot_be_merged_is_named_in_one_line(
    arguments: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    fill(tmp_path / "one", page("a"))
    fill(tmp_path / "books", page("b"), topic="computer-books")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "crawl.db").write_bytes(b"no database" * 100)
    ended = merged(tmp_path, *arguments)
    assert ended.returncode == 1
    assert told in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [(), ("one",), ("one", "--to", "mysql://host/db")])
def test_where_to_has_to_be_said(arguments: tuple[str, ...], tmp_path: Path) -> None:
    ended = merged(tmp_path, *arguments)
    assert ended.returncode == 2
    assert "--into" in ended.stderr + ended.stdout


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    pytest.importorskip("psycopg", reason="no psycopg; `pip install psycopg[binary]` runs this")
    if not postgres_program("initdb"):
        pytest.skip("no PostgreSQL; `apt-get install postgresql` runs these tests")
    server = PostgresServer()
    yield server
    server.stop()


def test_pages_go_to_postgresql_as_fetched_last_and_only_once(
    workers: tuple[Path, Path], tmp_path: Path, postgres: PostgresServer
) -> None:
    import psycopg

    nul = replace(page("nul", text="a\x00b"), title="x\x00y")
    three = fill(tmp_path / "three", nul)
    told = [merged(tmp_path, *workers, three, "--to", postgres.url) for _ in range(2)]
    assert [ended.returncode for ended in told] == [0, 0], told[0].stderr
    assert "6 pages written, 5 there now" in told[0].stdout
    assert "0 pages written, 5 there now" in told[1].stdout
    with psycopg.connect(postgres.url) as connection:
        pages = connection.execute("SELECT url, text, title FROM focused_pages").fetchall()
        links = connection.execute("SELECT page, anchor FROM focused_links").fetchall()
    by_name = {url.rpartition("/")[2]: (text, title) for url, text, title in pages}
    assert by_name["both"] == ("new", "Page both")
    assert by_name["nul"] == ("ab", "xy")
    assert ("http://a.test/both", "from new") in links
    assert len(links) == 5


def test_database_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="no psycopg; `pip install psycopg[binary]` runs this")
    fill(tmp_path / "one", page("a"))
    ended = merged(tmp_path, "one", "--to", "postgresql://me:hunter2@127.0.0.1:9/none")
    assert ended.returncode == 1
    assert "no PostgreSQL at postgresql://127.0.0.1:9/none" in ended.stderr
    assert "hunter2" not in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_address_of_a_database_that_is_none_is_refused_in_one_line(tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="no psycopg; `pip install psycopg[binary]` runs this")
    fill(tmp_path / "one", page("a"))
    ended = merged(tmp_path, "one", "--to", "postgresql://me:hunter2@[::1/none")
    assert ended.returncode == 1
    assert ended.stderr.startswith("focused-crawler: the URL of the database is no address: ")
    assert "hunter2" not in ended.stderr
