"""Simulator and live crawler agree: the same pages in the same order at one request at a time."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from focused_crawler.laboratory.library import PageLibrary
from focused_crawler.laboratory.live import crawl_live
from focused_crawler.laboratory.methods import ranker_for
from focused_crawler.laboratory.replay import fetched_pages, replay
from focused_crawler.laboratory.sample import load_sample
from focused_crawler.laboratory.simulate import Simulation
from focused_crawler.laboratory.tasks import Task
from focused_crawler.laboratory.web import FrozenWeb
from focused_crawler.sample_web import build_sample_web
from focused_crawler.strategy import Options

PAGES = 60


@pytest.fixture(scope="module")
def web() -> FrozenWeb:
    return load_sample()


@pytest.fixture(scope="module")
def task() -> Task:
    return Task("iron-ore", 0, tuple(build_sample_web().seeds("iron-ore")), frozenset())


@pytest.mark.parametrize(
    "method", ["breadth-first", "best-first", "block-score", "shark", "naive-bayes"]
)
def test_live_crawl_and_simulation_fetch_the_same_pages_in_the_same_order(
    web: FrozenWeb, task: Task, method: str
) -> None:
    ranker = ranker_for(task, method, web, Options())
    simulated = Simulation(PageLibrary(web), ranker).run(task.seeds, PAGES)
    live = crawl_live(web, task, method, PAGES)
    assert len(live) >= PAGES
    assert live == list(dict.fromkeys(visit.url for visit in simulated))


def test_a_replayed_web_counts_what_was_fetched_and_knows_no_other_page(web: FrozenWeb) -> None:
    page = next(iter(web))
    with replay(web) as served:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": served.proxy}))
        assert opener.open(page.url).read() == page.html
        with pytest.raises(urllib.error.HTTPError, match="404"):
            opener.open("http://nowhere.test/")
        assert fetched_pages(web, served) == [page.url]
