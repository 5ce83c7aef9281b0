"""What waiting candidates say, by sequence number: the latest in memory, all others on disk.

Order is decided by ranks, which stay in memory; a payload is read when its candidate is fetched or
found again. Beyond `most` payloads the older half goes to a scratch file, in one transaction of
about 1.5 us a payload; to read one back takes 3 us. The file has no name, so it ends with the
process, however that ends: what survives a kill is in the log. Where the disk takes no more, they
stay in memory: a crawl that cannot go on ends when its log cannot be written, with nothing lost.

While a log is rewritten, payloads that were dropped can still be read (`hold`), for the state that
is being written is that of the moment the rewrite began.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import mkstemp

from focused_crawler.frontier.base import FrontierError

logger = logging.getLogger(__name__)

MOST_IN_MEMORY = 60_000  # payloads; some 30 MB
CACHE_KILOBYTES = 8_000  # of the scratch file
# Nothing in the file outlives the process, so nothing is done for its safety; but a transaction
# that a full disk stops must not take along what the file held before.
_CAREFREE = (
    "PRAGMA journal_mode = MEMORY", "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE",
    f"PRAGMA cache_size = -{CACHE_KILOBYTES}",
    "CREATE TABLE payloads (sequence INTEGER PRIMARY KEY, payload BLOB NOT NULL)",
)  # fmt: skip


class Payloads:
    """Payloads by sequence number; the scratch file, once it is needed, lies in `folder`."""

    def __init__(self, folder: Path | None = None, *, most: int = MOST_IN_MEMORY) -> None:
        self._folder, self._most = folder, most
        self._latest: dict[int, bytes] = {}
        self._file: sqlite3.Connection | None = None
        self._gone: list[int] = []  # dropped, and perhaps still in the file
        self._held: set[int] | None = None  # dropped since `hold`

    def __getitem__(self, sequence: int) -> bytes:
        payload = self._latest.get(sequence)
        return self._read(sequence) if payload is None else payload

    def __setitem__(self, sequence: int, payload: bytes) -> None:
        if self._held:
            self._held.discard(sequence)
        self._latest[sequence] = payload
        if len(self._latest) > self._most:
            self._spill()

    def drop(self, sequence: int) -> None:
        """Forget a payload, or do so after `release`."""
        if self._held is not None:
            self._held.add(sequence)
            return
        self._latest.pop(sequence, None)
        if self._file is not None:
            self._gone.append(sequence)

    def hold(self) -> None:
        """Keep from now on what is dropped."""
        self._held = set()

    def release(self) -> None:
        """Forget what was dropped since `hold`."""
        held, self._held = self._held, None
        for sequence in held or ():
            self.drop(sequence)

    def close(self) -> None:
        """Give the disk back; what is in memory can still be read."""
        if self._file is not None:
            self._file.close()

    def _read(self, sequence: int) -> bytes:
        if self._file is None:
            raise KeyError(sequence)
        with _reported():
            row = self._file.execute(
                "SELECT payload FROM payloads WHERE sequence = ?", (sequence,)
            ).fetchone()
        if row is None:
            raise KeyError(sequence)
        payload: bytes = row[0]
        return payload

    def _spill(self) -> None:
        older = sorted(islice(self._latest.items(), len(self._latest) // 2 + 1))
        try:
            file = self._file = self._file or _scratch(self._folder)
            with file:
                file.execute("BEGIN")
                # Deleted first: a candidate that came back has the number it had before.
                gone = ((sequence,) for sequence in self._gone)
                file.executemany("DELETE FROM payloads WHERE sequence = ?", gone)
                file.executemany("REPLACE INTO payloads VALUES (?, ?)", older)
        except (OSError, sqlite3.Error) as error:
            self._most = 2 * len(self._latest)
            logger.warning("%d waiting candidates stay in memory: %s", len(self._latest), error)
            return
        self._gone.clear()
        for sequence, _ in older:
            del self._latest[sequence]


def _scratch(folder: Path | None) -> sqlite3.Connection:
    number, name = mkstemp(prefix=".waiting-", dir=folder)
    os.close(number)
    try:
        file = sqlite3.connect(name, isolation_level=None, check_same_thread=False)
    finally:
        Path(name).unlink()
    try:
        for statement in _CAREFREE:
            file.execute(statement)
    except BaseException:
        file.close()
        raise
    return file


@contextmanager
def _reported() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise FrontierError(
            f"waiting candidates cannot be read from the disk: {error}; see to the disk, then "
            "start again: nothing that was recorded is lost"
        ) from error
