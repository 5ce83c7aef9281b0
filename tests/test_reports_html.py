"""report.html: one file with everything in it, and nothing in it that acts."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from crawling import FAST, SmallWeb, scrapy
from hypothesis import given
from hypothesis import strategies as st
from large_crawl import make_large_crawl
from stored_pages import ORE, SEED, make_page, small_crawl

from focused_crawler.reports.charts import Axes, Series, line_chart, nice_top, thinned
from focused_crawler.reports.curves import crawl_charts, level_chart
from focused_crawler.reports.figures import duration
from focused_crawler.reports.html import report_html, write_report
from focused_crawler.reports.markup import outward, tag
from focused_crawler.reports.view import Bucket, CrawlView
from focused_crawler.sample_web import serve
from focused_crawler.store import CrawlStore

VOID = {"meta", "br", "hr", "img", "link", "input", "path", "rect", "line", "circle"}


class Outline(HTMLParser):
    """Every element of a page, and whether each one was closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_large_crawl(tmp_path_factory.mktemp("large"), 1500)


def test_report_holds_summary_curves_pages_hosts_tunnels_and_settings(large: Path) -> None:
    text = write_report(large).read_text(encoding="utf-8")
    for heading in ("Curves", "Best pages", "Hosts", "Tunnels", "Settings", "Failures"):
        assert f"<h2>{heading}</h2>" in text
    assert "1,500" in text
    assert text.count("<figure") == 5
    assert Outline(text).open == []


def test_report_loads_nothing_and_runs_nothing(large: Path) -> None:
    with CrawlView.open(large) as view:
        outline = Outline(report_html(view))
    names = {name for name, _ in outline.tags}
    assert names.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "base"})
    assert not any("src" in values or "onclick" in values for _, values in outline.tags)


def test_report_of_a_crawl_that_found_nothing_says_so(tmp_path: Path) -> None:
    store = CrawlStore(tmp_path / "crawl.db")
    store.save(make_page(SEED, is_relevant=False))
    store.close()
    text = write_report(tmp_path / "crawl.db").read_text(encoding="utf-8")
    assert "No page was relevant" in text
    assert "Too few pages" in text


def test_report_shows_crawled_text_as_text(tmp_path: Path) -> None:
    store = CrawlStore(tmp_path / "crawl.db")
    store.save(make_page(ORE, title="<script>alert(1)</script>", parent=SEED))
    store.save(make_page("javascript:alert(2)", parent=SEED, relevance=0.99))
    store.close()
    text = write_report(tmp_path / "crawl.db").read_text(encoding="utf-8")
    assert "<script" not in text
    assert 'href="javascript' not in text


def test_crawl_ends_with_its_report_and_notes_its_settings(tmp_path: Path) -> None:
    web = SmallWeb(30)
    extensions = {"focused_crawler.extensions.report.CrawlReport": 500,
                  "focused_crawler.extensions.harvest.HarvestProgress": 100}  # fmt: skip
    with serve(web) as served:
        ended = scrapy(
            "crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}", *FAST,
            "-a", "max_pages=12", "-s", "JOBDIR=crawl",
            "-s", f"EXTENSIONS={json.dumps(extensions)}",
            cwd=tmp_path, proxy=served.proxy,
        )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    text = (tmp_path / "crawl" / "report.html").read_text(encoding="utf-8")
    assert "Crawl of bridges" in text
    assert "TUNNEL_MAX_LEVEL" in text
    with CrawlView.open(tmp_path / "crawl" / "crawl.db") as view:
        assert view.meta["max_pages"] == 12
        assert f", after {duration(view.meta['seconds'])}." in text


@given(st.text(), st.text())
def test_markup_gives_back_the_text_it_was_given(text: str, value: str) -> None:
    outline = Outline(tag("p", text, title=value))
    assert [name for name, _ in outline.tags] == ["p"]
    assert outline.open == []


@given(st.text())
def test_only_web_addresses_become_links(url: str) -> None:
    for name, values in Outline(outward(url)).tags:
        assert name != "a" or re.match(r"https?://", str(values["href"]), re.IGNORECASE)


@given(st.floats(min_value=1e-6, max_value=1e9))
def test_top_of_an_axis_is_no_lower_than_its_values(value: float) -> None:
    assert value * 0.998 <= nice_top(value) <= value * 10.1


@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(0, 1e6)), min_size=1), st.integers(2, 50))
def test_thinned_points_keep_the_ends(points: list[tuple[float, float]], most: int) -> None:
    kept = thinned(points, most)
    assert kept[0] == points[0]
    assert kept[-1] == points[-1]
    assert len(kept) <= most + 1


@given(st.lists(st.tuples(st.integers(0, 1000), st.floats(0, 1e6)), max_size=30))
def test_any_points_make_a_chart(points: list[tuple[int, float]]) -> None:
    drawn = line_chart(Axes("x"), [Series("s", sorted(points))])
    assert Outline(drawn).open == []
    assert "nan" not in drawn


def test_small_crawl_has_its_numbers(tmp_path: Path) -> None:
    small_crawl(tmp_path / "crawl.db").close()
    with CrawlView.open(tmp_path / "crawl.db") as view:
        assert [bucket.end for bucket in view.buckets()] == [1, 2, 3]
        assert sum(bucket.relevant for bucket in view.buckets()) == view.counts()[1]


def test_legend_of_the_levels_tells_their_share_of_all_pages() -> None:
    buckets = [Bucket(10, 10, 5, (10, 0)), Bucket(20, 10, 5, (7, 3))]
    assert "level 1 <b>15 %</b>" in level_chart(buckets)


@pytest.mark.parametrize("is_through_a_tunnel", [True, False])
def test_chart_of_levels_does_not_deny_a_tunnel(tmp_path: Path, is_through_a_tunnel: bool) -> None:
    with CrawlStore(tmp_path / "crawl.db") as store:
        store.save(make_page(SEED))  # its method keeps no levels
        store.save(make_page(ORE, clock=1))
        if is_through_a_tunnel:
            store.save_tunnel(ORE, length=1, path=[SEED, "http://hub.test/", ORE])
    with CrawlView.open(tmp_path / "crawl.db") as view:
        assert ("Tunnel levels" in "".join(crawl_charts(view))) == (not is_through_a_tunnel)
