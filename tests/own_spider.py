"""A spider written by a user, run for real in a process of its own, on a web given as a table."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

from crawling import environment

from focused_crawler.sample_web import Response

HTML = (("Content-Type", "text/html"),)
FAST: dict[str, Any] = {
    "DOWNLOAD_DELAY": 0,
    "AUTOTHROTTLE_ENABLED": False,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
    "JOBDIR": "job",
}
RUN = """
import json, sys
from scrapy.crawler import CrawlerProcess
from scrapy.utils.project import get_project_settings
from own import Own

job = json.loads(sys.argv[1])
settings = get_project_settings()
settings.update(job["settings"], priority="cmdline")
process = CrawlerProcess(settings)
crawler = process.create_crawler(Own)
process.crawl(crawler, **job["arguments"])
process.start()
told = {"stats": crawler.stats.get_stats(), "told": getattr(crawler.spider, "told", None)}
print(json.dumps(told, default=str))
"""
PLAIN = """
from focused_crawler.spiders.focused import FocusedSpider

class Own(FocusedSpider):
    name = "own"
"""


class TableWeb:
    """Pages by URL; a list of responses is given out attempt by attempt, the last one for ever."""

    def __init__(self, pages: Mapping[str, str | Response | list[Response]]) -> None:
        self.pages = pages

    def response(self, url: str, *, attempt: int = 1) -> Response:
        page = self.pages.get(url, Response(404, HTML, b"nothing here"))
        if isinstance(page, str):
            return Response(200, HTML, page.encode())
        if isinstance(page, list):
            return page[min(attempt, len(page)) - 1]
        return page


@dataclass
class Ended:
    """What a crawl left: its stats, and what its spider told."""

    stats: dict[str, Any]
    told: Any
    log: str


def run_spider(
    source: str, *, cwd: Path, proxy: str, settings: dict[str, Any] | None = None, **arguments: Any
) -> Ended:
    """Run the spider `Own` of this source in this folder, with the project's settings."""
    (cwd / "own.py").write_text(dedent(source))
    job = json.dumps({"settings": FAST | (settings or {}), "arguments": arguments})
    variables = environment(proxy)
    variables["PYTHONPATH"] += f":{cwd}"
    done = subprocess.run(
        [sys.executable, "-c", RUN, job], cwd=cwd, env=variables, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return Ended(**json.loads(done.stdout.splitlines()[-1]), log=done.stderr)


def page(words: str, *urls: str) -> str:
    """A page with one section and links in it."""
    links = " ".join(f'<a href="{url}">{url.rsplit("/", 1)[-1]}</a>' for url in urls)
    return f"<title>{words}</title><h1>{words}</h1><p>{words} {links}</p>"
