"""Waiting candidates in order: one heap of places per host, and a heap over the hosts' bests.

A place is a rank with the number of its host below it: one integer of 64 bytes that the heap and
the table by key share. A place that no longer holds (its candidate has another score now, or left)
stays in the heap until it comes to the top. A host's best is announced in the heap over hosts
whenever it changes, so there, too, old announcements are recognised and dropped. Either heap is
rebuilt once more than half of it is old, which keeps memory in proportion to what waits and costs a
constant share of each operation. To pass over k hosts that are busy takes O(k log hosts).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush

from focused_crawler.frontier.rank import KEY_BITS

SLACK = 32  # old places that are not worth a rebuild
HOST_BITS = 32
_HOST_MASK = (1 << HOST_BITS) - 1
_KEY_MASK = (1 << KEY_BITS) - 1


class _HostQueue:
    __slots__ = ("head", "heap", "host", "live", "number")

    def __init__(self, host: str, number: int) -> None:
        self.host, self.number = host, number
        self.heap: list[int] = []
        self.live = 0  # candidates that wait; the heap may hold old places besides
        self.head = -1  # the place announced in the heap over hosts


class HostQueues:
    """Ranks by key, ready to give out the best among the hosts that are free."""

    def __init__(self) -> None:
        self._places: dict[int, int] = {}
        self._queues: dict[int, _HostQueue] = {}  # by number
        self._by_host: dict[str, _HostQueue] = {}
        self._next_number = 0
        self._heads: list[int] = []

    def __len__(self) -> int:
        """How many hosts have something waiting."""
        return len(self._queues)

    def __contains__(self, key: int) -> bool:
        return key in self._places

    @property
    def waiting(self) -> int:
        """How many candidates wait."""
        return len(self._places)

    def rank(self, key: int) -> int | None:
        """The rank of a key, None if it does not wait."""
        place = self._places.get(key)
        return None if place is None else place >> HOST_BITS

    def host(self, key: int) -> str:
        """The host under which a key waits."""
        return self._queues[self._places[key] & _HOST_MASK].host

    def ranks(self) -> Iterator[tuple[int, str]]:
        """Rank and host of all that wait at the moment of the call."""
        hosts = {number: queue.host for number, queue in self._queues.items()}
        places = list(self._places.values())
        return ((place >> HOST_BITS, hosts[place & _HOST_MASK]) for place in places)

    def put(self, rank: int, host: str) -> None:
        """Add a rank whose key does not wait yet."""
        queue = self._by_host.get(host) or self._open(host)
        place = rank << HOST_BITS | queue.number
        self._places[rank & _KEY_MASK] = place
        queue.live += 1
        self._push(queue, place)

    def move(self, rank: int) -> None:
        """Give another rank to a key that waits."""
        key = rank & _KEY_MASK
        old = self._places[key]
        queue = self._queues[old & _HOST_MASK]
        place = rank << HOST_BITS | queue.number
        if place != old:
            self._places[key] = place
            self._push(queue, place, replaced=old)

    def take(self, key: int) -> tuple[int, str] | None:
        """Remove a key; its rank and its host."""
        place = self._places.pop(key, None)
        if place is None:
            return None
        queue = self._queues[place & _HOST_MASK]
        queue.live -= 1
        if queue.live:
            self._announce(queue)
        else:
            del self._queues[queue.number], self._by_host[queue.host]
        return place >> HOST_BITS, queue.host

    def best(self, is_free: Callable[[str], bool] | None) -> int | None:
        """The key of the smallest rank among the hosts that `is_free` accepts."""
        busy: list[int] = []
        try:
            while self._heads:
                head = self._heads[0]
                queue = self._queues.get(head & _HOST_MASK)
                if queue is None or queue.head != head:
                    heappop(self._heads)
                elif is_free is None or is_free(queue.host):
                    return head >> HOST_BITS & _KEY_MASK
                else:
                    busy.append(heappop(self._heads))
            return None
        finally:
            for head in busy:
                heappush(self._heads, head)

    def _open(self, host: str) -> _HostQueue:
        queue = self._by_host[host] = _HostQueue(host, self._next_number)
        self._queues[queue.number] = queue
        self._next_number += 1
        return queue

    def _push(self, queue: _HostQueue, place: int, *, replaced: int | None = None) -> None:
        heap = queue.heap
        heappush(heap, place)
        is_head_kept = heap[0] == queue.head != replaced
        if not is_head_kept or len(heap) > 2 * queue.live + SLACK:
            self._announce(queue)

    def _announce(self, queue: _HostQueue) -> None:
        heap = queue.heap
        if len(heap) > 2 * queue.live + SLACK:
            heap[:] = set(filter(self._is_current, heap))
            heapify(heap)
        while not self._is_current(heap[0]):
            heappop(heap)
        if heap[0] == queue.head:
            return
        queue.head = heap[0]
        heappush(self._heads, heap[0])
        if len(self._heads) > 2 * len(self._queues) + SLACK:
            self._heads = [queue.head for queue in self._queues.values()]
            heapify(self._heads)

    def _is_current(self, place: int) -> bool:
        return self._places.get(place >> HOST_BITS & _KEY_MASK) == place
