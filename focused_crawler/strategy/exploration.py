"""Some fetches go to the unknown: the best link of a host that has given no page yet.

How many is learnt. Pages fetched this way and all others each have a running mean of relevance in
which the latest count most (MEMORY pages), and

    share of explorations = most * explored / (explored + others)

so exploring as good as following the best links gets half of what is allowed, and exploring that
finds nothing nearly none: never less than LEAST of it, or a change would go unnoticed.
"""

from __future__ import annotations

from collections.abc import Callable

from focused_crawler.candidate import Candidate

MEMORY = 50  # pages
LEAST = 0.1

IsFree = Callable[[str], bool]


class Explorer:
    """Says when it is time to explore and which hosts are unknown."""

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

    def is_turn(self) -> bool:
        """Whether the next fetch is an exploration; to be asked once for each fetch."""
        self._credit += self.share
        if self._credit < 1:
            return False
        self._credit -= 1
        return True

    def unknown(self, is_free: IsFree | None) -> IsFree:
        """Whether a host may be asked now and has given no page yet."""
        return lambda host: host not in self._hosts and (is_free is None or is_free(host))

    def sent(self, candidate: Candidate) -> None:
        """A candidate goes out as an exploration."""
        self._out.add(candidate.key)
        self._hosts.add(candidate.host)

    def outcome(self, candidate: Candidate, relevance: float) -> None:
        """A page came in."""
        self._hosts.add(candidate.host)
        if candidate.is_seed:
            return
        if candidate.key in self._out:
            self._out.discard(candidate.key)
            self._explored += (relevance - self._explored) / MEMORY
        else:
            self._others += (relevance - self._others) / MEMORY
