"""The best waiting candidates as the server named them a moment ago, so that a pop need not ask.

A score may have fallen since it was written. The best candidate is brought up to date first; if
that made it worse, it goes to its new place and the next one is the best, until one keeps its
place: that one is leased. What fell is told to the server together with that lease, so however
many fell, a pop is one round trip.

Up to `limit` the order is known. Behind it there may be candidates that the server did not name,
or that this worker has pushed since; a candidate from there is not taken before asking again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from heapq import heapify, heappop, heapreplace
from typing import Any, NamedTuple, Self

from focused_crawler.candidate import Candidate
from focused_crawler.frontier.redis_records import SCORE_DIGITS, decoded, score_digits

SECONDS = 0.2  # how long an answer is taken for true
RANK_DIGITS = 42
NO_LIMIT, NOTHING = b"~", b""  # behind every rank, before every rank
STALE = 1e-6  # a score that fell by less is as good as new
CHOICES = 3  # should another worker have been faster with the best

IsFree = Callable[[str], bool]
Refresh = Callable[[Candidate], None]


class Place(NamedTuple):
    """A candidate where it waits; `is_fresh` where its score is as it would be now."""

    rank: bytes
    host: str
    data: bytes
    is_fresh: bool = False

    @classmethod
    def of(cls, entry: bytes, data: bytes = b"") -> Self:
        """The place that an entry of the scripts means."""
        return cls(entry[:RANK_DIGITS], entry[RANK_DIGITS:].decode(), data)

    @property
    def entry(self) -> bytes:
        """As the scripts know it."""
        return self.rank + self.host.encode()


class Ahead:
    """One answer of the server, used up from the top."""

    def __init__(self, answer: Iterable[Any] = ([], [], 1), left_out: Collection[str] = ()) -> None:
        entries, data, has_more = answer
        self.places = list(map(Place.of, entries, data))
        last = entries[-1][:RANK_DIGITS] if entries else NOTHING
        self.limit: bytes = last if has_more else NO_LIMIT
        self.left_out = frozenset(left_out)  # hosts that were not free
        self.fallen: list[tuple[bytes, str]] = []  # keys and new scores, as the scripts take them
        self._busy: set[str] = set()
        self._until = time.monotonic() + SECONDS

    def is_good(self, is_free: IsFree) -> bool:
        """Whether it may be used now: it is new, and hosts left out are still not free."""
        is_new = self.limit != NOTHING and time.monotonic() < self._until
        return is_new and not any(map(is_free, self.left_out))

    @property
    def is_all(self) -> bool:
        """Whether nothing else waits at free hosts."""
        return self.limit == NO_LIMIT

    def not_free(self, is_free: IsFree) -> set[str]:
        """The hosts that the next answer need not name."""
        return {host for host in self.left_out | self._busy if not is_free(host)}

    def came(self, score: str) -> None:
        """A candidate has come or moved to this score: behind it the order is unknown."""
        self.limit = min(self.limit, score.encode())

    def best(self, is_free: IsFree, refresh: Refresh, most: int) -> list[Place]:
        """The best few, in order; none where the best may be one that is not here.

        When `most` have fallen, the next one is taken as it is.
        """
        free = [place for place in self.places if is_free(place.host)]
        self._busy |= {place.host for place in self.places if not is_free(place.host)}
        heapify(free)
        chosen: list[Place] = []
        while len(self.fallen) < most:
            if not free or free[0].rank > self.limit or len(chosen) == CHOICES:
                return chosen
            place = free[0] if free[0].is_fresh else self._fresh(free[0], refresh)
            if place.rank == free[0].rank:
                chosen.append(heappop(free))
            else:
                heapreplace(free, place)
        return chosen or free[:1]

    def _fresh(self, place: Place, refresh: Refresh) -> Place:
        candidate = decoded(place.rank, place.data)
        before = candidate.score
        if not candidate.is_seed:
            refresh(candidate)
        rank = place.rank
        if candidate.score < before - STALE:
            score = score_digits(candidate.score, candidate.key)
            rank = score.encode() + rank[SCORE_DIGITS:]
            self.fallen.append((rank[-16:], score))
        fresh = place._replace(rank=rank, is_fresh=True)
        self.places[self.places.index(place)] = fresh
        return fresh
