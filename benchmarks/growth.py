"""What a page costs as a crawl grows, without a network: processor time a page, and memory.

    python -m benchmarks.growth [--pages 100000]

One crawl with everything a crawl has, but pages are made where others would be downloaded, out of
the million of `benchmarks.soak_web`. A page after 100,000 should cost no more than 1.2 times one
after 1,000. The whole takes some ten minutes, so `make bench` leaves it out; `--pages 10000` is
done in one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from scrapy import Request, signals
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.crawler import Crawler, CrawlerProcess
from scrapy.http import HtmlResponse, Response
from scrapy.utils.project import get_project_settings

from benchmarks.figures import Figure, show
from benchmarks.frontier import resident_megabytes
from benchmarks.soak_web import page, prepared, url
from benchmarks.throughput import FAST

FIRST = 1_000
MEASURED = 1_000  # pages after each size
MOST_GROWTH = 1.2


class MadePages(BaseDownloadHandler):
    """Answers at once with the page a URL stands for."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.sections = prepared()

    async def download_request(self, request: Request) -> Response:
        name = request.url.rpartition("/")[2].removesuffix(".html")
        headers = {"Content-Type": "text/html; charset=utf-8"}
        body = page(int(name), self.sections)
        return HtmlResponse(request.url, headers=headers, body=body, request=request)


@dataclass
class Watch:
    """Notes processor time and memory at some pages."""

    sizes: list[int]
    pages: int = 0
    noted: dict[int, tuple[float, float]] = field(default_factory=dict)

    def response_received(self) -> None:
        self.pages += 1
        if self.pages in self.sizes or self.pages - MEASURED in self.sizes:
            self.noted[self.pages] = time.process_time(), resident_megabytes()
            print(f"{self.pages:,} pages", file=sys.stderr, flush=True)

    def cost(self, size: int) -> float:
        """Milliseconds of processor time for a page after so many."""
        return 1000 * (self.noted[size + MEASURED][0] - self.noted[size][0]) / MEASURED


def crawl(folder: str, watch: Watch) -> None:
    """One crawl up to the last size."""
    settings = get_project_settings()
    settings.update({**FAST, "JOBDIR": folder, "LOG_LEVEL": "ERROR"}, priority="cmdline")
    settings.set("GUARD_SHAPE_PAGES", 0, priority="cmdline")
    settings.set("DOWNLOAD_HANDLERS", {"http": MadePages}, priority="cmdline")
    process = CrawlerProcess(settings)
    crawler = process.create_crawler("focused")
    crawler.signals.connect(watch.response_received, signals.response_received)
    most = watch.sizes[-1] + MEASURED + FAST["CONCURRENT_REQUESTS"]
    process.crawl(crawler, topic="stocks", seeds=url(0), max_pages=most)
    process.start()


def sizes(most: int) -> list[int]:
    """1,000, 10,000 and on by tens."""
    found = [FIRST, 10 * FIRST]
    while found[-1] * 10 <= most:
        found.append(found[-1] * 10)
    return found


def measure(most: int) -> Iterator[Figure]:
    watch = Watch(sizes(most))
    with tempfile.TemporaryDirectory() as folder:
        crawl(str(Path(folder) / "job"), watch)
    for size in watch.sizes:
        yield Figure(f"a page after {size:,}", watch.cost(size), "ms")
        yield Figure(f"memory after {size:,}", watch.noted[size][1], "MB")
    last = watch.sizes[-1]
    growth = watch.cost(last) / watch.cost(FIRST)
    yield Figure(f"a page after {last:,} / after {FIRST:,}", growth, "times", at_most=MOST_GROWTH)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pages", type=int, default=100_000, help="the largest size")
    show("Growth", measure(parser.parse_args().pages))


if __name__ == "__main__":
    main()
