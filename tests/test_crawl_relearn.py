"""A crawl that is stopped and taken up ranks nearly as one that was not."""

from __future__ import annotations

from pathlib import Path

from sample_crawl import TOPIC, crawl

from focused_crawler.sample_web import build_sample_web, serve

PAGES, STOP = 240, 120
ONE = ("-s", "CONCURRENT_REQUESTS=1", "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=1")


def fetched(folder: Path, *stops: int) -> list[str]:
    """The pages that runs up to these numbers of pages asked for, in order."""
    folder.mkdir()
    web = build_sample_web()
    with serve(web) as served:
        for stop in stops:
            ended = crawl(
                web.seeds(TOPIC), folder, served.proxy, "-a", f"max_pages={stop}", *ONE,
                "-a", "method=adaptive",
            )  # fmt: skip
            assert ended.returncode == 0, ended.stderr
        return [url for url in served.fetched if not url.endswith("/robots.txt")]


def test_a_resumed_crawl_fetches_nearly_the_same_pages(tmp_path: Path) -> None:
    web = build_sample_web()
    through = fetched(tmp_path / "through", PAGES)
    resumed = fetched(tmp_path / "resumed", STOP, PAGES)
    assert resumed[:STOP] == through[:STOP]
    late, late_through = set(resumed[STOP:]), set(through[STOP:])
    good, good_through = (
        sum(web.is_about(url, TOPIC) for url in urls) for urls in (late, late_through)
    )
    assert len(late & late_through) >= 0.7 * len(late_through)  # 0.56 where nothing is relearnt
    assert good >= 0.95 * good_through
