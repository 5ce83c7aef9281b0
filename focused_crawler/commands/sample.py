"""`scrapy sample TOPIC`: a focused crawl of the sample web, no network needed.

The sample web knows which of its pages are about what, so the true harvest rate stands beside
the crawler's own. It counts each page once that the server sent, the seeds left out.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from scrapy.crawler import Crawler
from scrapy.exceptions import UsageError

from focused_crawler.commands.crawl import Command as CrawlCommand
from focused_crawler.reports.figures import percent
from focused_crawler.reports.summary import program
from focused_crawler.sample_web import (
    SampleWeb,
    Served,
    build_sample_web,
    serve,
    wait_for_interrupt,
)

MAX_PAGES = "300"
BASELINE = "breadth-first"
HIGHEST_PORT = 65535
# A server of one's own needs no manners. What -s names still wins.
SETTINGS = {
    "AUTOTHROTTLE_ENABLED": False,
    "DOWNLOAD_DELAY": 0,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
}
PROXY_VARIABLES = ("no_proxy", "NO_PROXY", "HTTP_PROXY", "all_proxy", "ALL_PROXY")


class Command(CrawlCommand):
    """Crawls the sample web, or only serves it."""

    def syntax(self) -> str:
        return "TOPIC [-a NAME=VALUE ...] | --serve [--port PORT]"

    def short_desc(self) -> str:
        return "Crawl the sample web, which needs no network, and compare with the truth"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--serve", action="store_true", help="serve the sample web, no crawl")
        parser.add_argument(
            "--port", type=int, default=0, help="port of the sample web; by default any free one"
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if not 0 <= opts.port <= HIGHEST_PORT:
            raise UsageError(f"--port takes a number from 0 to {HIGHEST_PORT}")
        assert self.settings is not None
        named = {text.partition("=")[0] for text in opts.set}
        for name, value in SETTINGS.items():
            if name not in named:
                self.settings.set(name, value, priority="cmdline")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        web = build_sample_web()
        if len(args) != (0 if opts.serve else 1):
            raise UsageError(f"name one topic of the sample web: {', '.join(web.topics)}")
        if not opts.serve and args[0] not in web.topics:
            self._refuse(f"no topic {args[0]!r} in the sample web: {', '.join(web.topics)}")
            return
        try:
            with serve(web, port=opts.port) as served:
                if opts.serve:
                    wait_for_interrupt(served)
                else:
                    self._crawl(served, args[0], opts.spargs)
        except OSError as error:
            self._refuse(f"the sample web cannot be served: {error.strerror}; try another --port")

    def _crawl(self, served: Served, topic: str, arguments: dict[str, Any]) -> None:
        for name in PROXY_VARIABLES:
            os.environ.pop(name, None)
        os.environ["http_proxy"] = served.proxy
        seeds = served.web.seeds(topic)
        given = {"max_pages": MAX_PAGES, "seeds": " ".join(seeds)}
        crawler = self.run_crawl("focused", given | arguments | {"topic": topic})
        if crawler is not None and not self.exitcode:
            print(comparison(own_counts(crawler), true_counts(served.web, topic, served.fetched)))
            if getattr(crawler.spider, "method", BASELINE) != BASELINE:
                print(f"Compare: {program()} sample {topic} -a method={BASELINE}")

    def _refuse(self, reason: str) -> None:
        print(f"focused-crawler: {reason}", file=sys.stderr)
        self.exitcode = 1


def own_counts(crawler: Crawler) -> tuple[int, int]:
    """(pages, relevant) as the crawler judged them."""
    assert crawler.stats is not None
    relevant = crawler.stats.get_value("topic/relevant", 0)
    return relevant + crawler.stats.get_value("topic/irrelevant", 0), relevant


def true_counts(web: SampleWeb, topic: str, fetched: list[str]) -> tuple[int, int]:
    """(pages, relevant) by the truth: each page fetched once, the seeds left out."""
    pages = set(fetched) - set(web.seeds(topic))
    return len(pages), sum(web.is_about(url, topic) for url in pages)


def comparison(own: tuple[int, int], true: tuple[int, int]) -> str:
    """Both harvest rates, one below the other."""
    rows = [
        f"  {name:<20}{pages:>6} pages {relevant:>6} relevant {percent(relevant, pages):>8}"
        for name, (pages, relevant) in (("as the crawler saw", own), ("in truth", true))
    ]
    counted = "  (in truth: all addresses fetched but the seeds, also those that gave no page)"
    return "\n".join(["Harvest rate on the sample web", *rows, counted])
