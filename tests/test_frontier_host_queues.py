from __future__ import annotations

import random

from focused_crawler.frontier.host_queues import SLACK, HostQueues
from focused_crawler.frontier.rank import rank_of
from focused_crawler.frontier.records import Entry


def entry(number: int, score: float, hosts: int = 1) -> Entry:
    return rank_of(score, number, number), f"{number % hosts}.test", b""


def test_queues_made_from_entries_hold_the_same_order_as_queues_filled_one_by_one() -> None:
    chance = random.Random(1)
    entries = {number: entry(number, chance.random(), hosts=7) for number in range(300)}
    filled = HostQueues({})
    for one in entries.values():
        filled.put(one)
    made = HostQueues(dict(entries))
    assert len(filled) == len(made) == 7
    for _ in entries:
        key = made.best(None)
        assert key is not None
        assert key == filled.best(None)
        assert made.take(key) == filled.take(key) == entries[key]
    assert made.best(None) is filled.best(None) is None


def test_scores_that_keep_changing_take_no_more_memory() -> None:
    queues = HostQueues({})
    for turn in range(200):
        for number in range(50):
            queues.put(entry(number, (turn * 7 + number) % 11, hosts=5))
    heaps = [queue.heap for queue in queues._queues.values()]
    assert sum(map(len, heaps)) <= 2 * 50 + 5 * (SLACK + 1)
    assert len(queues._heads) <= 2 * 5 + SLACK + 1


def test_hosts_that_come_and_go_take_no_more_memory() -> None:
    queues = HostQueues({})
    for number in range(3000):
        queues.put((rank_of(number, number, number), f"{number}.test", b""))
        queues.put((rank_of(-number, number, number), f"{number}.test", b""))
        assert queues.take(number) is not None
    assert len(queues) == 0
    assert queues.best(None) is None
    assert len(queues._heads) <= SLACK + 2


def test_each_busy_host_is_asked_once_whatever_waits_there() -> None:
    queues = HostQueues({})
    for number in range(1000):
        queues.put(entry(number, -number, hosts=10))
    asked: list[str] = []
    assert queues.best(lambda host: bool(asked.append(host))) is None
    assert sorted(asked) == sorted(f"{number}.test" for number in range(10))
