"""The crawlers that `benchmarks.throughput` compares; each run writes its speed to a file.

Speed counts from the twentieth page to the last, so that starting Python is not part of it.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from scrapy import Request, Spider, signals
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor
from scrapy.settings import Settings
from scrapy.spiders import CrawlSpider, Rule
from scrapy.utils.project import get_project_settings

from benchmarks.throughput import FAST

WARM_UP = 20


class Stopwatch:
    """Times the pages between the warm-up and the last."""

    def __init__(self, crawler: Any) -> None:
        self.times: list[float] = []
        self.processor = 0.0
        crawler.signals.connect(self.response_received, signals.response_received)
        crawler.signals.connect(self.spider_closed, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Any) -> Stopwatch:
        return cls(crawler)

    def response_received(self, response: Any) -> None:
        if response.status == 200:
            self.times.append(time.perf_counter())
            if len(self.times) == WARM_UP:
                self.processor = time.process_time()

    def spider_closed(self) -> None:
        timed = self.times[WARM_UP:]
        seconds = time.perf_counter() - timed[0]
        processor = (time.process_time() - self.processor) / len(timed)
        speed = {
            "pages_per_second": len(timed) / seconds,
            "pages": len(self.times),
            "processor_ms_per_page": 1000 * processor,
        }
        Path(os.environ["BENCHMARK_RESULT"]).write_text(json.dumps(speed))


class FetchOnly(Spider):
    """Scrapy at its fastest: URLs are known, pages are thrown away."""

    name = "fetch-only"

    async def start(self) -> Any:
        for number in range(int(self.pages)):
            yield Request(f"{self.address}/page/{number}.html")

    def parse(self, response: Any) -> None:
        """Nothing is done with a page."""


class Stock(CrawlSpider):
    """What Scrapy's documentation tells people to write."""

    name = "stock"
    rules = (Rule(LinkExtractor(allow=r"/page/"), callback="parse_page", follow=True),)

    async def start(self) -> Any:
        yield Request(f"{self.address}/page/1.html")

    def parse_page(self, response: Any) -> Any:
        yield {"url": response.url, "title": response.css("title::text").get()}


def run(name: str, address: str, pages: int, method: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        if name == "ours":
            settings, spider, arguments = _ours(folder, address, pages, method)
        else:
            addons = get_project_settings()["ADDONS"]  # the same event loop for all
            settings = Settings({**FAST, "CLOSESPIDER_PAGECOUNT": pages, "ADDONS": addons})
            spider = FetchOnly if name == "fetch-only" else Stock
            arguments = {"address": address, "pages": pages}
        settings.set("EXTENSIONS", {**settings.getdict("EXTENSIONS"), Stopwatch: 1})
        settings.set("LOG_LEVEL", "ERROR")
        process = CrawlerProcess(settings)
        process.crawl(spider, **arguments)
        process.start()


def _ours(
    folder: str, address: str, pages: int, method: str
) -> tuple[Settings, str, dict[str, Any]]:
    settings = get_project_settings()
    settings.update({**FAST, "JOBDIR": folder}, priority="cmdline")
    seeds = ",".join(f"{address}/page/{4 * number}.html" for number in range(1, 6))
    arguments = {"topic": "benchmark", "seeds": seeds, "max_pages": pages}
    return settings, "focused", arguments | ({"method": method} if method else {})


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
