"""CrawlStore: the results of one crawl, in one SQLite file.

`save` is durable against kill -9 when it returns and costs one write(): the page goes to a
journal beside the database. The journal enters the tables in batches: after BATCH_RECORDS
records, BATCH_SECONDS after the last batch, before anything is read, and at the end. A full batch
may be left to another process (`applying`); whoever reads waits for it.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from focused_crawler.items import PageItem
from focused_crawler.store.applying import Applier, Batch
from focused_crawler.store.errors import StoreError, explained
from focused_crawler.store.journal import Journal, Record, is_left_behind
from focused_crawler.store.reader import CrawlReader
from focused_crawler.store.rows import Parent, page_record
from focused_crawler.store.schema import open_for_reading, open_for_writing, unsigned
from focused_crawler.store.writer import apply

logger = logging.getLogger(__name__)

BATCH_RECORDS = 64
BATCH_SECONDS = 2.0
MOST_BEHIND = 16 * BATCH_RECORDS  # records that wait for the other process
LONGEST_JOURNAL = 32 << 20  # bytes; then it is emptied
RETRY_SECONDS = 30.0  # after a batch that failed; its records stay safe in the journal


class CrawlStore(CrawlReader):
    """A crawl database, to be written by the one crawl it belongs to, and asked."""

    def __init__(
        self, path: str | Path, *, keeps_text: bool = True, has_helper: bool = False
    ) -> None:
        path = Path(path)
        super().__init__(path, open_for_writing(path))
        self.keeps_text = keeps_text
        self.has_helper = has_helper  # another process puts full batches into the tables
        self._helper: Applier | None = None
        self._pending: dict[str, Parent] = {}
        self._handed: dict[str, Parent] = {}  # those of the batch under way
        self._is_closed = False
        try:
            self._journal = Journal(_journal_path(path), applied=self._applied)
            self.flush()
            self._counts = self._stored_counts()
        except BaseException:
            self._connection.close()
            raise

    @staticmethod
    def read(path: str | Path) -> CrawlReader:
        """Open a database that is not to be changed, also while its crawl is running."""
        path = Path(path)
        if is_left_behind(_journal_path(path)):
            with suppress(StoreError), _untouched(_journal_path(path)):
                CrawlStore(path).close()
        return CrawlReader(path, open_for_reading(path))

    def save(self, page: PageItem) -> None:
        """Keep a page, in place of what was known of its URL. Irrelevant pages keep no text."""
        before = self.parent(page.url)
        self._journal.append(page_record(page, keeps_text=self.keeps_text and page.is_relevant))
        self._pending[page.url] = Parent(page.parent, page.is_relevant)
        pages, relevant = self._counts
        relevant += page.is_relevant - (before is not None and before.is_relevant)
        self._counts = pages + (before is None), relevant
        self._flush_if_due()

    def save_failure(
        self, url: str, reason: str, status: int | None = None, parent: str | None = None
    ) -> None:
        """Keep why a URL gave no page."""
        self._append(["failure", url, reason, status, _now(), parent])

    def save_tunnel(self, target: str, *, length: int, path: Iterable[str]) -> None:
        """Keep through which pages a relevant page was reached."""
        self._append(["tunnel", target, length, list(path)])

    def record_harvest(
        self,
        *,
        clock: int,
        pages: int,
        relevant: int,
        waiting: int,
        hosts: int,
        pages_per_second: float,
    ) -> None:
        """Keep how the crawl stands now."""
        self._append(["harvest", _now(), clock, pages, relevant, waiting, hosts, pages_per_second])

    def save_change(self, url: str, kind: str, *, time: str = "") -> None:
        """Keep what a page is compared with an earlier run: new, changed or gone."""
        self._append(["change", url, time or _now(), kind])

    def set_meta(self, **values: Any) -> None:
        """Note something about the crawl, as JSON values."""
        for key, value in values.items():
            self._append(["meta", key, value])

    def counts(self) -> tuple[int, int]:
        return self._counts

    def parent(self, url: str) -> Parent | None:
        # Asked for every page: it looks into the batch that waits instead of ending it.
        waiting = self._pending.get(url) or self._handed.get(url)
        if waiting is not None:
            return waiting
        rows = self._fetch("SELECT parent, is_relevant FROM pages WHERE url = ?", url)
        return next((Parent(parent, bool(is_relevant)) for parent, is_relevant in rows), None)

    def fetched_at(self, url: str) -> str | None:
        """When a page in the tables was fetched; None where there is no such page."""
        sql = "SELECT ifnull(fetched_at, '') FROM pages WHERE url = ?"
        return next((str(time) for (time,) in self._fetch(sql, url)), None)

    def content_of(self, url: str) -> int | None:
        """The content fingerprint of a page in the tables; the batch that waits is not ended."""
        sql = "SELECT content_fingerprint FROM pages WHERE url = ?"
        return next((unsigned(content) for (content,) in self._fetch(sql, url)), None)

    def score_of(self, url: str) -> tuple[float, dict[str, float]] | None:
        """The score of a page in the tables and its parts; the batch that waits is not ended."""
        rows = self._fetch("SELECT score, parts FROM pages WHERE url = ?", url)
        return next(((score, json.loads(parts)) for score, parts in rows), None)

    def flush(self) -> None:
        """Put everything saved so far into the tables."""
        self._next_batch = monotonic() + BATCH_SECONDS
        self._finish_batch()
        if not self._journal.records:
            return
        with explained(self.path):
            apply(self._connection, self._journal.records, journal=self._journal.number)
        self._journal.restart()
        self._pending.clear()
        self._counts = self._stored_counts()

    def close(self) -> None:
        """Put everything into the tables and let go; what cannot be put stays in the journal."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            self.flush()
        finally:
            if self._helper is not None:
                self._helper.close()
            self._journal.close()
            super().close()

    def _append(self, record: Record) -> None:
        self._journal.append(record)
        self._flush_if_due()

    def _flush_if_due(self) -> None:
        now = monotonic()
        is_full = len(self._journal.records) % BATCH_RECORDS == 0
        if not is_full and now < self._next_batch:
            return
        try:
            if not (is_full and self.has_helper and self._hand_over()):
                self.flush()
        except StoreError as error:
            logger.warning("%s; %d records wait in the journal", error, len(self._journal.records))
            self._next_batch = now + RETRY_SECONDS

    def _hand_over(self) -> bool:
        """Leave a full batch to the helper; False where it is too far behind, or there is none."""
        journal = self._journal
        if len(journal.records) >= MOST_BEHIND or journal.size >= LONGEST_JOURNAL:
            return False
        if self._helper is not None and journal.handed and not self._helper.has_answered():
            return True  # this batch waits for the next turn
        self._finish_batch()
        if not self.has_helper:
            return False
        self._next_batch = monotonic() + BATCH_SECONDS
        try:
            self._helper = self._helper or Applier(self.path, journal.fileno())
            batch = Batch(*journal.hand_over())
            self._handed, self._pending = self._pending, {}
            self._helper.begin(batch)
        except OSError:
            self._give_helper_up()
            return False
        return True

    def _finish_batch(self) -> None:
        """Wait for the batch that was left to the helper."""
        if not self._journal.handed or self._helper is None:
            return
        is_told = self._helper.finish()
        if is_told or self._applied() >= self._journal.number - 1:  # it may die after its commit
            self._journal.handed, self._handed = [], {}
        if not is_told:
            self._give_helper_up()

    def _give_helper_up(self) -> None:
        self.has_helper = False
        self._journal.take_back()
        self._pending = self._handed | self._pending
        if self._helper is not None:
            self._helper.close()
            self._helper = None

    def _rows(self, sql: str, *values: Any) -> Iterator[Any]:
        self.flush()
        return self._fetch(sql, *values)

    def _applied(self) -> int:
        """The number of the newest journal in the tables."""
        ((number,),) = self._fetch("SELECT journal FROM progress")
        return int(number)

    def _stored_counts(self) -> tuple[int, int]:
        ((pages, relevant),) = self._fetch("SELECT pages, relevant FROM progress")
        return pages, relevant


def _journal_path(path: Path) -> Path:
    return path.with_suffix(".pending")


@contextmanager
def _untouched(path: Path) -> Iterator[None]:
    """Keep the file's time: it tells when the crawl saved something last."""
    before = path.stat()
    yield
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
