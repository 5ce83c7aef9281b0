"""Forms in the crawl database: saved with their page, counted once a site, and old files."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from stored_pages import SEED, make_page, small_crawl

from focused_crawler.items import FormRecord
from focused_crawler.store import CrawlStore
from focused_crawler.store.schema import VERSION


def form(key: str, *, kind: str = "searchable", is_wanted: bool = True) -> FormRecord:
    fields = [{"kind": "text", "name": "q", "label": "Ørsted's ore", "options": []}]
    return FormRecord(kind, 0.9, 0.7, is_wanted, "get", f"http://{key}", "Search", fields, key)


def test_forms_come_back_as_they_were_saved(tmp_path: Path) -> None:
    with CrawlStore(tmp_path / "crawl.db") as store:
        page = make_page("http://a.test/")
        page.forms = [form("a.test/find"), form("a.test/login", kind="login", is_wanted=False)]
        store.save(page)
        assert [row.form for row in store.forms("http://a.test/")] == page.forms
        assert [row.page for row in store.forms(is_wanted=True)] == ["http://a.test/"]


def test_a_page_saved_again_has_its_new_forms_only(tmp_path: Path) -> None:
    with CrawlStore(tmp_path / "crawl.db") as store:
        for key in ("a.test/old", "a.test/new"):
            page = make_page("http://a.test/")
            page.forms = [form(key)]
            store.save(page)
        assert [row.form.key for row in store.forms()] == ["a.test/new"]


def test_a_form_that_stands_on_many_pages_counts_once(tmp_path: Path) -> None:
    with CrawlStore(tmp_path / "crawl.db") as store:
        for url in ("http://a.test/1", "http://a.test/2", "http://b.test/"):
            page = make_page(url)
            page.forms = [form("a.test/find"), form("x", kind="login", is_wanted=False)]
            store.save(page)
        store.save(make_page("http://c.test/"))
        counts = store.form_counts()
    assert counts is not None
    assert (counts.sites, counts.deep_sites, counts.searchable, counts.wanted) == (3, 2, 1, 1)


def test_a_crawl_without_forms_has_no_counts(tmp_path: Path) -> None:
    with small_crawl(tmp_path / "crawl.db") as store:
        assert store.form_counts() is None


def make_old(path: Path) -> None:
    """A database as version 1 left it."""
    small_crawl(path).close()
    connection = sqlite3.connect(path)
    connection.executescript("DROP TABLE forms; PRAGMA user_version = 1;")
    connection.close()


def test_an_older_database_can_be_read(tmp_path: Path) -> None:
    make_old(tmp_path / "crawl.db")
    with CrawlStore.read(tmp_path / "crawl.db") as store:
        assert store.forms() == []
        assert store.form_counts() is None
        assert store.page(SEED) is not None


def test_an_older_database_is_brought_up_to_date_when_its_crawl_goes_on(tmp_path: Path) -> None:
    make_old(tmp_path / "crawl.db")
    with CrawlStore(tmp_path / "crawl.db") as store:
        page = make_page("http://a.test/")
        page.forms = [form("a.test/find")]
        store.save(page)
        assert len(store.forms()) == 1
    connection = sqlite3.connect(tmp_path / "crawl.db")
    assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    connection.close()
