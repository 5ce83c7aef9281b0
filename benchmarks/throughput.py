"""Pages a second of the focused crawl, beside a stock CrawlSpider and Scrapy that only fetches.

    python -m benchmarks.throughput [--pages 2000] [--rounds 3] [--links 52]

The three crawl the same pages from the same server, one after the other, in turns; the ratios of
one run mean something on any machine, the pages a second do not.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.endless_web import Shape, serve

CRAWLERS = ("fetch-only", "stock", "ours")
FAST = {
    "AUTOTHROTTLE_ENABLED": 0, "DOWNLOAD_DELAY": 0, "CONCURRENT_REQUESTS": 16,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16, "ROBOTSTXT_OBEY": 0, "PRIVATE_ADDRESSES_ALLOWED": 1,
    "HARVEST_WINDOW": 0,
}  # fmt: skip


def main() -> None:
    options = _options()
    shape = Shape(pages=max(6_000, options.pages * 2), links=options.links)
    speeds: dict[str, list[float]] = {name: [] for name in options.crawlers}
    with serve(shape) as address:
        for turn in range(options.rounds):
            for name in options.crawlers:
                speeds[name].append(_crawl(name, address, options.pages, options.method))
                print(f"round {turn + 1}: {name:<11} {speeds[name][-1]:8.1f} pages/s", flush=True)
    _report(speeds)


def _report(speeds: dict[str, list[float]]) -> None:
    print()
    for name, values in speeds.items():
        print(f"{name:<11} median {median(values):8.1f} pages/s")
    if "ours" in speeds:
        for other in speeds.keys() - {"ours"}:
            ratios = [a / b for a, b in zip(speeds["ours"], speeds[other], strict=True)]
            print(f"ours / {other:<11} {median(ratios):.2f}   (rounds {_listed(ratios)})")


def _listed(ratios: list[float]) -> str:
    return ", ".join(f"{ratio:.2f}" for ratio in ratios)


def _crawl(name: str, address: str, pages: int, method: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "speed.json"
        environment = os.environ | {"BENCHMARK_RESULT": str(result)}
        subprocess.run(
            [sys.executable, "-m", "benchmarks.crawlers", name, address, str(pages), method],
            check=True, env=environment, timeout=600,
        )  # fmt: skip
        speed: float = json.loads(result.read_text())["pages_per_second"]
        return speed


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pages", type=int, default=2_000, help="pages each crawl fetches")
    parser.add_argument("--rounds", type=int, default=3, help="turns each crawler gets")
    parser.add_argument("--links", type=int, default=52, help="links on a page")
    parser.add_argument("--method", default="", help="method of the focused crawl")
    parser.add_argument("--crawlers", nargs="+", choices=CRAWLERS, default=list(CRAWLERS))
    return parser.parse_args()


if __name__ == "__main__":
    main()
