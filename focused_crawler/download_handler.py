"""Scrapy's HTTP handler with a bound on what stands before the body: setting DOWNLOAD_HANDLERS.

DOWNLOAD_MAXSIZE bounds the body alone. A host that never stops sending header lines filled 1.8 GB
of memory within one DOWNLOAD_TIMEOUT of 30 s. Here a connection is given up once the status line
and the headers of one answer take more than MOST_HEADER_BYTES.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
)
from twisted.python.failure import Failure
from twisted.web._newclient import BODY, DONE, ParseError

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

MOST_HEADER_BYTES = 256 * 1024  # servers themselves take 8 to 64 KB


class BoundedProtocol(_LenientHTTP11ClientProtocol):
    """One connection; its parser is told of as many header bytes as are allowed."""

    _header_bytes = 0

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        super().dataReceived(data)  # type: ignore[no-untyped-call]
        parser: Any = self._parser
        if parser is None or parser.state in (BODY, DONE):
            self._header_bytes = 0
            return
        self._header_bytes += len(data)
        if self._header_bytes > MOST_HEADER_BYTES:
            self._refuse()

    def _refuse(self) -> None:
        text = f"the headers are larger than {MOST_HEADER_BYTES} bytes"
        error = ParseError(text, b"")  # type: ignore[no-untyped-call]
        failure = Failure(error)  # type: ignore[no-untyped-call]
        self._giveUp(failure)  # type: ignore[no-untyped-call]


class BoundedFactory(_LenientHTTP11ClientFactory):
    """Makes such connections."""

    def buildProtocol(self, addr: Any) -> BoundedProtocol:  # noqa: ARG002, N802
        return BoundedProtocol(self._quiescentCallback)  # type: ignore[no-untyped-call]


class BoundedHttpHandler(HTTP11DownloadHandler):
    """Downloads http and https as Scrapy does, through bounded connections."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pool._factory = BoundedFactory  # noqa: SLF001
