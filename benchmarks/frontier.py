"""The frontier as it grows: upserts, pops and the start of a resumed crawl, all durable.

    python -m benchmarks.frontier [--most 1000000] [--seen 10000000]

An upsert is a new candidate or, as often, a waiting one with another score; every 50th ends a page,
which makes all before it survive a kill. heapq, which forgets everything, is the limit; Scrapy's
own priority queue opens one queue for each distinct priority, in memory or on disk. Its disk queues
survive a crawl that is stopped, not one that is killed.
"""

from __future__ import annotations

import argparse
import gc
import random
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from heapq import heappop, heappush
from pathlib import Path

from scrapy import Request
from scrapy.pqueues import ScrapyPriorityQueue
from scrapy.squeues import LifoMemoryQueue, MarshalFifoDiskQueue, PickleLifoDiskQueue
from scrapy.utils.test import get_crawler

from benchmarks.figures import Figure, seconds, show
from focused_crawler.candidate import Candidate
from focused_crawler.frontier import Frontier, open_frontier
from focused_crawler.settings import GC_THRESHOLD

SMALLEST = 10_000
SAMPLE = 10_000  # operations measured at each size
LINKS = 50  # upserts between two flushes
# Of distinct priorities: more take minutes, and each of them on disk is an open file.
SCRAPY_QUEUES: dict[str, tuple[type, int]] = {
    "memory": (LifoMemoryQueue, 2_000),
    "disk, pickle": (PickleLifoDiskQueue, 200),
    "disk, marshal": (MarshalFifoDiskQueue, 200),
}
ENOUGH_UPSERTS = 20_000.0  # a second
MOST_GROWTH = 2.0
MOST_RESUME = 30.0  # seconds for a million
MOST_MEMORY = 1_000.0  # MB


def candidate(number: int, score: float) -> Candidate:
    return Candidate(
        f"http://h{number % 500}.example/page/{number}.html", score, parent="http://h.example/",
        anchor="an anchor of words", heading="A heading", parts={"places": score, "words": 0.1},
        blocks_seen=1, relevance_sum=score,
    )  # fmt: skip


def fill(frontier: Frontier, numbers: range) -> None:
    dice = random.Random(numbers.start)
    for number in numbers:
        frontier.push(candidate(number, dice.random()))
        if number % LINKS == 0:
            frontier.flush()


def upsert(frontier: Frontier, size: int) -> None:
    """As many new candidates as waiting ones that move."""
    dice = random.Random(size)
    for number in range(SAMPLE):
        is_new = number % 2 == 0
        frontier.push(candidate(size + number if is_new else dice.randrange(size), dice.random()))
        if number % LINKS == 0:
            frontier.flush()


def pop(frontier: Frontier) -> None:
    for _ in range(SAMPLE):
        found = frontier.pop()
        assert found is not None
        frontier.done(found.key)
    frontier.flush()


def sizes(most: int) -> Iterator[int]:
    size = SMALLEST
    while size <= most:
        yield size
        size *= 10


def growth(most: int) -> Iterator[Figure]:
    """One frontier that grows by tens, measured at each size."""
    first = 0.0
    with tempfile.TemporaryDirectory() as folder:
        path, filled = str(Path(folder) / "frontier.log"), 0
        frontier = open_frontier(path)
        for size in sizes(most):
            fill(frontier, range(filled, size))
            filled = size + SAMPLE
            speed = SAMPLE / seconds(lambda: upsert(frontier, size))  # noqa: B023 - called at once
            first = first or speed
            is_last = size == most
            yield Figure(
                f"upserts a second at {size:,}", speed, at_least=ENOUGH_UPSERTS if is_last else None
            )
            yield Figure(f"pops a second at {size:,}", SAMPLE / seconds(lambda: pop(frontier)))  # noqa: B023
            yield _resumed(frontier, path, size, is_last=is_last)
            frontier = open_frontier(path)
        yield Figure("upsert at the largest / at 10,000", first / speed, at_most=MOST_GROWTH)
        frontier.close()


def _resumed(frontier: Frontier, path: str, size: int, *, is_last: bool) -> Figure:
    frontier.close()
    start = time.perf_counter()
    again = open_frontier(path)
    taken = time.perf_counter() - start
    again.close()
    most = MOST_RESUME if is_last else None
    return Figure(f"resume at {size:,}", taken, "s", at_most=most)


def limits() -> Iterator[Figure]:
    """What forgets everything, and what Scrapy has."""
    heap: list[tuple[float, int]] = []
    dice = random.Random(1)

    def push_heap() -> None:
        for number in range(SAMPLE):
            heappush(heap, (-dice.random(), number))

    def pop_heap() -> None:
        while heap:
            heappop(heap)

    yield Figure("heapq alone: pushes a second", SAMPLE / seconds(push_heap))
    yield Figure("heapq alone: pops a second", SAMPLE / seconds(pop_heap))
    yield from scrapy_queues()


def scrapy_queues() -> Iterator[Figure]:
    """Scrapy's priority queue over each kind of queue it has for that."""
    dice = random.Random(1)
    for name, (kind, entries) in SCRAPY_QUEUES.items():
        requests = [
            Request(f"http://a.example/{number}", priority=dice.randrange(10**6))
            for number in range(entries)
        ]
        with tempfile.TemporaryDirectory() as folder:
            queue = ScrapyPriorityQueue(get_crawler(), kind, folder)
            taken = seconds(partial(_run_through, queue, requests))
        yield Figure(f"Scrapy, {name}, {entries:,}: pushed and popped a second", entries / taken)


def _run_through(queue: ScrapyPriorityQueue, requests: list[Request]) -> None:
    for request in requests:
        queue.push(request)
    while queue.pop():
        pass


def memory(waiting: int, seen: int) -> Iterator[Figure]:
    """What so many waiting and seen URLs take together."""
    before = resident_megabytes()
    frontier = open_frontier("memory:")
    fill(frontier, range(waiting))
    queued = resident_megabytes() - before
    yield Figure(f"memory of {waiting:,} waiting", 1e6 * queued / waiting, "bytes each")
    dice = random.Random(2)
    for _ in range(seen):
        frontier.done(dice.getrandbits(64))
    total = resident_megabytes() - before
    yield Figure(f"... and {seen:,} seen", total, "MB", at_most=MOST_MEMORY)


def resident_megabytes() -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1000
    return 0.0


def measure(most: int, seen: int) -> Iterator[Figure]:
    yield from memory(most, seen)  # first, while nothing else has touched the memory
    yield from growth(most)
    yield from limits()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--most", type=int, default=1_000_000, help="waiting, a power of ten")
    parser.add_argument("--seen", type=int, default=10_000_000)
    options = parser.parse_args()
    gc.set_threshold(GC_THRESHOLD)  # as in a crawl; Python's own takes 1.7 times as long
    show("Frontier", measure(options.most, options.seen))


if __name__ == "__main__":
    main()
