"""Full batches are left to another process: nothing is lost, whoever dies, and reads see all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from focused_crawler.items import BlockRecord, LinkRecord, PageItem
from focused_crawler.store import CrawlStore
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
