"""The sample web crawled for real: the default method against breadth-first, by the truth."""

from __future__ import annotations

from pathlib import Path

import pytest
from crawling import FAST, scrapy

from focused_crawler.sample_web import SampleWeb, build_sample_web, serve
from focused_crawler.store import CrawlStore

PAGES = 300
TOPIC = "iron-ore"


@pytest.fixture(scope="module")
def web() -> SampleWeb:
    return build_sample_web()


def crawl(web: SampleWeb, folder: Path, *more: str) -> list[str]:
    """The pages of one crawl in the order the server was asked for them, the seeds left out."""
    seeds = web.seeds(TOPIC)
    with serve(web) as served:
        ended = scrapy(
            "crawl", "focused", "-a", f"topic={TOPIC}", "-a", f"seeds={' '.join(seeds)}",
            "-a", f"max_pages={PAGES}", *FAST, "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=8",
            "-s", "JOBDIR=job", *more, cwd=folder, proxy=served.proxy,
        )  # fmt: skip
        fetched = served.fetched
    assert ended.returncode == 0, ended.stderr
    return [url for url in dict.fromkeys(fetched) if url not in seeds]


def harvest(web: SampleWeb, fetched: list[str]) -> float:
    return sum(web.is_about(url, TOPIC) for url in fetched) / len(fetched)


def test_the_default_method_harvests_at_least_twice_what_breadth_first_does(
    web: SampleWeb, tmp_path: Path
) -> None:
    focused, blind = tmp_path / "focused", tmp_path / "blind"
    for folder in (focused, blind):
        folder.mkdir()
    ours = crawl(web, focused)
    theirs = crawl(web, blind, "-a", "method=breadth-first")
    assert harvest(web, ours) >= 2 * harvest(web, theirs)
    assert harvest(web, ours) > 0.6
    with CrawlStore.read(focused / "job" / "crawl.db") as store:
        assert store.counts()[0] == PAGES
        by_truth = [web.is_about(url, TOPIC) for url, _, _ in store.fingerprints()]
        # The crawler's own count of relevant pages is near the truth.
        assert store.counts()[1] == pytest.approx(sum(by_truth), rel=0.25)
