"""Reading a query log: line by line, with the place of every fault, from where it was left.

A log grows at its end. A `Position` remembers how far it was read and how it began, so that the
next reading counts new queries only, and a log that was replaced is read from its start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TypeVar

from focused_crawler.queries.formats import Parse, Query, format_of
from focused_crawler.topic.errors import TopicError

LONGEST_LINE = 1 << 20  # bytes; a longer one is no query, and may be a whole file without lines
HEAD_BYTES = 4096

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Position:
    """How far a log was read: bytes, lines, and the digest of its beginning."""

    offset: int = 0
    line: int = 0
    head: str = ""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class QueryLog:
    """The queries of a file after a position; `position` is where the reading ended.

    Of a log that `is_growing`, a last line without its end is left for the next reading.
    """

    def __init__(
        self, path: str | Path, *, after: Position | None = None, is_growing: bool = False
    ) -> None:
        self.path = Path(path)
        self.is_growing = is_growing
        self.position = after or Position()

    def __iter__(self) -> Iterator[Query]:
        try:
            with open(self.path, "rb") as file:
                yield from self._queries(file)
        except OSError as error:
            raise TopicError(
                f"query log {self.path}: {error.strerror}; "
                "give a file of CSV, JSON lines, or one query a line"
            ) from None

    def _queries(self, file: BinaryIO) -> Iterator[Query]:
        parse, header = self._format(file)
        start = self.position if self._is_continued(file) else Position()
        offset, number = start.offset, start.line
        file.seek(offset)
        for raw in iter(partial(file.readline, LONGEST_LINE + 1), b""):
            if self.is_growing and len(raw) <= LONGEST_LINE and not raw.endswith(b"\n"):
                break
            number += 1
            offset += len(raw)
            line = self._text(raw, number)
            if line and number != header:
                yield self._explained(number, parse, line)
        self.position = Position(offset, number, _head(file, offset))

    def _format(self, file: BinaryIO) -> tuple[Parse, int]:
        """The parser of this log, and the number of its header line; 0 if it has none."""
        for number, raw in enumerate(iter(partial(file.readline, LONGEST_LINE + 1), b""), start=1):
            if line := self._text(raw, number):
                parse, is_header = self._explained(
                    number, format_of, line, self.path.suffix.lower()
                )
                return parse, number if is_header else 0
        return format_of("", "")[0], 0

    def _is_continued(self, file: BinaryIO) -> bool:
        offset = self.position.offset
        size = file.seek(0, 2)
        return 0 < offset <= size and _head(file, offset) == self.position.head

    def _text(self, raw: bytes, number: int) -> str:
        if len(raw) > LONGEST_LINE:
            self._refuse(number, f"longer than {LONGEST_LINE:,} bytes; write one query a line")
        if b"\0" in raw:
            self._refuse(number, "holds zero bytes; save the log as UTF-8 text")
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            self._refuse(number, f"not UTF-8 text (byte {error.start + 1}); save the log as UTF-8")
        return text.strip("\ufeff \t\r\n")

    def _explained(self, number: int, work: Callable[..., T], *args: str) -> T:
        try:
            return work(*args)
        except ValueError as error:
            self._refuse(number, str(error))

    def _refuse(self, number: int, reason: str) -> NoReturn:
        raise TopicError(f"{self.path}, line {number}: {reason}") from None


def _head(file: BinaryIO, offset: int) -> str:
    file.seek(0)
    return blake2b(file.read(min(offset, HEAD_BYTES)), digest_size=8).hexdigest()
