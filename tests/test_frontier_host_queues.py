from __future__ import annotations

import random

from focused_crawler.frontier.host_queues import SLACK, HostQueues
from focused_crawler.frontier.rank import rank_of


def rank(number: int, score: float) -> int:
    return rank_of(score, number, number)


def host(number: int, hosts: int = 1) -> str:
    return f"{number % hosts}.test"


def test_the_best_comes_first_whatever_was_moved_and_taken_in_between() -> None:
    chance = random.Random(1)
    queues, expected = HostQueues(), dict[int, int]()
    for number in range(300):
        queues.put(rank(number, chance.random()), host(number, 7))
    for number in range(0, 300, 3):
        expected[number] = rank(number, chance.random())
        queues.move(expected[number])
    for number in range(1, 300, 3):
        assert queues.take(number) is not None
    for number in range(2, 300, 3):
        expected[number] = queues.rank(number) or 0
    assert (len(queues), queues.waiting) == (7, 200)
    assert dict(queues.ranks()) == {value: host(key, 7) for key, value in expected.items()}
    for number, value in sorted(expected.items(), key=lambda item: item[1]):
        assert queues.best(None) == number
        assert queues.host(number) == host(number, 7)
        assert queues.take(number) == (value, host(number, 7))
    assert queues.best(None) is None


def test_a_key_that_does_not_wait_has_no_rank() -> None:
    queues = HostQueues()
    queues.put(rank(1, 0.5), "a.test")
    assert queues.rank(1) == rank(1, 0.5)
    assert 1 in queues
    queues.take(1)
    assert queues.rank(1) is queues.take(1) is None
    assert 1 not in queues


def test_scores_that_keep_changing_take_no_more_memory() -> None:
    queues = HostQueues()
    for number in range(50):
        queues.put(rank(number, number), host(number, 5))
    for turn in range(200):
        for number in range(50):
            queues.move(rank(number, (turn * 7 + number) % 11))
    heaps = [queue.heap for queue in queues._queues.values()]
    assert sum(map(len, heaps)) <= 2 * 50 + 5 * (SLACK + 1)
    assert len(queues._heads) <= 2 * 5 + SLACK + 1


def test_hosts_that_come_and_go_take_no_more_memory() -> None:
    queues = HostQueues()
    for number in range(3000):
        queues.put(rank(number, number), f"{number}.test")
        queues.move(rank(number, -number))
        assert queues.take(number) is not None
    assert len(queues) == 0
    assert queues.best(None) is None
    assert len(queues._heads) <= SLACK + 2


def test_each_busy_host_is_asked_once_whatever_waits_there() -> None:
    queues = HostQueues()
    for number in range(1000):
        queues.put(rank(number, -number), host(number, 10))
    asked: list[str] = []
    assert queues.best(lambda host: bool(asked.append(host))) is None
    assert sorted(asked) == sorted(f"{number}.test" for number in range(10))
