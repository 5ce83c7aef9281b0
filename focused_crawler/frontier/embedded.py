"""The frontier of one process: ranks in memory, a durable log behind them.

All changes go to the log in the order they were made. `flush` makes every change before it survive
a kill of the process. So once a `done` was flushed, every push before it is recorded too: a page is
never closed without its links. A `pop` leaves no record: what is leased when a process ends waits
again when the next one opens the frontier.

A waiting candidate takes some 170 bytes of memory for key and rank; what else it says is JSON in
`payloads`, mostly on disk. A closed one is 8 bytes of fingerprint. A candidate keeps the sequence
number of its first push, whatever its score becomes.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from math import isnan
from pathlib import Path
from sys import intern

from focused_crawler.candidate import Candidate
from focused_crawler.frontier.base import Pushed
from focused_crawler.frontier.journal import (
    REWRITE_FLOOR,
    SYNC_SECONDS,
    Journal,
    NoJournal,
    reported,
)
from focused_crawler.frontier.lock import Lock
from focused_crawler.frontier.log_format import (
    KEYS_IN_A_LINE,
    Replay,
    change_record,
    done_record,
    push_record,
    rescore_record,
    snapshot_records,
)
from focused_crawler.frontier.log_reader import LogReader
from focused_crawler.frontier.payloads import MOST_IN_MEMORY, Payloads
from focused_crawler.frontier.rank import key_in, rank_of, score_in, sequence_in
from focused_crawler.frontier.records import (
    Entry,
    decode,
    encode_link,
    encode_standing,
    same_link,
)

logger = logging.getLogger(__name__)

REMEMBERED = 20_000  # candidates kept decoded; some 20 MB
KEYS_FOR_A_LINE = 20  # closed keys, at 16 bytes, that take the space of one waiting candidate

# The usual shape of a host is cut out in 0.4 us; parsing the URL for it takes 3 to 5.
_plain_host = re.compile(r"https?://([a-z0-9.-]+)(?::[0-9]+)?(?:[/?#]|$)").match


class EmbeddedFrontier:
    """A `Frontier` in this process, continued from `state` and recorded in `journal`."""

    def __init__(self, journal: Journal | NoJournal, state: Replay) -> None:
        self._journal = journal
        self._waiting, self._payloads = state.queues, state.payloads
        self._leased: dict[int, Entry] = {}
        self._done = state.done()
        self._next_sequence = state.next_sequence
        self._nan_scores = 0
        self._decoded: dict[int, tuple[bytes, Candidate]] = {}  # payload and what it says

    def expect(self, keys: Iterable[int]) -> None:
        """Everything is at hand."""

    def push(self, candidate: Candidate) -> Pushed:
        """Add a candidate, or move the one that waits under the same key; NaN counts as 0."""
        key = candidate.key
        rank = self._waiting.rank(key)
        if rank is not None:
            return self._move(rank, candidate)
        if key in self._leased or key in self._done:
            return Pushed.VISITED
        self._add(candidate, self._next_sequence, host_of(candidate))
        self._next_sequence += 1
        return Pushed.ADDED

    def pop(self, is_free: Callable[[str], bool] | None = None) -> Candidate | None:
        """Lease the best candidate of the hosts that `is_free` accepts; ties go to the oldest."""
        key = self._waiting.best(is_free)
        rank = None if key is None else self._waiting.rank(key)
        if key is None or rank is None:
            return None
        payload, candidate = self._known(key, rank)
        _, host = self._take(key) or (rank, "")
        self._leased[key] = rank, host, payload
        return _with_score(candidate, rank)

    def done(self, key: int) -> None:
        """Close a lease, or any other key: it stays known and is given out no more."""
        is_open = self._take(key) or self._leased.pop(key, None)
        if key in self._done and not is_open:
            return
        self._done.add(key)
        self._journal.append(done_record(key))

    def requeue(self, candidate: Candidate) -> None:
        """Return a leased candidate to the queue, with the score it now has; else like `push`."""
        leased = self._leased.get(candidate.key)
        if leased is None:
            self.push(candidate)
            return
        rank, host, _ = leased
        self._add(candidate, sequence_in(rank), host)
        del self._leased[candidate.key]

    def reopen(self, candidate: Candidate) -> bool:
        """Let a candidate that is done wait again; False, and nothing else, if it is not done."""
        if self.state(candidate.key) != "done":
            return False
        # Its key stays among the closed ones: whoever asks looks at what waits first.
        self._add(candidate, self._next_sequence, host_of(candidate))
        self._next_sequence += 1
        return True

    def rescore(self, key: int, score: float) -> bool:
        """Give a waiting candidate another score and nothing else; False if none waits."""
        rank = self._waiting.rank(key)
        if rank is None:
            return False
        score = 0.0 if isnan(score) else score + 0.0  # -0.0 and 0.0 are one score
        moved = rank_of(score, sequence_in(rank), key)
        if moved != rank:
            self._waiting.move(moved)
            self._journal.append(rescore_record(key, score))
        return True

    def rescore_all(self, scores: Iterable[tuple[int, float]]) -> None:
        """The same for many keys at once."""
        for key, score in scores:
            self.rescore(key, score)

    def get(self, key: int) -> Candidate | None:
        """The candidate waiting under this key, if any; a copy."""
        rank = self._waiting.rank(key)
        return None if rank is None else _with_score(self._known(key, rank)[1], rank)

    def state(self, key: int) -> str | None:
        """'waiting', 'leased', 'done', or None for a URL never seen."""
        if key in self._waiting:
            return "waiting"
        if key in self._leased:
            return "leased"
        return "done" if key in self._done else None

    def waiting(self) -> Iterator[Candidate]:
        """Every candidate that waits at the moment of the call and still does when it is its turn,
        in no order.
        """
        keys = [key_in(rank) for rank, _ in self._waiting.ranks()]
        return (candidate for candidate in map(self.get, keys) if candidate is not None)

    def leased(self) -> int:
        """How many candidates are out."""
        return len(self._leased)

    def hosts(self) -> int:
        """How many hosts have something waiting."""
        return len(self._waiting)

    def __len__(self) -> int:
        return self._waiting.waiting

    def flush(self) -> None:
        """Make every change so far survive the death of the process."""
        self._journal.flush()
        if not self._journal.is_rewriting:
            self._payloads.release()
        needed = len(self) + len(self._leased) + len(self._done) // KEYS_FOR_A_LINE
        if self._journal.wants_rewrite(needed):
            seen = self._done.chunks(KEYS_IN_A_LINE)
            self._payloads.hold()
            self._journal.start_rewrite(snapshot_records(seen, self._snapshot()))

    def close(self) -> None:
        """Make everything durable and let go; leases stay open for the next start."""
        self._payloads.close()
        self._journal.close()

    def _snapshot(self) -> Iterator[Entry]:
        """What waits or is leased at this moment; a payload may be of a later one.

        The log has a record of that change after this moment, which makes the two one again.
        """
        payloads = self._payloads
        waiting = (
            (rank, host, payloads[sequence_in(rank)]) for rank, host in self._waiting.ranks()
        )
        return chain(list(self._leased.values()), waiting)

    def _known(self, key: int, rank: int) -> tuple[bytes, Candidate]:
        """Payload and candidate; links of a site's menus are asked for on every page."""
        known = self._decoded.get(key)
        if known is None:
            payload = self._payloads[sequence_in(rank)]
            known = self._remember(key, payload, decode((rank, "", payload)))
        return known

    def _remember(self, key: int, payload: bytes, candidate: Candidate) -> tuple[bytes, Candidate]:
        if len(self._decoded) >= REMEMBERED:
            self._decoded.clear()
        known = self._decoded[key] = payload, candidate
        return known

    def _add(self, candidate: Candidate, sequence: int, host: str) -> None:
        rank = rank_of(self._score(candidate), sequence, candidate.key)
        payload = encode_link(candidate) + b"\t" + encode_standing(candidate)
        self._waiting.put(rank, host)
        self._payloads[sequence] = payload
        self._remember(candidate.key, payload, candidate.copy())
        self._journal.append(push_record((rank, host, payload)))

    def _take(self, key: int) -> tuple[int, str] | None:
        taken = self._waiting.take(key)
        if taken is not None:
            self._decoded.pop(key, None)
            self._payloads.drop(sequence_in(taken[0]))
        return taken

    def _move(self, old_rank: int, candidate: Candidate) -> Pushed:
        key, sequence = candidate.key, sequence_in(old_rank)
        # What is not at hand is written anew: reading it back to compare takes longer.
        old_payload, known = self._decoded.get(key) or (b"", None)
        rank = rank_of(self._score(candidate), sequence, key)
        if known is not None and same_link(known, candidate):
            link = old_payload[: old_payload.index(b"\t") + 1]
        else:
            link = encode_link(candidate) + b"\t"
        payload = link + encode_standing(candidate)
        if payload != old_payload:
            self._payloads[sequence] = payload
        if payload != old_payload or rank != old_rank:
            self._waiting.move(rank)
            self._remember(key, payload, candidate.copy())
            entry = rank, self._waiting.host(key), payload
            self._journal.append(change_record(old_payload, entry))
        if rank == old_rank:
            return Pushed.KEPT
        return Pushed.RAISED if rank < old_rank else Pushed.LOWERED

    def _score(self, candidate: Candidate) -> float:
        if not isnan(candidate.score):
            return candidate.score
        self._nan_scores += 1
        if self._nan_scores == 1:
            logger.warning("the score of %s is not a number; such scores count as 0", candidate.url)
        return 0.0


