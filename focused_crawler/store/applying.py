"""Puts batches of a journal into the tables in a process of its own, beside the crawl.

SQLite takes a tenth of a page's time, and Python runs one thread at a time; a second core does it
meanwhile. A batch is a stretch of the journal file, so nothing but three numbers is sent. The
process holds the journal's lock as the crawl does, ends when the crawl does, and leaves a batch
that it did not finish where it was: in the journal. One that is silent for END_SECONDS, because it
was stopped, is ended, and the crawl does its work.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from select import POLLIN, poll
from sqlite3 import Connection
from typing import NamedTuple

from focused_crawler.store.errors import StoreError, explained
from focused_crawler.store.journal import records_in
from focused_crawler.store.schema import open_for_writing
from focused_crawler.store.writer import apply

DONE = b"done\n"
FAILED = b"failed\n"  # the crawl tries it itself, and says what is wrong
PACKAGES = Path(__file__).parents[2]  # the folder this package is imported from
START = f"import sys; from {__name__} import main; main(*sys.argv[1:])"
END_SECONDS = 30.0


class Batch(NamedTuple):
    """A stretch of the journal file, and the number it has."""

    number: int
    start: int
    end: int


class Applier:
    """The other process, started for the first batch; a batch at a time."""

    def __init__(self, database: Path, journal: int) -> None:
        path = os.pathsep.join(filter(None, [str(PACKAGES), os.environ.get("PYTHONPATH")]))
        self._process = subprocess.Popen(  # noqa: S603 - this program and its own files
            [sys.executable, "-P", "-c", START, str(database.resolve()), str(journal)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            pass_fds=[journal],
            env=os.environ | {"PYTHONPATH": path},
            start_new_session=True,  # Ctrl-C is for the crawl, which then waits for the batch
        )

    def begin(self, batch: Batch) -> None:
        """Send a batch; raises OSError where the process is gone."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"%d %d %d\n" % batch)

    def has_answered(self, *, within: float = 0.0) -> bool:
        """Whether `finish` would not wait, now or after some seconds."""
        assert self._process.stdout is not None
        asked = poll()  # `select` takes no file beyond the thousandth, and each connection is one
        asked.register(self._process.stdout, POLLIN)
        return bool(asked.poll(1000 * within))

    def finish(self) -> bool:
        """Wait for the batch; whether it is in the tables. If not, nothing puts it there later."""
        assert self._process.stdout is not None
        if not self.has_answered(within=END_SECONDS):
            self._process.kill()
            self._process.wait()
        return self._process.stdout.readline() == DONE

    def close(self) -> None:
        """Let the process end."""
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                self._process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()


def main(path: str, file: str) -> None:
    """Apply the batches that standard input names, and say of each how it went."""
    with suppress(StoreError):  # the crawl will meet the same trouble, and tell
        database = Path(path)
        connection = open_for_writing(database)
        for line in sys.stdin:
            answer = _applied(connection, database, int(file), Batch(*map(int, line.split())))
            with suppress(BrokenPipeError):  # the crawl was killed
                os.write(sys.stdout.fileno(), answer)
        connection.close()


def _applied(connection: Connection, database: Path, journal: int, batch: Batch) -> bytes:
    try:
        with explained(database):
            records = records_in(os.pread(journal, batch.end - batch.start, batch.start))
            apply(connection, records, journal=batch.number)
    except StoreError:
        return FAILED
    return DONE
