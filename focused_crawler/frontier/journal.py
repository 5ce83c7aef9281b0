"""The durable log of a frontier: a text file that only grows, and is rewritten when it is long.

`flush` hands all records so far to the operating system, in the order of `append`: they survive
the death of the process at any instruction. Every few seconds, and on `close`, the file is synced
to the disk, which bounds what a power cut can take.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

from focused_crawler.frontier.base import FrontierError
from focused_crawler.frontier.lock import Lock
from focused_crawler.frontier.log_format import HEADER, line_of
from focused_crawler.frontier.rewrite import Rewrite, unfinished, write_all

logger = logging.getLogger(__name__)

SYNC_SECONDS = 5.0
BUFFER_BYTES = 1 << 20  # written even without a flush
REWRITE_FLOOR = 100_000  # a log of this many lines over twice what its state needs is rewritten
REWRITE_SLICE = 128 << 10  # bytes of a rewrite per flush: about a millisecond
CLOSED = -1  # no file has this number, so a write after `close` fails
REWRITE_PACE = 4  # and at least this many times what the flush itself wrote, so that it ends


class Journal:
    """Continues the log at `path` after its first `lines`, which take `size` bytes."""

    def __init__(
        self,
        path: Path,
        lock: Lock,
        *,
        size: int,
        lines: int,
        sync_seconds: float = SYNC_SECONDS,
        rewrite_floor: int = REWRITE_FLOOR,
    ) -> None:
        self._path = path
        self._lock = lock
        self._size = size
        self._lines = lines
        self._sync_seconds = sync_seconds
        self._rewrite_floor = rewrite_floor
        self._buffer: list[bytes] = []
        self._buffered = 0
        self._rewrite: Rewrite | None = None
        self._rewrite_after = 0  # lines; raised where a rewrite failed
        self._synced_at = monotonic()
        with reported(path):
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
            self._repair()

    def append(self, record: bytes) -> None:
        """Add a record; `flush` makes it durable."""
        line = line_of(record)
        self._buffer.append(line)
        self._buffered += len(line)
        self._lines += 1
        if self._buffered >= BUFFER_BYTES:
            self.flush()

    def flush(self) -> None:
        """Hand every record so far to the operating system."""
        with reported(self._path):
            written = self._write()
            self._advance_rewrite(max(REWRITE_SLICE, REWRITE_PACE * written))
            if monotonic() - self._synced_at >= self._sync_seconds:
                self._sync()

    @property
    def is_rewriting(self) -> bool:
        return self._rewrite is not None

    def wants_rewrite(self, needed_lines: int) -> bool:
        """Whether most of the log is out of date, if so many lines hold all that is not."""
        longest = max(2 * needed_lines + self._rewrite_floor, self._rewrite_after)
        return self._lines > longest and self._rewrite is None

    def start_rewrite(self, records: Iterator[bytes]) -> None:
        """Begin to replace the log by `records`, the state after all that was flushed."""
        try:
            self._rewrite = Rewrite(self._path, records, log_size=self._size, log_lines=self._lines)
        except OSError as error:
            self._give_up_rewrite(error)

    def close(self) -> None:
        """Make everything durable and let go of the file, even where the first fails."""
        if self._fd == CLOSED:
            return
        try:
            with reported(self._path):
                self._write()
                self._sync()
        finally:
            self._let_go()

    def _repair(self) -> None:
        # What a kill left unfinished goes, here and nowhere else.
        unfinished(self._path).unlink(missing_ok=True)
        os.ftruncate(self._fd, self._size)
        if not self._size:
            write_all(self._fd, HEADER, 0)
            self._size = len(HEADER)
            _sync_folder(self._path)

    def _let_go(self) -> None:
        if self._rewrite is not None:
            self._rewrite.abandon()
        os.close(self._fd)
        self._fd = CLOSED
        self._lock.release()

    def _write(self) -> int:
        data = b"".join(self._buffer)
        try:
            write_all(self._fd, data, self._size)
        except OSError:
            # Half a line must not stay in front of what is written once there is room again.
            with suppress(OSError):
                os.ftruncate(self._fd, self._size)
            raise
        self._size += len(data)
        self._buffer.clear()
        self._buffered = 0
        return len(data)

    def _advance_rewrite(self, budget: int) -> None:
        if self._rewrite is None:
            return
        try:
            if self._rewrite.advance(budget):
                self._rewrite.finish(self._fd, self._size)
                self._continue_in(self._rewrite)
        except (OSError, FrontierError) as error:  # of the disk, or of the state to be written
            self._give_up_rewrite(error)

    def _continue_in(self, rewrite: Rewrite) -> None:
        os.close(self._fd)
        self._fd, self._size = rewrite.fd, rewrite.size
        self._lines -= rewrite.saved_lines
        self._rewrite = None
        _sync_folder(self._path)

    def _give_up_rewrite(self, error: Exception) -> None:
        logger.warning("%s could not be rewritten and grows on: %s", self._path, error)
        if self._rewrite is not None:
            self._rewrite.abandon()
        self._rewrite = None
        self._rewrite_after = 2 * self._lines

    def _sync(self) -> None:
        os.fsync(self._fd)
        self._synced_at = monotonic()


class NoJournal:
    """Keeps nothing: the log of a frontier that ends with its process."""

    is_rewriting = False

    def append(self, record: bytes) -> None:
        pass

    def flush(self) -> None:
        pass

    def wants_rewrite(self, _needed_lines: int) -> bool:
        return False

    def start_rewrite(self, records: Iterator[bytes]) -> None:
        pass

    def close(self) -> None:
        pass


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Turn what the operating system refuses into one line that says what to do."""
    try:
        yield
    except OSError as error:
        raise FrontierError(
            f"{path} cannot be used: {error.strerror or error}; see to the disk's space and the "
            "folder's permissions, then start again: nothing that was recorded is lost"
        ) from error


def _sync_folder(path: Path) -> None:
    # A file's name is durable only once its folder is. Some systems cannot sync a folder.
    with suppress(OSError):
        fd = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
