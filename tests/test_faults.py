"""Real crawls of hosts that misbehave: the crawl goes on, nothing is lost, memory is bounded."""

from __future__ import annotations

from pathlib import Path

import pytest
from crawling import ROOT
from fault_crawl import (
    LEADS_INSIDE,
    NOT_SERVED,
    OPEN_FAULTS,
    FaultCrawl,
    crawl_all_faults,
    crawl_through_proxy,
    led_inside,
    table,
)
from host_faults import GOOD_PAGES, PAGES

from focused_crawler.frontier import open_frontier

MOST_MEMORY = 800  # MB; the faults send a hundred times as much
NOTHING_STORED = {"redirect-in-a-circle"}  # it leads to what is known already


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> FaultCrawl:
    return crawl_all_faults(tmp_path_factory.mktemp("faults"))


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> FaultCrawl:
    return crawl_through_proxy(tmp_path_factory.mktemp("inside"), LEADS_INSIDE)


def test_crawl_goes_on_and_takes_every_good_page(crawl: FaultCrawl) -> None:
    assert crawl.code == 0
    assert crawl.outcomes["good"] == f"{GOOD_PAGES} pages"
    assert "nothing left to fetch" in crawl.log


@pytest.mark.parametrize("name", [*NOT_SERVED, *OPEN_FAULTS])
def test_every_faulty_host_is_accounted_for(crawl: FaultCrawl, name: str) -> None:
    assert (name in crawl.outcomes) == (name not in NOTHING_STORED)


@pytest.mark.parametrize("name", ["too-many-requests", "storm", "robots-stalls"])
def test_host_that_recovers_gives_all_of_its_pages(crawl: FaultCrawl, name: str) -> None:
    assert crawl.outcomes[name] == f"{PAGES} pages"


def test_nothing_stays_in_flight(crawl: FaultCrawl) -> None:
    frontier = open_frontier(str(crawl.folder / "job" / "frontier.log"))
    assert (len(frontier), frontier.leased()) == (0, 0)
    frontier.close()


def test_memory_stays_bounded(crawl: FaultCrawl) -> None:
    assert crawl.peak_memory < MOST_MEMORY


def test_faults_of_others_are_no_errors_of_ours(crawl: FaultCrawl) -> None:
    assert "Traceback" not in crawl.log
    assert "] ERROR" not in crawl.log
    assert "] WARNING" not in crawl.log


def test_redirect_to_the_inside_is_refused_and_nothing_there_is_asked_for(
    inside: FaultCrawl,
) -> None:
    assert inside.outcomes["good"] == f"{GOOD_PAGES} pages"
    assert "the address is private" in led_inside(inside)
    hosts = {url.split("/")[2] for url in inside.asked}
    assert hosts == {"good.example", f"{LEADS_INSIDE}.example"}


def test_document_tells_what_happens(crawl: FaultCrawl, inside: FaultCrawl) -> None:
    document = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    assert table(crawl, inside) == document


def test_host_in_trouble_is_left_alone_for_longer_each_time(tmp_path: Path) -> None:
    crawl = crawl_through_proxy(tmp_path, "storm", DOWNLOAD_DELAY=0.05, GUARD_RETRY_AFTER=1)
    assert crawl.outcomes["storm"] == f"{PAGES} pages"
    assert crawl.outcomes["good"] == f"{GOOD_PAGES} pages"
    assert "'guard/host_trouble': 7" in crawl.log


def test_host_that_never_recovers_is_given_up(tmp_path: Path) -> None:
    crawl = crawl_through_proxy(tmp_path, "always-500", GUARD_HOST_FAILURES=3)
    assert crawl.outcomes["always-500"].startswith("the host failed too often in a row: HTTP")
    assert crawl.outcomes["good"] == f"{GOOD_PAGES} pages"
