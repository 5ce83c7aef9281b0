"""Full batches are left to another process: nothing is lost, whoever dies, and reads see all."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from focused_crawler.items import BlockRecord, LinkRecord, PageItem
from focused_crawler.store import CrawlStore, StoreError, applying
from focused_crawler.store.crawl_store import BATCH_RECORDS

SEVERAL_BATCHES = 5 * BATCH_RECORDS + 7


def page(number: int) -> PageItem:
    url = f"http://a.test/{number}"
    blocks = [BlockRecord(0, "page", "", 0, None, 0.5, f"iron ore {number}")]
    links = [LinkRecord(f"{url}/{n}", 0, "ore", 0.5, 0) for n in range(3)]
    return PageItem(
        url=url, title="", reason="", relevance=0.5, is_relevant=number % 2 == 0,
        blocks=blocks, links=links, content_fingerprint=number + 1,
    )  # fmt: skip


def helped(path: Path, first: int = 0) -> CrawlStore:
    store = CrawlStore(path, has_helper=True)
    for number in range(first, first + SEVERAL_BATCHES):
        store.save(page(number))
    return store


def stored(path: Path) -> list[str]:
    with CrawlStore.read(path) as reader:
        return sorted(url for url, _, _ in reader.fingerprints())


def urls(count: int) -> list[str]:
    return sorted(page(number).url for number in range(count))


def test_reads_and_parents_see_what_the_helper_has_not_finished(tmp_path: Path) -> None:
    store = helped(tmp_path / "crawl.db")
    assert all(store.parent(page(number).url) for number in range(SEVERAL_BATCHES))
    assert store.counts()[0] == SEVERAL_BATCHES
    assert len(list(store.fingerprints())) == SEVERAL_BATCHES
    store.close()
    assert (tmp_path / "crawl.pending").stat().st_size == 0
    assert stored(tmp_path / "crawl.db") == urls(SEVERAL_BATCHES)


def test_a_helper_that_is_killed_takes_nothing_along(tmp_path: Path) -> None:
    store = helped(tmp_path / "crawl.db")
    assert store._helper is not None
    store._helper._process.send_signal(signal.SIGKILL)
    for number in range(SEVERAL_BATCHES, 2 * SEVERAL_BATCHES):
        store.save(page(number))
    store.close()
    assert stored(tmp_path / "crawl.db") == urls(2 * SEVERAL_BATCHES)


def test_a_helper_that_is_stopped_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(applying, "END_SECONDS", 0.5)
    store = helped(tmp_path / "crawl.db")
    assert store._helper is not None
    process = store._helper._process
    process.send_signal(signal.SIGSTOP)
    for number in range(SEVERAL_BATCHES, 2 * SEVERAL_BATCHES):
        store.record_harvest(
            clock=number, pages=number, relevant=0, waiting=0, hosts=0, pages_per_second=1.0
        )
        store.save(page(number))
    store.close()
    assert process.returncode is not None
    assert stored(tmp_path / "crawl.db") == urls(2 * SEVERAL_BATCHES)
    with CrawlStore.read(tmp_path / "crawl.db") as reader:
        assert len(list(reader.harvest())) == SEVERAL_BATCHES


def test_a_batch_whose_fate_cannot_be_asked_stays_in_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = CrawlStore(tmp_path / "crawl.db", has_helper=True)

    def refuse() -> int:
        raise StoreError("the disk reports an error")

    with sqlite3.connect(tmp_path / "crawl.db") as other:
        other.execute("BEGIN IMMEDIATE")  # so the helper cannot finish
        for number in range(BATCH_RECORDS):
            store.save(page(number))
        assert store._helper is not None
        store._helper._process.kill()
        monkeypatch.setattr(store, "_applied", refuse)
        with pytest.raises(StoreError):
            store.close()
        other.rollback()
    other.close()
    assert stored(tmp_path / "crawl.db") == urls(BATCH_RECORDS)


def test_a_helper_that_cannot_open_the_database_leaves_telling_it_to_the_crawl(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "crawl.db").write_bytes(b"no database" * 100)
    journal = os.open(tmp_path / "journal", os.O_CREAT)
    helper = applying.Applier(tmp_path / "crawl.db", journal)
    assert not helper.finish()
    helper.close()
    os.close(journal)
    assert capfd.readouterr().err == ""


def test_programs_in_the_folder_where_a_crawl_is_started_are_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("json", "sqlite3"):
        (tmp_path / f"{name}.py").write_text(f"open('{name}.was-run', 'w')")
    monkeypatch.chdir(tmp_path)
    store = helped(tmp_path / "crawl.db")
    store.flush()
    assert store.has_helper
    store.close()
    assert not list(tmp_path.glob("*.was-run"))


def test_a_crawl_that_is_killed_leaves_every_page_it_saved(tmp_path: Path) -> None:
    program = (
        "import os, sys; from pathlib import Path; sys.path.insert(0, sys.argv[2]);"
        "from test_store_applying import helped; helped(Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    )
    path = tmp_path / "crawl.db"
    arguments = [sys.executable, "-c", program, str(path), str(Path(__file__).parent)]
    root = str(Path(__file__).parents[1])
    ended = subprocess.run(arguments, env=os.environ | {"PYTHONPATH": root}, check=False)
    assert ended.returncode == -signal.SIGKILL
    store = CrawlStore(path)
    assert store.counts()[0] == SEVERAL_BATCHES
    store.close()
    assert stored(path) == urls(SEVERAL_BATCHES)
