"""Fetching the seed pages of a topic once, to learn from them before any crawl.

The downloader works as in a crawl (proxy, robots.txt, user agent, address guards); what a crawl
adds around it (frontier, scores, pipelines, stores) is left out.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from scrapy import Request, Spider
from scrapy.crawler import CrawlerProcessBase
from scrapy.http import Response, TextResponse
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.python.failure import Failure

from focused_crawler.page import parse_page


@dataclass(frozen=True, slots=True)
class SeedPages:
    """The text of every seed that was reached, and why the others were not."""

    texts: dict[str, str] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)


class SeedSpider(Spider):
    """Fetches given URLs and follows nothing."""

    name = "seed-pages"
    custom_settings = {  # noqa: RUF012 - declared so by Spider
        "SCHEDULER": "scrapy.core.scheduler.Scheduler",
        "SPIDER_MIDDLEWARES": {},
        "ITEM_PIPELINES": {},
        "EXTENSIONS": {},
        "FEEDS": {},
        "JOBDIR": None,
        "TELNETCONSOLE_ENABLED": False,
        # A person waits: a host in trouble is told soon.
        "RETRY_TIMES": 1,
        "GUARD_TROUBLE_TRIES": 1,
        "GUARD_RETRY_AFTER": 2.0,
    }

    def __init__(self, urls: Sequence[str], pages: SeedPages) -> None:
        super().__init__()
        self.urls = urls
        self.pages = pages

    async def start(self) -> AsyncIterator[Request]:
        for url in self.urls:
            yield Request(url, errback=self.failed, cb_kwargs={"seed": url}, dont_filter=True)

    def parse(self, response: Response, seed: str) -> None:
        if not isinstance(response, TextResponse):
            self.pages.failures[seed] = "not a page of text"
            return
        page = parse_page(response.url, response.body, encoding=response.encoding)
        self.pages.texts[seed] = f"{page.title}\n{page.text}"

    def failed(self, failure: Failure) -> None:
        seed = failure.request.cb_kwargs["seed"]  # type: ignore[attr-defined]  # set by Scrapy
        self.pages.failures[seed] = _reason(failure.value)


def _reason(error: BaseException | None) -> str:
    if isinstance(error, HttpError):
        return f"HTTP status {error.response.status}"
    message = str(error).strip().splitlines()
    return message[0] if message else type(error).__name__


def fetch_seed_pages(process: CrawlerProcessBase, urls: Sequence[str]) -> SeedPages:
    """Fetch all seeds; runs the process, so it can be called once."""
    pages = SeedPages()
    process.crawl(SeedSpider, urls=urls, pages=pages)
    process.start()
    return pages
