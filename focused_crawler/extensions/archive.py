"""A WARC file of the relevant pages, switched on by naming it in WARC_FILE."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.response import response_status_message

from focused_crawler.crawl import CrawlError, crawl_of
from focused_crawler.items import PageItem
from focused_crawler.warc import Message, WarcError, WarcFile

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Headers, Response
    from scrapy.statscollectors import StatsCollector

logger = logging.getLogger(__name__)

# Scrapy hands over the body as it was before chunking. A Content-Encoding that it has undone is
# gone from the headers; one that is left there still holds for the body.
NOT_KEPT = frozenset({"transfer-encoding", "content-length"})
SECRET = frozenset({"authorization", "proxy-authorization"})  # archives are handed on


class ArchiveExtension:
    """Writes the requests and responses of relevant pages to a WARC file."""

    def __init__(self, warc: WarcFile, stats: StatsCollector) -> None:
        self.warc = warc
        self.stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        name = crawler.settings.get("WARC_FILE")
        if not name:
            raise NotConfigured
        assert crawler.stats is not None
        crawl = crawl_of(crawler)
        about = {"software": "focused_crawler", "isPartOf": crawl.name}
        try:
            warc = WarcFile(archive_path(crawl.folder, name), about)
        except WarcError as error:
            raise CrawlError(f"WARC_FILE: {error}") from error
        extension = cls(warc, crawler.stats)
        crawler.signals.connect(extension.item_scraped, signals.item_scraped)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def item_scraped(self, item: Any, response: Response | None) -> None:
        if response is None or not isinstance(item, PageItem) or not item.is_relevant:
            return
        request = response.request or Request(response.url)
        try:
            self.warc.write(response.url, request_message(request), response_message(response))
        except OSError as error:
            self.stats.inc_value("archive/failed")
            logger.error("%s lacks %s: %s", self.warc.path, response.url, error.strerror)
        else:
            self.stats.inc_value("archive/written")

    def spider_closed(self) -> None:
        self.warc.close()


def archive_path(folder: Path, name: str) -> Path:
    """A path of one's own may lead anywhere, as those of feeds do; a name stays in the folder."""
    path = folder / name
    if not Path(name).is_absolute() and not path.resolve().is_relative_to(folder.resolve()):
        raise CrawlError(
            f"WARC_FILE = {name!r} leads out of the crawl folder; "
            "give a name inside it, or an absolute path"
        )
    return path


def request_message(request: Request) -> Message:
    """A request as it went over the wire, without secrets."""
    parts = urlsplit(request.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = ("Host", parts.netloc.rpartition("@")[2])
    headers = [host, *_headers(request.headers, without=SECRET | {"host"})]
    return Message(f"{request.method} {target} HTTP/1.1", headers, request.body)


def response_message(response: Response) -> Message:
    """A response with the body that Scrapy decoded, and headers that are true of it."""
    length = ("Content-Length", str(len(response.body)))
    headers = [*_headers(response.headers, without=NOT_KEPT), length]
    status = response_status_message(response.status)
    return Message(f"HTTP/1.1 {status}", headers, response.body)


def _headers(headers: Headers, *, without: frozenset[str]) -> list[tuple[str, str]]:
    return [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in headers.items()
        for value in values
        if name.decode("latin-1").lower() not in without
    ]
