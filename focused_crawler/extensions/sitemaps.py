"""Sitemaps of the sites that a two-stage crawl enters: more links to choose from, at one fetch.

robots.txt names them; it is read anyway before a site's first page. They are fetched once that
page has turned out to be on the topic without a form of its own, and only the best
SITE_SITEMAP_URLS of their URLs, ranked like any link of the site, become candidates. A sitemap of
sitemaps is followed to MOST_FILES files.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urljoin, urlsplit

from lxml.etree import LxmlError
from scrapy import Request, signals
from scrapy.exceptions import DontCloseSpider, NotConfigured
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.gz import gunzip
from scrapy.utils.sitemap import Sitemap

from focused_crawler.crawl import at_least, crawl_of
from focused_crawler.deepweb.context import site_name
from focused_crawler.frontier import Pushed
from focused_crawler.items import PageItem
from focused_crawler.strategy.two_stage import two_stage_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.robotstxt import RobotParser

logger = logging.getLogger(__name__)

MOST_FILES = 3  # sitemaps fetched of one site
MOST_URLS = 5_000  # read of one sitemap
GZIP = b"\x1f\x8b"


class SitemapReader:
    """Reads the sitemaps of sites that are worth it."""

    def __init__(self, crawler: Crawler, limit: int) -> None:
        self.crawler, self.limit = crawler, limit
        self.crawl = crawl_of(crawler)
        self.max_size = crawler.settings.getint("DOWNLOAD_MAXSIZE")
        self.named: dict[str, list[str]] = {}  # sitemaps by host, until they are read
        self._tasks: set[asyncio.Future[None]] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if two_stage_of(crawl_of(crawler).ranker.strategy) is None:
            raise NotConfigured
        limit = at_least(crawler.settings, "SITE_SITEMAP_URLS", 0)
        if not limit:
            raise NotConfigured
        reader = cls(crawler, limit)
        connect = crawler.signals.connect
        connect(reader.robots_parsed, signals.robots_parsed)
        connect(reader.page_read, signals.item_scraped)
        connect(reader.page_read, signals.item_dropped)
        connect(reader.spider_idle, signals.spider_idle)
        return reader

    def robots_parsed(self, robotparser: RobotParser, request: Request) -> None:
        """Note where a host says its sitemaps are."""
        host = urlsplit(request.url).netloc
        named = getattr(getattr(robotparser, "rp", None), "sitemaps", ())
        urls = list(islice(_joined(request.url, named), MOST_FILES))
        if urls:
            self.named[host] = urls

    def page_read(self, item: Any) -> None:
        """Read the sitemap of a site whose first page in this run has come in."""
        if not isinstance(item, PageItem):
            return
        sitemaps = self.named.pop(urlsplit(item.url).netloc, [])
        strategy = two_stage_of(self.crawl.ranker.strategy)
        visit = strategy.stage.visits.get(site_name(item.url)) if strategy else None
        if sitemaps and visit and visit.ended is None and not visit.forms:
            task = asyncio.ensure_future(self._read(item.url, sitemaps))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def spider_idle(self) -> None:
        if self._tasks:
            raise DontCloseSpider

    async def _read(self, home: str, sitemaps: list[str]) -> None:
        strategy = two_stage_of(self.crawl.ranker.strategy)
        urls = [url async for url in self._urls(sitemaps)]
        for candidate in strategy.offered(home, urls, self.limit) if strategy else ():
            if self.crawl.frontier.state(candidate.key) is None:
                is_new = self.crawl.frontier.push(candidate) is Pushed.ADDED
                self.crawler.stats.inc_value("sitemap/queued", int(is_new))

    async def _urls(self, sitemaps: list[str]) -> Any:
        waiting, fetched = list(sitemaps), 0
        while waiting and fetched < MOST_FILES:
            body = await self._body(waiting.pop(0))
            fetched += 1
            more, urls = parsed(body)
            waiting += more
            for url in urls:
                yield url

    async def _body(self, url: str) -> bytes:
        request = Request(url, callback=NO_CALLBACK, meta={"handle_httpstatus_all": True})
        try:
            response = await self.crawler.engine.download_async(request)
            self.crawler.stats.inc_value("sitemap/fetched")
            is_packed = response.body.startswith(GZIP)
            return gunzip(response.body, max_size=self.max_size) if is_packed else response.body
        except Exception as error:  # noqa: BLE001 - whatever a sitemap does, the crawl goes on
            self.crawler.stats.inc_value("sitemap/failed")
            logger.debug("%s gave no sitemap: %s", url, error)
            return b""


def _joined(robots: str, sitemaps: Iterable[str]) -> Iterator[str]:
    """The addresses that robots.txt gives, those of other sites left out."""
    for named in sitemaps:
        with suppress(ValueError):  # such as "http://["
            url = urljoin(robots, named)
            if site_name(url) == site_name(robots):
                yield url


def parsed(body: bytes) -> tuple[list[str], list[str]]:
    """The sitemaps and the pages that a sitemap names; nothing for what is none."""
    try:
        sitemap = Sitemap(body)
        urls = list(islice(_locations(sitemap), MOST_URLS))
    except (LxmlError, StopIteration, ValueError, RuntimeError):
        return [], []
    return (urls, []) if sitemap.type == "sitemapindex" else ([], urls)


def _locations(entries: Iterable[dict[str, Any]]) -> Iterator[str]:
    for entry in entries:
        url = str(entry.get("loc", ""))
        if url.startswith(("http://", "https://")):
            yield url
