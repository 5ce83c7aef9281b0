"""Making a long log short again, a slice at a time, so that no page waits for it.

The state at one moment goes to a new file, followed by what the old log gained meanwhile; then the
new file takes the old one's name. Until that one step the old log is complete and in use, so a
kill at any moment costs nothing but the unfinished file, which the next start removes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from focused_crawler.frontier.log_format import HEADER, line_of

SYNC_BYTES = 8 << 20  # handing a new file to the disk in pieces avoids one long wait at the end
COPY_BYTES = 1 << 20


def unfinished(path: Path) -> Path:
    """Where the rewritten log stands until it is complete."""
    return Path(f"{path}.new")


def write_all(fd: int, data: bytes, offset: int) -> None:
    """Write every byte at `offset`; the system may take fewer at a time."""
    view = memoryview(data)
    while view:
        written = os.pwrite(fd, view, offset)
        offset += written
        view = view[written:]


class Rewrite:
    """A log being rewritten: `advance` until it says so, then `finish`."""

    def __init__(
        self, path: Path, records: Iterator[bytes], *, log_size: int, log_lines: int
    ) -> None:
        self._path = path
        self._records = records
        self._copied = log_size  # what the old log holds beyond this is not in the records
        flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC
        self.fd = os.open(unfinished(path), flags, 0o644)
        self.saved_lines = log_lines  # fewer than the old log has, once finished
        self.size = self._synced = 0

    def advance(self, budget: int) -> bool:
        """Write about `budget` bytes more of the state; True once it is all there."""
        if not self.size:
            self._write(HEADER)
        lines: list[bytes] = []
        for record in self._records:
            lines.append(line_of(record))
            budget -= len(lines[-1])
            if budget <= 0:
                break
        self._write(b"".join(lines))
        self.saved_lines -= len(lines)
        return budget > 0

    def finish(self, log_fd: int, log_size: int) -> None:
        """Add what the old log gained and put the new one in its place."""
        while self._copied < log_size:
            data = os.pread(log_fd, min(COPY_BYTES, log_size - self._copied), self._copied)
            if not data:
                raise OSError(f"the log ended at byte {self._copied} of {log_size}")
            self._write(data)
            self._copied += len(data)
        os.fsync(self.fd)
        unfinished(self._path).replace(self._path)

    def abandon(self) -> None:
        os.close(self.fd)
        with suppress(OSError):
            unfinished(self._path).unlink()

    def _write(self, data: bytes) -> None:
        write_all(self.fd, data, self.size)
        self.size += len(data)
        if self.size - self._synced >= SYNC_BYTES:
            os.fsync(self.fd)
            self._synced = self.size
