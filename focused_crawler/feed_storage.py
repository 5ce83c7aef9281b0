"""Feeds in files, without a buffer: setting FEED_STORAGES.

A page is written to its feeds before it is closed in the frontier, so a crawl that is killed and
started again fetches whatever its feeds have not got. That holds only if what was written is out
of the process by then.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO, Any, cast

from scrapy import Spider
from scrapy.extensions.feedexport import FileFeedStorage


class Unbuffered(io.BufferedWriter):
    """A file that has each write at once, as a whole or as an error."""

    def write(self, data: Any, /) -> int:
        written = super().write(data)
        self.flush()
        return written


class UnbufferedFeedStorage(FileFeedStorage):
    """Scrapy's own, with such a file."""

    def open(self, spider: Spider) -> IO[bytes]:  # noqa: ARG002
        Path(self.path).parent.mkdir(parents=True, exist_ok=True)
        return cast("IO[bytes]", Unbuffered(io.FileIO(self.path, self.write_mode)))
