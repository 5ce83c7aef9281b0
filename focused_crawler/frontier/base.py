"""What a frontier promises: the best waiting candidate, never twice, never lost.

`push` is an upsert keyed by the candidate's fingerprint. Reprioritising and the URL-seen test are
one operation, so no dupe filter stands in front of it: that would drop the second parent.
The last push decides the score, up or down, because the mean over a link's parents may fall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Protocol

from focused_crawler.candidate import Candidate


class Pushed(Enum):
    """What a push did."""

    ADDED = "added"
    RAISED = "raised"  # still waiting, now with a higher score
    LOWERED = "lowered"
    KEPT = "kept"  # still waiting, same score
    VISITED = "visited"  # in flight or done; nothing changed


class FrontierError(Exception):
    """The frontier cannot be opened or written; the message says why and what helps."""


class Frontier(Protocol):
    """Waiting candidates, ordered by score, keyed by URL fingerprint."""

    def expect(self, keys: Iterable[int]) -> None:
        """These keys are about to be asked for; one that is far away fetches them together."""

    def push(self, candidate: Candidate) -> Pushed:
        """Add a candidate, or move the one that waits under the same key."""

    def pop(self, is_free: Callable[[str], bool] | None = None) -> Candidate | None:
        """Lease the best candidate of the hosts that `is_free` accepts; ties go to the oldest."""

    def done(self, key: int) -> None:
        """Close a lease, or any other key: it stays known and is given out no more."""

    def requeue(self, candidate: Candidate) -> None:
        """Return a leased candidate to the queue, with the score it now has; else like `push`."""

    def reopen(self, candidate: Candidate) -> bool:
        """Let a candidate that is done wait again; False, and nothing else, if it is not done."""

    def rescore(self, key: int, score: float) -> bool:
        """Give a waiting candidate another score and nothing else; False if none waits."""

    def rescore_all(self, scores: Iterable[tuple[int, float]]) -> None:
        """The same for many keys at once."""

    def get(self, key: int) -> Candidate | None:
        """The candidate waiting under this key, if any; a copy."""

    def state(self, key: int) -> str | None:
        """'waiting', 'leased', 'done', or None for a URL never seen."""

    def waiting(self) -> Iterable[Candidate]:
        """Every waiting candidate, in no order."""

    def leased(self) -> int:
        """How many candidates are out."""

    def hosts(self) -> int:
        """How many hosts have something waiting."""

    def __len__(self) -> int:
        """How many candidates wait."""

    def flush(self) -> None:
        """Make every change so far survive the death of the process, in the order of the calls."""

    def close(self) -> None:
        """Make everything durable and let go; leases stay open for the next start."""
