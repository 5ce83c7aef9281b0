"""What was saved is there after a kill at any moment, once."""

from __future__ import annotations

import logging
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stored_pages import make_page, small_crawl

from focused_crawler.store import CrawlStore, StoreError
from focused_crawler.store import crawl_store as module

SAVING = """
import sys
from pathlib import Path
from focused_crawler.store import CrawlStore
from stored_pages import make_page
store = CrawlStore(Path(sys.argv[1]))
number = store.counts()[0]
while number < 20_000:
    url = f"http://a.test/{number}"
    store.save(make_page(url, f"text number {number}", parent=f"http://a.test/{number - 1}"))
    store.save_failure(f"http://failed.test/{number}", "timeout")
    number += 1
    sys.stdout.write(f"{number}\\n")
    sys.stdout.flush()
"""


def run_until_killed(database: Path, after: float) -> int:
    """Save pages in another process, kill it, and return how many saves it acknowledged."""
    paths = os.pathsep.join(["tests", "."])
    process = subprocess.Popen(
        [sys.executable, "-c", SAVING, str(database)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": paths},
        cwd=Path(__file__).parent.parent,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    acknowledged = (first + process.stdout.read()).rpartition(b"\n")[0].split(b"\n")
    process.stdout.close()
    process.wait()
    return int(acknowledged[-1])


def test_kill_loses_nothing_that_was_acknowledged(tmp_path: Path):
    database = tmp_path / "crawl.db"
    for earlier_kills, after in enumerate((0.0, 0.03, 0.11, 0.2)):
        acknowledged = run_until_killed(database, after)

        with CrawlStore.read(database) as reader:
            pages, relevant = reader.counts()
            urls = {url for url, _, _ in reader.fingerprints()}
            failures = len(reader.failures(limit=100_000))
        assert acknowledged <= pages <= acknowledged + 1
        assert relevant == pages == len(urls)
        assert urls == {f"http://a.test/{number}" for number in range(pages)}
        # A kill between a page and its failure leaves that one failure out for good.
        assert acknowledged - earlier_kills <= failures <= pages


def test_text_of_a_killed_crawl_is_searched_and_its_tables_are_sound(tmp_path: Path):
    database = tmp_path / "crawl.db"
    acknowledged = run_until_killed(database, 0.1)

    with CrawlStore(database) as store:
        found = store.search(f'"number {acknowledged - 1}"')
        assert [page.url for page in found] == [f"http://a.test/{acknowledged - 1}"]
    connection = sqlite3.connect(database)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.execute("INSERT INTO page_search (page_search) VALUES ('integrity-check')")
    connection.close()


def saved_lines(folder: Path) -> bytes:
    """The journal of a crawl that was killed before its first batch."""
    store = CrawlStore(folder / "crawl.db")
    for number in range(3):
        store.save(make_page(f"http://a.test/{number}", f"words {number} ü"))
    store.save_tunnel("http://a.test/2", length=1, path=["http://a.test/1", "http://a.test/2"])
    journal = (folder / "crawl.pending").read_bytes()
    store._journal.close()
    store._connection.close()
    return journal


@settings(max_examples=60, deadline=None)
@given(share=st.floats(0, 1))
def test_journal_cut_at_any_byte_gives_the_whole_records_before(tmp_path_factory, share: float):
    folder = tmp_path_factory.mktemp("cut")
    journal = saved_lines(folder)
    cut = journal[: round(share * len(journal))]
    (folder / "crawl.pending").write_bytes(cut)

    with CrawlStore(folder / "crawl.db") as store:
        whole = [url for url, _, _ in store.fingerprints()]
        tunnels = len(store.tunnels())

    ends = [at for at, byte in enumerate(journal) if byte == ord("\n")]
    # A record is whole with or without the line end after it; the first line is the number.
    records = sum(len(cut) >= end for end in ends[1:])
    assert whole == [f"http://a.test/{number}" for number in range(min(3, records))]
    assert tunnels == (records == 4)


def test_journal_restarts_empty_after_it_was_taken_up(tmp_path: Path):
    journal = saved_lines(tmp_path)
    (tmp_path / "crawl.pending").write_bytes(journal + b'["page",["torn')

    CrawlStore(tmp_path / "crawl.db").close()

    assert (tmp_path / "crawl.pending").read_bytes() == b""


@pytest.mark.parametrize("batches", [1, 2, 3])
def test_batch_that_is_in_the_tables_is_not_applied_again(tmp_path: Path, batches: int):
    store = CrawlStore(tmp_path / "crawl.db")
    for clock in range(batches):
        store.flush()
        store.record_harvest(
            clock=clock, pages=1, relevant=1, waiting=1, hosts=1, pages_per_second=1
        )
    journal = (tmp_path / "crawl.pending").read_bytes()
    store.close()
    (tmp_path / "crawl.pending").write_bytes(journal)  # killed after the commit

    with CrawlStore(tmp_path / "crawl.db") as store:
        assert [point.clock for point in store.harvest()] == list(range(batches))


def test_damaged_line_costs_only_itself(tmp_path: Path, caplog):
    lines = saved_lines(tmp_path).splitlines(keepends=True)
    lines[2] = b"\x00\xff garbage\n"
    (tmp_path / "crawl.pending").write_bytes(b"".join(lines))

    with caplog.at_level(logging.WARNING), CrawlStore(tmp_path / "crawl.db") as store:
        assert [url[-1] for url, _, _ in store.fingerprints()] == ["0", "2"]
    assert "damaged lines" in caplog.text


def test_batches_are_applied_while_the_crawl_runs(tmp_path: Path):
    with CrawlStore(tmp_path / "crawl.db") as store:
        for number in range(module.BATCH_RECORDS + 1):
            store.save(make_page(f"http://a.test/{number}"))

        with CrawlStore.read(tmp_path / "crawl.db") as reader:
            assert reader.counts()[0] == module.BATCH_RECORDS


def test_time_alone_ends_a_batch(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(module, "BATCH_SECONDS", 0.0)
    with CrawlStore(tmp_path / "crawl.db") as store:
        store.save(make_page("http://a.test/"))

        with CrawlStore.read(tmp_path / "crawl.db") as reader:
            assert reader.counts() == (1, 1)


def test_database_locked_for_a_while_delays_the_batch_and_loses_nothing(
    tmp_path: Path, monkeypatch, caplog
):
    monkeypatch.setattr("focused_crawler.store.schema.LOCK_SECONDS", 0.05)
    monkeypatch.setattr(module, "BATCH_RECORDS", 2)
    store = CrawlStore(tmp_path / "crawl.db")
    other = sqlite3.connect(tmp_path / "crawl.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for number in range(3):
        store.save(make_page(f"http://a.test/{number}"))
    assert "locked by another program" in caplog.text
    assert store.counts() == (3, 3)

    other.execute("ROLLBACK")
    other.close()
    assert len(store.best()) == 3
    store.close()


def test_two_crawls_cannot_share_a_folder(tmp_path: Path):
    with small_crawl(tmp_path / "crawl.db"), pytest.raises(StoreError, match="in use by a crawl"):
        CrawlStore(tmp_path / "crawl.db")

    CrawlStore(tmp_path / "crawl.db").close()


def test_closing_twice_is_closing_once(tmp_path: Path):
    store = small_crawl(tmp_path / "crawl.db")
    store.close()
    before = (tmp_path / "crawl.db").read_bytes()
    store.close()
    assert (tmp_path / "crawl.db").read_bytes() == before


def test_full_disk_is_told_and_leaves_no_torn_line(tmp_path: Path, monkeypatch):
    store = small_crawl(tmp_path / "crawl.db")
    before = (tmp_path / "crawl.pending").read_bytes()
    write = os.write
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", lambda file, line: write(file, line[:20]))
        with pytest.raises(StoreError, match="disk is full"):
            store.save(make_page("http://a.test/"))

    assert (tmp_path / "crawl.pending").read_bytes() == before
    assert store.counts() == (3, 2)
    store.close()