def open_memory(*, most_payloads: int = MOST_IN_MEMORY) -> EmbeddedFrontier:
    """An empty frontier that ends with its process."""
    return EmbeddedFrontier(NoJournal(), Replay(Payloads(most=most_payloads)))


def open_file(
    path: Path,
    *,
    sync_seconds: float = SYNC_SECONDS,
    rewrite_floor: int = REWRITE_FLOOR,
    most_payloads: int = MOST_IN_MEMORY,
) -> EmbeddedFrontier:
    """The frontier whose log is the file at `path`, made if it is not there."""
    with reported(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(path)
    payloads = Payloads(path.parent, most=most_payloads)
    try:
        reader = LogReader(path)
        with reported(path):
            state = reader.state(payloads)
        journal = Journal(
            path,
            lock,
            size=reader.size,
            lines=reader.lines,
            sync_seconds=sync_seconds,
            rewrite_floor=rewrite_floor,
        )
    except BaseException:
        payloads.close()
        lock.release()
        raise
    return EmbeddedFrontier(journal, state)


def _with_score(known: Candidate, rank: int) -> Candidate:
    candidate = known.copy()
    candidate.score = score_in(rank)
    return candidate


def host_of(candidate: Candidate) -> str:
    """The host a candidate waits under."""
    plain = _plain_host(candidate.url)
    try:
        # One string for all candidates of a host.
        return intern(plain[1] if plain else candidate.host)
    except ValueError:
        return ""  # a URL that cannot be parsed waits like any other; fetching it will fail
