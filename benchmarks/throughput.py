"""Pages a second of the focused crawl, beside a stock CrawlSpider and Scrapy that only fetches.

    python -m benchmarks.throughput [--pages 3000] [--rounds 3] [--links 52 500]

The three crawl the same pages from the same server, one after the other, in turns; the ratios of
one run mean something on any machine, the pages a second do not. Pages of 500 links take ten times
as long, so fewer of them are fetched.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.endless_web import Shape, serve
from benchmarks.figures import Figure, show

PAGES = {52: 3_000, 500: 100}  # by links on a page: how many each crawl fetches
SMALLEST_WEB = 3_000
CRAWLERS = ("fetch-only", "stock", "ours")
TARGETS = {"stock": 2.0, "fetch-only": 0.5}
FAST = {
    "AUTOTHROTTLE_ENABLED": 0, "DOWNLOAD_DELAY": 0, "CONCURRENT_REQUESTS": 16,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16, "ROBOTSTXT_OBEY": 0, "PRIVATE_ADDRESSES_ALLOWED": 1,
    "HARVEST_WINDOW": 0,
}  # fmt: skip


def main() -> None:
    options = _options()
    for links in options.links:
        pages = options.pages or PAGES.get(links, min(PAGES.values()))
        show(f"Throughput, pages of {links} links", _figures(_speeds(options, links, pages)))


def _speeds(options: argparse.Namespace, links: int, pages: int) -> dict[str, list[float]]:
    speeds: dict[str, list[float]] = {name: [] for name in options.crawlers}
    with serve(Shape(pages=max(SMALLEST_WEB, 3 * pages), links=links)) as address:
        for turn in range(options.rounds):
            for name in options.crawlers:
                speeds[name].append(_crawl(name, address, pages, options.method))
                told = f"round {turn + 1}: {name:<11} {speeds[name][-1]:8.1f} pages/s"
                print(told, file=sys.stderr, flush=True)
    return speeds


def _figures(speeds: dict[str, list[float]]) -> Iterator[Figure]:
    for name, values in speeds.items():
        yield Figure(f"{name}, pages a second", median(values))
    for other, target in TARGETS.items():
        if "ours" in speeds and other in speeds:
            ratios = [a / b for a, b in zip(speeds["ours"], speeds[other], strict=True)]
            yield Figure(f"ours / {other}", median(ratios), "times", at_least=target)


def _crawl(name: str, address: str, pages: int, method: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "speed.json"
        environment = os.environ | {"BENCHMARK_RESULT": str(result)}
        subprocess.run(
            [sys.executable, "-m", "benchmarks.crawlers", name, address, str(pages), method],
            check=True, env=environment, timeout=600, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        speed: float = json.loads(result.read_text())["pages_per_second"]
        return speed


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pages", type=int, help="pages each crawl fetches")
    parser.add_argument("--rounds", type=int, default=3, help="turns each crawler gets")
    parser.add_argument("--links", type=int, nargs="+", default=list(PAGES), help="on a page")
    parser.add_argument("--method", default="", help="method of the focused crawl")
    parser.add_argument("--crawlers", nargs="+", choices=CRAWLERS, default=list(CRAWLERS))
    return parser.parse_args()


if __name__ == "__main__":
    main()
