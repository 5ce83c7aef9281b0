"""One real crawl of the sample web, shared by the tests that look at its results."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess

from crawling import FAST, scrapy

from focused_crawler.sample_web import Response, SampleWeb, build_sample_web, serve

TOPIC = "iron-ore"
PAGES = 200
MISSING = Response(404, (("Content-Type", "text/html"),), b"<h1>404</h1>")


@dataclass(frozen=True)
class SampleCrawl:
    """A folder in which a crawl was run, and what the server saw of it."""

    folder: Path
    web: SampleWeb
    fetched: list[str]
    ended: CompletedProcess[str]

    @property
    def database(self) -> Path:
        return self.folder / "crawls" / "sample" / "crawl.db"


@cache
def sample_crawl() -> SampleCrawl:
    """A crawl of PAGES pages on TOPIC with both feeds and an archive."""
    folder = Path(tempfile.mkdtemp(prefix="sample-crawl-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    web = build_sample_web()
    with serve(web) as served:
        ended = crawl(
            web.seeds(TOPIC), folder, served.proxy, "-a", f"max_pages={PAGES}",
            "-s", "WARC_FILE=pages.warc.gz", "-o", "out.jsonl", "-o", "out.csv",
        )  # fmt: skip
        return SampleCrawl(folder, web, served.fetched, ended)


def crawl(seeds: Iterable[str], folder: Path, proxy: str, *more: str) -> CompletedProcess[str]:
    return scrapy(
        "crawl", "focused", "-a", f"topic={TOPIC}", "-a", f"seeds={' '.join(seeds)}", *FAST,
        "-s", "JOBDIR=crawls/sample", *more, cwd=folder, proxy=proxy,
    )  # fmt: skip


class PartOfWeb:
    """A web of which only some pages are there."""

    def __init__(self, web: SampleWeb, urls: Iterable[str]) -> None:
        self.web = web
        self.urls = frozenset(urls)

    def response(self, url: str, *, attempt: int = 1) -> Response:
        if url not in self.urls:
            return MISSING
        return self.web.response(url, attempt=attempt)

    def robots(self, host: str) -> str:
        return ""
