"""Reading a log back: whole lines only, each one checked, nothing changed.

A process that is killed may leave its last line half written. Such a line was never acknowledged
and counts as absent. Anything else that is not as it was written is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from focused_crawler.frontier.base import FrontierError
from focused_crawler.frontier.log_format import HEADER, NAME, Replay, fields_of
from focused_crawler.frontier.payloads import Payloads

READ_BYTES = 1 << 20


class LogReader:
    """The log at `path`, which need not exist; sizes are known once it was read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = 0  # complete ones, without the header
        self.size = 0  # bytes in them, with the header

    def state(self, payloads: Payloads) -> Replay:
        """What all records add up to; what candidates say goes to `payloads`."""
        replay = Replay(payloads)
        for fields in self._records():
            try:
                replay.apply(fields)
            except (KeyError, ValueError):
                raise self._damage() from None
        return replay

    def _records(self) -> Iterator[list[bytes]]:
        if not self.path.exists():
            return
        with open(self.path, "rb", buffering=READ_BYTES) as log:
            self.size = self._header_size(log.readline())
            for line in log:
                if not line.endswith(b"\n"):
                    return
                fields = fields_of(line)
                if fields is None:
                    raise self._damage()
                yield fields
                self.size += len(line)
                self.lines += 1

    def _header_size(self, line: bytes) -> int:
        if line == HEADER:
            return len(HEADER)
        if HEADER.startswith(line):
            return 0  # empty, or the very first write was cut short
        if line.startswith(NAME):
            theirs, ours = (text[len(NAME) :].strip().decode("ascii", "replace")
                            for text in (line, HEADER))  # fmt: skip
            raise FrontierError(
                f"{self.path} has format {theirs} (at byte {len(NAME)}), this program reads {ours};"
                " continue it with the version that wrote it, or choose another folder"
            )
        raise FrontierError(
            f"{self.path} is not a frontier (byte 0 is no frontier's header); "
            "put a copy in its place, or choose another folder"
        )

    def _damage(self) -> FrontierError:
        return FrontierError(
            f"{self.path} is damaged at byte {self.size}; put a copy in its place, or keep what was"
            f" recorded before that byte with: truncate --size={self.size} {self.path}"
        )
