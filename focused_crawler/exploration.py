"""Some fetches go to the unknown: the best link of a host that has given no page yet.

How many is learnt. Pages fetched this way and all others each have a running mean of relevance in
which the latest count most (some MEMORY pages), and

    share of explorations = most * explored / (explored + others)

so exploring that is as good as following the best links gets half of what is allowed, and exploring
that finds nothing nearly none: a tenth of what is allowed, or a change would go unnoticed.
A link is explored only if its chance is PROMISING.
"""

from __future__ import annotations

from collections.abc import Callable

from focused_crawler.candidate import Candidate
from focused_crawler.frontier.base import Frontier

MEMORY = 20  # pages
LEAST = 0.1
PROMISING = 0.25  # score

IsFree = Callable[[str], bool]


class Explorer:
    """Says when it is time to explore, and which link is explored."""

    def __init__(self, most: float) -> None:
        self.most = most
        self._hosts: set[str] = set()
        self._out: set[int] = set()
        self._explored = self._others = 0.5
        self._credit = 0.0

    @property
    def share(self) -> float:
        """The share of fetches that explore at present."""
        learnt = self._explored / (self._explored + self._others)
        return self.most * max(LEAST, learnt)

    def next(self, frontier: Frontier, is_free: IsFree | None) -> Candidate | None:
        """Lease the best link of an unknown host, if it is time to; a turn without one is lost."""
        if self._credit < 1:
            return None
        self._credit -= 1
        found = frontier.pop(lambda host: self._is_unknown(host) and (not is_free or is_free(host)))
        if found is None or found.is_seed:
            return found
        if found.score < PROMISING:
            frontier.requeue(found)
            return None
        self._out.add(found.key)
        self._hosts.add(found.host)
        return found

    def count(self, candidate: Candidate) -> None:
        """A candidate goes out."""
        if not candidate.is_seed:
            self._credit += self.share

    def outcome(self, candidate: Candidate, relevance: float) -> None:
        """A page came in, or, of no relevance, did not."""
        self._hosts.add(candidate.host)
        if candidate.key in self._out:
            self._out.discard(candidate.key)
            self._explored += (relevance - self._explored) / MEMORY
        elif not candidate.is_seed:
            self._others += (relevance - self._others) / MEMORY

    def _is_unknown(self, host: str) -> bool:
        return host not in self._hosts
