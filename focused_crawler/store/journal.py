"""The journal: a record is safe as soon as `append` returns, before it is in the database.

One write() per record, so that a killed process leaves whole records and at most one torn line
at the end. The records of one journal enter the database in one transaction, which also notes
the journal's number; then the journal restarts under the next number. Whenever the process dies,
the number tells whether the records it left are in the database already.

A batch may enter the database while others are saved: it is handed over, and the next journal
begins behind it in the same file, which is emptied when nothing in it is needed any more.

A killed process loses nothing. A power cut may lose what the system had not yet written out.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any

import msgspec

from focused_crawler.store.errors import StoreError, explained

logger = logging.getLogger(__name__)

Record = list[Any]  # [kind, value, ...]; it is not changed once it was appended

LOCK_TRIES = 20  # a crawl that was killed may be putting its last batch into the tables
LOCK_PAUSE = 0.05  # seconds

_exact = msgspec.json.Encoder().encode  # a fifth of the time that Python's own encoder takes


class Journal:
    """Records that were saved and are not yet in the database."""

    def __init__(self, path: Path, *, applied: Callable[[], int]) -> None:
        self.path = path
        self.handed: list[Record] = []  # on their way into the database
        self.start = 0  # of the records in the file
        with explained(path):
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            self._lock()
            # Asked only now: until the lock is free, a crawl that was killed may still apply some.
            self.number, self.records = self._left_behind(applied())
            if not self.records:
                self._begin()

    def append(self, record: Record) -> None:
        """Make a record durable."""
        try:
            line = _exact(record) + b"\n"
        except (TypeError, ValueError):
            line = encode(record)
            record = json.loads(line)
        with explained(self.path):
            self._write(line)
        self.records.append(record)

    def hand_over(self) -> tuple[int, int, int]:
        """Begin the next journal behind this one: the number of this one, its start and end."""
        with explained(self.path):
            handed = self.number, self.start, self.size
            self._write(encode(["journal", self.number + 1]))
        self.number, self.start = self.number + 1, handed[2]
        self.handed, self.records = self.records, []
        return handed

    def take_back(self) -> None:
        """What was handed over is not in the database after all."""
        self.records[:0] = self.handed
        self.handed = []

    @property
    def size(self) -> int:
        """Of the file, in bytes."""
        return os.fstat(self._file).st_size

    def fileno(self) -> int:
        return self._file

    def restart(self) -> None:
        """Forget the records, which are in the database now, and begin the next journal."""
        self.number += 1
        self.records.clear()
        with explained(self.path):
            self._begin()

    def close(self) -> None:
        """Let go of the file, which is left empty where every record is in the database."""
        if not self.records and not self.handed:
            os.ftruncate(self._file, 0)
        os.close(self._file)

    def _begin(self) -> None:
        os.ftruncate(self._file, 0)
        self.start = 0
        self._write(encode(["journal", self.number]))

    def _write(self, line: bytes) -> None:
        size = self.size
        if os.write(self._file, line) < len(line):
            os.ftruncate(self._file, size)
            raise OSError(None, "the disk is full; make room and start the crawl again")

    def _lock(self) -> None:
        for _ in range(LOCK_TRIES):
            if _is_locked_by_us(self._file):
                return
            sleep(LOCK_PAUSE)
        os.close(self._file)
        raise StoreError(
            f"{self.path.parent} is in use by a crawl that is running; "
            "wait for it to end, or crawl into another folder"
        )

    def _left_behind(self, applied: int) -> tuple[int, list[Record]]:
        """The number to go on with, and the records of journals after the one applied last."""
        lines = [decode(line) for line in self.path.read_bytes().splitlines()]
        number, records = applied + 1, []
        for record in lines:
            if record and record[0] == "journal":
                number = record[1]
            elif record and number > applied:
                records.append(record)
        if records and None in lines[:-1]:
            logger.warning("%s holds damaged lines; the others are used", self.path)
        return max(number, applied + 1), records


def encode(record: Record) -> bytes:
    """One line of JSON; characters that UTF-8 cannot hold become question marks."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return text.encode("utf-8", "replace") + b"\n"


def decode(line: bytes) -> Record | None:
    """The record of a line, or None where the line is torn or damaged."""
    for read in (msgspec.json.decode, json.loads):  # the quick one knows no NaN
        with suppress(ValueError):
            record = read(line)
            return record if isinstance(record, list) and record else None
    return None


def records_in(lines: bytes) -> list[Record]:
    """The records of a stretch of a journal."""
    found = map(decode, lines.splitlines())
    return [record for record in found if record and record[0] != "journal"]


def is_left_behind(path: Path) -> bool:
    """Whether a crawl that is no longer running left records here."""
    if not path.is_file() or not path.stat().st_size:
        return False
    with path.open("rb") as file:
        return _is_locked_by_us(file.fileno())


def _is_locked_by_us(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _plain(value: Any) -> float | str:
    # Numbers of array libraries are not JSON, and models hand them out as scores.
    return float(value) if hasattr(value, "__float__") else str(value)
