"""WarcFile: a WARC file that is appended to, page by page, and survives a killed process.

The records of one page are written at once. A process that dies in between leaves whole records
and at most one torn at the end, which is cut off when the file is opened again. A name that ends
in .gz compresses, record by record, as tools that read single records expect it. warcio is an
optional package, so it is imported when a file is opened.
"""

from __future__ import annotations

import os
import zlib
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, cast

CHUNK = 1 << 18
MAGIC = b"WARC/"
AFTER_RECORD = len(b"\r\n\r\n")


class WarcError(Exception):
    """The file cannot be written; the message says why and what helps."""


@dataclass(frozen=True, slots=True)
class Message:
    """An HTTP request or response."""

    start: str  # "GET /path HTTP/1.1" or "HTTP/1.1 200 OK"
    headers: list[tuple[str, str]]
    body: bytes


class WarcFile:
    """A WARC file, open for more."""

    def __init__(self, path: Path, about: dict[str, str]) -> None:
        self.path = path
        self._is_gzip = path.name.endswith(".gz")
        if find_spec("warcio") is None:
            raise WarcError("a WARC file needs the package warcio; pip install warcio")
        try:
            self._file = self._opened()
            if not self._file.tell():
                self._append_about(about)
        except OSError as error:
            raise WarcError(
                f"{path} cannot be written ({error.strerror}); name another file"
            ) from error

    def write(self, url: str, request: Message, response: Message) -> None:
        """Append a request and its response; they are in the file when this returns."""
        buffer = BytesIO()
        writer = self._writer(buffer)
        writer.write_request_response_pair(
            _record(writer, url, "request", request), _record(writer, url, "response", response)
        )
        self._append(buffer.getvalue())

    def close(self) -> None:
        self._file.close()

    def _opened(self) -> BinaryIO:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = cast("BinaryIO", self.path.open("a+b", buffering=0))
        if not is_warc(file, is_gzip=self._is_gzip):
            file.close()
            raise WarcError(f"{self.path} holds something else than a WARC; name another file")
        end = whole_length(file, is_gzip=self._is_gzip)
        file.truncate(end)
        file.seek(end)
        return file

    def _append_about(self, about: dict[str, str]) -> None:
        buffer = BytesIO()
        writer = self._writer(buffer)
        writer.write_record(writer.create_warcinfo_record(self.path.name, about))
        self._append(buffer.getvalue())

    def _writer(self, buffer: BytesIO) -> Any:
        from warcio.warcwriter import WARCWriter

        return WARCWriter(buffer, gzip=self._is_gzip)

    def _append(self, records: bytes) -> None:
        before = self._file.tell()
        try:
            if self._file.write(records) < len(records):
                raise OSError(None, "the disk is full")
        except OSError:
            with suppress(OSError):
                self._file.truncate(before)
            raise


def is_warc(file: BinaryIO, *, is_gzip: bool) -> bool:
    """Whether a file is empty or begins as a WARC file does, be it a torn one."""
    file.seek(0)
    start = file.read(CHUNK)
    if is_gzip and start:
        try:
            start = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(start, len(MAGIC))
        except zlib.error:
            return False
    return MAGIC.startswith(start[: len(MAGIC)])


def whole_length(file: BinaryIO, *, is_gzip: bool) -> int:
    """How many bytes of a WARC file, from its start, are whole records."""
    record_end = _gzip_record_end if is_gzip else _plain_record_end
    size = file.seek(0, os.SEEK_END)
    end = 0
    while end < size:
        file.seek(end)
        following = record_end(file)
        if following is None or following > size:
            break
        end = following
    return end


def _gzip_record_end(file: BinaryIO) -> int | None:
    member = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        while not member.eof:
            chunk = file.read(CHUNK)
            if not chunk:
                return None
            member.decompress(chunk)
    except zlib.error:
        return None
    return file.tell() - len(member.unused_data)


def _plain_record_end(file: BinaryIO) -> int | None:
    if not file.readline().startswith(MAGIC):
        return None
    length = None
    while (line := file.readline()).strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length" and value.strip().isdigit():
            length = int(value)
    return None if length is None else file.tell() + length + AFTER_RECORD


def _record(writer: Any, url: str, kind: str, message: Message) -> Any:
    from warcio.statusandheaders import StatusAndHeaders

    first, rest = message.start.split(" ", 1)
    headers = StatusAndHeaders(rest, message.headers, protocol=first)
    # With its length told, warcio does not copy the body to a temporary file.
    return writer.create_warc_record(
        url, kind, payload=BytesIO(message.body), length=len(message.body), http_headers=headers
    )
