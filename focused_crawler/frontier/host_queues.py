"""Waiting candidates in order: one heap of ranks per host, and a heap over the hosts' bests.

A rank that no longer holds (its candidate has another score now, or left) stays where it is until
it comes to the top. A host's best is announced in the heap over hosts whenever it changes, so
there, too, old announcements are recognised and dropped. Either heap is rebuilt once more than
half of it is old, which keeps memory in proportion to what waits and costs a constant share of each
operation. To pass over k hosts that are busy takes O(k log hosts).
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush

from focused_crawler.frontier.rank import key_in
from focused_crawler.frontier.records import Entry

SLACK = 32  # old ranks that are not worth a rebuild


class _HostQueue:
    __slots__ = ("head", "heap", "live")

    def __init__(self) -> None:
        self.heap: list[int] = []
        self.live = 0  # candidates that wait; the heap may hold old ranks besides
        self.head = -1  # the rank announced in the heap over hosts


class HostQueues:
    """Entries by key, ready to give out the best among the hosts that are free."""

    def __init__(self, entries: dict[int, Entry]) -> None:
        self.entries = entries
        self._queues: dict[str, _HostQueue] = {}
        for rank, host, _ in entries.values():
            queue = self._queue(host)
            queue.heap.append(rank)
            queue.live += 1
        for queue in self._queues.values():
            heapify(queue.heap)
            queue.head = queue.heap[0]
        self._heads: list[tuple[int, str]] = []
        self._rebuild_heads()

    def __len__(self) -> int:
        """How many hosts have something waiting."""
        return len(self._queues)

    def put(self, entry: Entry) -> None:
        """Add an entry, or replace the one of the same key, which must be of the same host."""
        rank, host, _ = entry
        key = key_in(rank)
        old = self.entries.get(key)
        self.entries[key] = entry
        if old is not None and old[0] == rank:
            return
        queue = self._queues.get(host) or self._queue(host)
        queue.live += old is None
        heap = queue.heap
        heappush(heap, rank)
        is_head_kept = heap[0] == queue.head and (old is None or old[0] != queue.head)
        if not is_head_kept or len(heap) > 2 * queue.live + SLACK:
            self._announce(host, queue)

    def take(self, key: int) -> Entry | None:
        """Remove and return the entry of a key."""
        entry = self.entries.pop(key, None)
        if entry is None:
            return None
        host = entry[1]
        queue = self._queues[host]
        queue.live -= 1
        if queue.live:
            self._announce(host, queue)
        else:
            del self._queues[host]
        return entry

    def best(self, is_free: Callable[[str], bool] | None) -> int | None:
        """The key of the smallest rank among the hosts that `is_free` accepts."""
        busy: list[tuple[int, str]] = []
        try:
            while self._heads:
                rank, host = self._heads[0]
                queue = self._queues.get(host)
                if queue is None or queue.head != rank:
                    heappop(self._heads)
                elif is_free is None or is_free(host):
                    return key_in(rank)
                else:
                    busy.append(heappop(self._heads))
            return None
        finally:
            for head in busy:
                heappush(self._heads, head)

    def _queue(self, host: str) -> _HostQueue:
        queue = self._queues.get(host)
        if queue is None:
            queue = self._queues[host] = _HostQueue()
        return queue

    def _announce(self, host: str, queue: _HostQueue) -> None:
        heap = queue.heap
        if len(heap) > 2 * queue.live + SLACK:
            heap[:] = set(filter(self._is_current, heap))
            heapify(heap)
        while not self._is_current(heap[0]):
            heappop(heap)
        if heap[0] == queue.head:
            return
        queue.head = heap[0]
        heappush(self._heads, (heap[0], host))
        if len(self._heads) > 2 * len(self._queues) + SLACK:
            self._rebuild_heads()

    def _is_current(self, rank: int) -> bool:
        entry = self.entries.get(key_in(rank))
        return entry is not None and entry[0] == rank

    def _rebuild_heads(self) -> None:
        self._heads = [(queue.head, host) for host, queue in self._queues.items()]
        heapify(self._heads)
