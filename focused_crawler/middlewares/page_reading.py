"""Hands answers to the process that reads pages; stands nearest to the engine.

What it gives back waits in `response.meta["read"]` for PageAnalysisMiddleware, which reads pages
itself where it finds nothing there. The process is started once a crawl reads READER_SPEED pages a
second; at a polite pace, which few crawls leave, it would save nothing.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import TYPE_CHECKING, Self

from scrapy import Request, signals
from scrapy.exceptions import NotConfigured
from scrapy.http import Response, TextResponse
from w3lib.encoding import http_content_type_encoding

from focused_crawler.cores import cores
from focused_crawler.crawl import crawl_of
from focused_crawler.page_reader import PageReader

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

COUNTED = 25  # pages whose speed is taken together


class PageReadingMiddleware:
    """Has pages read in another process while the crawl goes on."""

    def __init__(self, crawler: Crawler, *, speed: float) -> None:
        self.crawler, self.speed = crawler, speed
        self.reader: PageReader | None = None
        self._pages = 0
        self._since = monotonic()
        self._starting: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        speed = crawler.settings.getfloat("READER_SPEED")
        if speed <= 0 or cores() < 2:
            raise NotConfigured
        middleware = cls(crawler, speed=speed)
        crawler.signals.connect(middleware.spider_closed, signals.spider_closed)
        return middleware

    async def process_response(self, request: Request, response: Response) -> Response:
        if "lease" not in request.meta or not isinstance(response, TextResponse):
            return response
        if not 200 <= response.status < 300:
            return response
        if self._starting is None:
            self._count()
        if self.reader is not None:
            read = await self.reader.read(response.url, response.body, declared_encoding(response))
            if read is not None:
                request.meta["read"] = response.url, read
        return response

    def spider_closed(self) -> None:
        if self.reader is not None:
            self.reader.close()

    def _count(self) -> None:
        self._pages += 1
        if self._pages % COUNTED == 0:
            now = monotonic()
            if self.speed * (now - self._since) <= COUNTED:
                self._starting = asyncio.ensure_future(self._start())
            self._since = now

    async def _start(self) -> None:
        ranker = crawl_of(self.crawler).ranker
        segmenter, language = ranker.strategy.segmenter, ranker.judge.language
        self.reader = PageReader(segmenter=segmenter, language=language)
        try:
            await self.reader.start()
        except OSError as error:
            logger.info("pages are read by the crawl itself, no process can be started: %s", error)


def declared_encoding(response: Response) -> str | None:
    """What the server says the encoding is."""
    content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
    return http_content_type_encoding(content_type)
