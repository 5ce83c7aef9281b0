"""Where the time of a real crawl went: in its stats, and in its summary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from crawling import FAST, scrapy

from focused_crawler.sample_web import build_sample_web, serve
from focused_crawler.time_spent import PARTS, REST, WAITING

TOPIC = "iron-ore"
PAGES = 60
EVERYTHING = {*PARTS, REST, WAITING}
OUTSIDE = 3.0  # seconds at most before the spider opens and after it closes, on a busy machine


def crawl(folder: Path, *more: str) -> tuple[dict[str, float], str, float]:
    """The seconds by part in the stats, the summary, and the seconds the crawl took."""
    web = build_sample_web()
    with serve(web) as served:
        ended = scrapy(
            "crawl", "focused", "-a", f"topic={TOPIC}", "-a", f"max_pages={PAGES}",
            "-a", f"seeds={' '.join(web.seeds(TOPIC))}", *FAST, "-s", "JOBDIR=job",
            "-s", "LOG_LEVEL=INFO", "-s", "STATS_DUMP=True", *more, cwd=folder, proxy=served.proxy,
        )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    told = ended.stdout + ended.stderr
    parts = {part: float(seconds) for part, seconds in re.findall(r"'time/(\w+)': ([\d.]+)", told)}
    elapsed = re.search(r"'elapsed_time_seconds': ([\d.]+)", told)
    assert elapsed is not None, told
    return parts, told, float(elapsed[1])


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, float], str, float]:
    return crawl(tmp_path_factory.mktemp("kept"), "-s", "TIME_SPENT_INTERVAL=0.2")


def test_each_part_of_a_crawl_has_its_seconds_in_the_stats(
    kept: tuple[dict[str, float], str, float],
) -> None:
    parts, _, _ = kept
    assert parts.keys() == EVERYTHING
    assert min(parts[part] for part in PARTS) > 0


def test_the_parts_add_up_to_the_time_the_crawl_took(
    kept: tuple[dict[str, float], str, float],
) -> None:
    parts, _, elapsed = kept
    assert 0.95 * elapsed <= sum(parts.values()) <= elapsed + OUTSIDE


def test_the_summary_tells_the_share_of_each_part_largest_first(
    kept: tuple[dict[str, float], str, float],
) -> None:
    parts, told, _ = kept
    line = re.search(r"^ +spent +(.+)$", told, re.MULTILINE)
    assert line is not None
    shares = {part: int(share) for part, share in re.findall(r"(\w+) (\d+)%", line[1])}
    assert shares.keys() == EVERYTHING
    assert list(shares.values()) == sorted(shares.values(), reverse=True)
    assert sum(shares.values()) == pytest.approx(100, abs=len(EVERYTHING))
    total = sum(parts.values())
    assert all(shares[part] == pytest.approx(100 * parts[part] / total, abs=8) for part in shares)


def test_time_is_not_kept_where_it_is_switched_off(tmp_path: Path) -> None:
    parts, told, _ = crawl(tmp_path, "-s", "TIME_SPENT_INTERVAL=0")
    assert parts == {}
    assert not re.search(r"^ +spent ", told, re.MULTILINE)
