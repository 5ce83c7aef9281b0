from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from scrapy.settings import Settings
from scrapy.utils import log as scrapy_log

import focused_crawler.settings
from focused_crawler.candidate import Candidate
from focused_crawler.crawl import Crawl
from focused_crawler.extensions.harvest import DRIED_UP, HarvestProgress, Pace
from focused_crawler.items import PageItem
from focused_crawler.topic.library import Topic

PACE = Pace(interval=1.0, log_interval=10.0, every=10, window=20, minimum=0.1)


class Screen(io.StringIO):
    """A terminal that remembers what was written to it."""

    def isatty(self) -> bool:
        return True


def project_settings(**values: object) -> Settings:
    settings = Settings()
    settings.setmodule(focused_crawler.settings, priority="project")
    settings.setdict(values, priority="cmdline")
    return settings


@pytest.fixture
def crawl(tmp_path: Path) -> Iterator[Crawl]:
    topic = Topic("iron-ore", seeds=("http://a.test/",))
    opened = Crawl(topic, "block-score", 0, project_settings(JOBDIR=str(tmp_path)))
    yield opened
    opened.store.close()
    opened.frontier.close()


class Watched:
    """A harvest extension, what it wrote and why it stopped the crawl."""

    def __init__(self, crawl: Crawl, output: io.StringIO, pace: Pace = PACE) -> None:
        self.crawl, self.output = crawl, output
        self.stops: list[str] = []
        self.extension = HarvestProgress(crawl, pace=pace, output=output, stop=self.stops.append)
        self.saved = 0

    def save(self, number: int, *, is_relevant: bool) -> None:
        for _ in range(number):
            self.saved += 1
            url = f"http://a.test/{self.saved}"
            self.crawl.store.save(PageItem(url, "A page", 0.5, is_relevant, reason=""))
            self.extension.page_saved()


def test_harvest_over_time_is_recorded_every_ten_pages(crawl: Crawl) -> None:
    watched = Watched(crawl, io.StringIO())
    watched.save(12, is_relevant=True)
    watched.save(13, is_relevant=False)
    points = list(crawl.store.harvest())
    assert [(point.pages, point.relevant) for point in points] == [(10, 10), (20, 12)]


def test_crawl_stops_once_when_the_harvest_dries_up(crawl: Crawl) -> None:
    watched = Watched(crawl, io.StringIO())
    watched.save(5, is_relevant=True)
    watched.save(18, is_relevant=False)
    assert watched.stops == []
    watched.save(10, is_relevant=False)
    assert watched.stops == [DRIED_UP]


def test_mirrored_page_counts_for_nothing(crawl: Crawl) -> None:
    watched = Watched(crawl, io.StringIO())
    watched.save(1, is_relevant=False)
    for _ in range(50):
        watched.extension.page_saved()
    assert watched.stops == []
    assert watched.extension.standing().pages == 1


def test_terminal_shows_one_line_that_is_redrawn(crawl: Crawl) -> None:
    watched = Watched(crawl, Screen())
    crawl.frontier.push(Candidate("http://b.test/", score=0.5))
    watched.save(4, is_relevant=True)
    watched.extension.show()
    watched.extension.show()
    shown = watched.output.getvalue()
    assert shown.count("\r") == 2
    assert "\n" not in shown
    assert "4 pages, 4 relevant, harvest 100.0 %, 1 waiting on 1 hosts, " in shown


def log_handler(level: int) -> logging.StreamHandler[io.StringIO]:
    handler = logging.StreamHandler(io.StringIO())
    handler.setLevel(level)
    return handler


@pytest.mark.parametrize(("level", "is_told"), [(logging.WARNING, True), (logging.ERROR, False)])
def test_log_lines_pass_a_log_of_warnings_but_not_of_errors(
    crawl: Crawl, monkeypatch: pytest.MonkeyPatch, level: int, is_told: bool
) -> None:
    handler = log_handler(level)
    monkeypatch.setattr(scrapy_log, "_scrapy_root_handler", handler)
    watched = Watched(crawl, io.StringIO())
    watched.save(3, is_relevant=True)
    watched.extension.show()
    assert ("3 pages, 3 relevant" in handler.stream.getvalue()) == is_told
    assert watched.output.getvalue() == ""


def test_live_line_is_erased_before_a_log_line(
    crawl: Crawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    handler = logging.StreamHandler(screen)
    monkeypatch.setattr(scrapy_log, "_scrapy_root_handler", handler)
    pace = Pace(interval=0, log_interval=0, every=0, window=0, minimum=0)
    watched = Watched(crawl, screen, pace)
    watched.extension.spider_opened()
    watched.extension.show()
    handler.handle(logging.makeLogRecord({"msg": "something happened"}))
    assert screen.getvalue().endswith("\r\x1b[Ksomething happened\n")


def test_end_is_told_from_a_store_that_is_closed_already(crawl: Crawl) -> None:
    watched = Watched(crawl, io.StringIO())
    watched.save(3, is_relevant=True)
    crawl.close("finished")
    watched.extension.spider_closed("finished")
    text = watched.output.getvalue()
    assert "nothing left to fetch" in text
    assert "3, harvest rate 100.0 %" in text


def test_spent_budget_is_not_told_as_an_empty_web(crawl: Crawl) -> None:
    crawl.max_pages = 2
    crawl.ranker.clock = 2
    watched = Watched(crawl, io.StringIO())
    watched.save(2, is_relevant=True)
    crawl.close("finished")
    watched.extension.spider_closed("finished")
    assert "page budget reached" in watched.output.getvalue()


def test_pace_comes_from_the_project_settings() -> None:
    pace = Pace.from_settings(project_settings())
    assert pace == Pace(interval=1.0, log_interval=10.0, every=10, window=1000, minimum=0.005)
