"""How a crawl stands, for Prometheus: http://127.0.0.1:METRICS_PORT/metrics while it runs.

Off unless METRICS_PORT is set. It listens on loopback unless METRICS_ADDRESS says otherwise;
whoever can reach it can read it. A port that is taken costs the metrics, not the crawl.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request, signals
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.utils.httpobj import urlparse_cached

from focused_crawler.crawl import Crawl, CrawlError, crawl_of
from focused_crawler.exposition import (
    CONTENT_TYPE,
    MOST_GROUPS,
    Family,
    Grouped,
    Sample,
    exposition,
)

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

logger = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
HIGHEST_PORT = 65535
HEAD_BYTES = 8 * 1024
PATIENCE = 5.0  # seconds for a request to come in
# Families made of the stats that begin so; the rest of the name is the label.
COUNTED = (
    ("failures_total", "failure/", "reason", "Pages that gave nothing, by reason"),
    ("refused_total", "guard/", "guard", "Requests and answers refused, by guard"),
    ("responses_total", "downloader/response_status_count/", "status", "Answers, by status"),
    ("links_total", "frontier/", "outcome", "Links found, by what they were to the frontier"),
    ("rendered_total", "render/", "outcome", "Pages that need JavaScript"),
)


class MetricsEndpoint:
    """Serves the numbers of one crawl."""

    def __init__(self, crawl: Crawl, stats: StatsCollector, address: str, port: int) -> None:
        self.crawl, self.stats, self.address, self.port = crawl, stats, address, port
        self.latency = Grouped()
        self._server: asyncio.Server | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        port = crawler.settings.getint("METRICS_PORT")
        if not port:
            raise NotConfigured
        if port > HIGHEST_PORT:  # some event loops take it for another number
            raise CrawlError(f"METRICS_PORT = {port} is no port; name one up to {HIGHEST_PORT}")
        address = crawler.settings["METRICS_ADDRESS"] or LOOPBACK
        extension = cls(crawl_of(crawler), crawler.stats, address, port)
        connect = crawler.signals.connect
        connect(extension.spider_opened, signal=signals.spider_opened)
        connect(extension.spider_closed, signal=signals.spider_closed)
        connect(extension.response_downloaded, signal=signals.response_downloaded)
        return extension

    async def spider_opened(self) -> None:
        serving = asyncio.start_server(self._serve, self.address, self.port, limit=HEAD_BYTES)
        try:
            self._server = await serving
        except OSError as error:
            logger.warning(
                "no metrics: METRICS_PORT = %d on %s cannot be used: %s; name another",
                self.port, self.address, error.strerror,
            )  # fmt: skip

    async def spider_closed(self) -> None:
        if self._server is not None:
            self._server.close()

    def response_downloaded(self, response: Response, request: Request) -> None:
        latency = request.meta.get("download_latency")
        if latency is not None:
            self.latency.observe(urlparse_cached(response).hostname or "", latency)

    def text(self) -> str:
        """The numbers as they are now."""
        return exposition(self._families(), {"topic": self.crawl.name})

    def _families(self) -> Iterator[Family]:
        pages, relevant = self.crawl.store.counts()
        frontier = self.crawl.frontier
        share = relevant / pages if pages else 0.0
        yield _one("pages_total", "counter", "Pages fetched and judged", pages)
        yield _one("relevant_total", "counter", "Relevant pages among them", relevant)
        yield _one("harvest_ratio", "gauge", "Relevant pages by pages", share)
        yield _one("frontier_waiting", "gauge", "Candidates that wait", len(frontier))
        yield _one("frontier_leased", "gauge", "Candidates under way", frontier.leased())
        yield _one("frontier_hosts", "gauge", "Hosts with candidates", frontier.hosts())
        stats = self.stats.get_stats()
        received = stats.get("downloader/response_bytes", 0)
        yield _one("received_bytes_total", "counter", "Bytes of all answers", received)
        yield _one("retries_total", "counter", "Requests tried again", stats.get("retry/count", 0))
        for name, prefix, label, told in COUNTED:
            yield Family(name, "counter", told, tuple(_counted(stats, prefix, label)))
        yield Family(
            "response_seconds", "histogram", "Time to an answer, by top-level name of the host",
            tuple(s for g, h in self.latency.groups.items() for s in h.samples({"group": g})),
        )  # fmt: skip

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(self._answer(head))
                await writer.drain()
        except (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            pass
        finally:
            with suppress(OSError):
                writer.close()

    def _answer(self, head: bytes) -> bytes:
        method, _, target = head.split(b"\r\n", 1)[0].partition(b" ")
        path = target.partition(b" ")[0].partition(b"?")[0]
        is_known = (method, path) == (b"GET", b"/metrics")
        body = (self.text() if is_known else "GET /metrics\n").encode()
        line = "200 OK" if is_known else "404 Not Found"
        fields = f"Content-Type: {CONTENT_TYPE}\r\nContent-Length: {len(body)}\r\n"
        return f"HTTP/1.1 {line}\r\n{fields}Connection: close\r\n\r\n".encode() + body


def _one(name: str, kind: str, told: str, value: float) -> Family:
    return Family(name, kind, told, (("", {}, value),))


def _counted(stats: dict[str, Any], prefix: str, label: str) -> Iterator[Sample]:
    named = sorted((key, value) for key, value in stats.items() if key.startswith(prefix))
    for key, value in named[:MOST_GROUPS]:
        if isinstance(value, int | float):
            yield "", {label: key.removeprefix(prefix)}, value
