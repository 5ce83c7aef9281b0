"""The frontier of one process: memory first, with a durable log behind it.

All questions are answered from memory; all changes go to the log in the order they were made.
`flush` makes every change before it survive a kill of the process. So once a `done` was flushed,
every push before it is recorded too: a page is never closed without its links. A `pop` leaves no
record: what is leased when a process ends waits again when the next one opens the frontier.

A waiting candidate is kept as encoded JSON with its rank; a closed one is 8 bytes of fingerprint.
A candidate keeps the sequence number of its first push, whatever its score becomes.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from math import isnan
from pathlib import Path
from sys import intern

from focused_crawler.candidate import Candidate
from focused_crawler.frontier.base import Pushed
from focused_crawler.frontier.host_queues import HostQueues
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
_NOTHING: tuple[bytes, Candidate | None] = (b"", None)
KEYS_FOR_A_LINE = 20  # closed keys, at 16 bytes, that take the space of one waiting candidate

# The usual shape of a host is cut out in 0.4 us; parsing the URL for it takes 3 to 5.
_plain_host = re.compile(r"https?://([a-z0-9.-]+)(?::[0-9]+)?(?:[/?#]|$)").match


class EmbeddedFrontier:
    """A `Frontier` in memory, continued from `state` and recorded in `journal`."""

    def __init__(self, journal: Journal | NoJournal, state: Replay) -> None:
        self._journal = journal
        self._waiting = HostQueues(state.waiting)
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
        waiting = self._waiting.entries.get(key)
        if waiting is not None:
            return self._move(waiting, candidate)
        if key in self._leased or key in self._done:
            return Pushed.VISITED
        entry = self._entry(candidate, self._next_sequence, host_of(candidate))
        self._add(entry)
        self._remember(entry, candidate.copy())
        self._next_sequence += 1
        return Pushed.ADDED

    def pop(self, is_free: Callable[[str], bool] | None = None) -> Candidate | None:
        """Lease the best candidate of the hosts that `is_free` accepts; ties go to the oldest."""
        key = self._waiting.best(is_free)
        entry = None if key is None else self._waiting.take(key)
        if key is None or entry is None:
            return None
        self._leased[key] = entry
        candidate = self._candidate(key, entry)
        self._decoded.pop(key, None)
        return candidate

    def done(self, key: int) -> None:
        """Close a lease, or any other key: it stays known and is given out no more."""
        is_open = self._waiting.take(key) or self._leased.pop(key, None)
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
        entry = self._entry(candidate, sequence_in(rank), host)
        del self._leased[candidate.key]
        self._add(entry)

    def reopen(self, candidate: Candidate) -> bool:
        """Let a candidate that is done wait again; False, and nothing else, if it is not done."""
        if self.state(candidate.key) != "done":
            return False
        # Its key stays among the closed ones: whoever asks looks at what waits first.
        self._add(self._entry(candidate, self._next_sequence, host_of(candidate)))
        self._next_sequence += 1
        return True

    def rescore(self, key: int, score: float) -> bool:
        """Give a waiting candidate another score and nothing else; False if none waits."""
        entry = self._waiting.entries.get(key)
        if entry is None:
            return False
        rank, host, payload = entry
        score = 0.0 if isnan(score) else score + 0.0  # -0.0 and 0.0 are one score
        moved = rank_of(score, sequence_in(rank), key)
        if moved != rank:
            self._waiting.put((moved, host, payload))
            self._journal.append(rescore_record(key, score))
        return True

    def rescore_all(self, scores: Iterable[tuple[int, float]]) -> None:
        """The same for many keys at once."""
        for key, score in scores:
            self.rescore(key, score)

    def get(self, key: int) -> Candidate | None:
        """The candidate waiting under this key, if any; a copy."""
        entry = self._waiting.entries.get(key)
        return None if entry is None else self._candidate(key, entry)

    def state(self, key: int) -> str | None:
        """'waiting', 'leased', 'done', or None for a URL never seen."""
        if key in self._waiting.entries:
            return "waiting"
        if key in self._leased:
            return "leased"
        return "done" if key in self._done else None

    def waiting(self) -> Iterator[Candidate]:
        """Every candidate that waits at the moment of the call, in no order."""
        return map(decode, list(self._waiting.entries.values()))

    def leased(self) -> int:
        """How many candidates are out."""
        return len(self._leased)

    def hosts(self) -> int:
        """How many hosts have something waiting."""
        return len(self._waiting)

    def __len__(self) -> int:
        return len(self._waiting.entries)

    def flush(self) -> None:
        """Make every change so far survive the death of the process."""
        self._journal.flush()
        needed = len(self) + len(self._leased) + len(self._done) // KEYS_FOR_A_LINE
        if self._journal.wants_rewrite(needed):
            # Entries never change, so a list of them holds this moment's state.
            entries = [*self._waiting.entries.values(), *self._leased.values()]
            seen = self._done.chunks(KEYS_IN_A_LINE)
            self._journal.start_rewrite(snapshot_records(seen, entries))

    def close(self) -> None:
        """Make everything durable and let go; leases stay open for the next start."""
        self._journal.close()

    def _entry(self, candidate: Candidate, sequence: int, host: str) -> Entry:
        rank = rank_of(self._score(candidate), sequence, candidate.key)
        return rank, host, encode_link(candidate) + b"\t" + encode_standing(candidate)

    def _candidate(self, key: int, entry: Entry) -> Candidate:
        """The candidate of an entry; links of a site's menus are asked for on every page."""
        payload, known = self._decoded.get(key, _NOTHING)
        if known is None or payload is not entry[2]:
            known = decode(entry)
            self._remember(entry, known)
        candidate = known.copy()
        candidate.score = score_in(entry[0])
        return candidate

    def _remember(self, entry: Entry, candidate: Candidate) -> None:
        if len(self._decoded) >= REMEMBERED:
            self._decoded.clear()
        self._decoded[key_in(entry[0])] = entry[2], candidate

    def _add(self, entry: Entry) -> None:
        self._waiting.put(entry)
        self._journal.append(push_record(entry))

    def _move(self, old: Entry, candidate: Candidate) -> Pushed:
        old_rank, host, old_payload = old
        payload, known = self._decoded.get(candidate.key, _NOTHING)
        if known is not None and payload is old_payload and same_link(known, candidate):
            rank = rank_of(self._score(candidate), sequence_in(old_rank), candidate.key)
            link = payload[: payload.index(b"\t") + 1]
            entry = rank, host, link + encode_standing(candidate)
        else:
            entry = self._entry(candidate, sequence_in(old_rank), host)
        if entry != old:
            self._waiting.put(entry)
            self._journal.append(change_record(old, entry))
            self._remember(entry, candidate.copy())
        if entry[0] == old_rank:
            return Pushed.KEPT
        return Pushed.RAISED if entry[0] < old_rank else Pushed.LOWERED

    def _score(self, candidate: Candidate) -> float:
        if not isnan(candidate.score):
            return candidate.score
        self._nan_scores += 1
        if self._nan_scores == 1:
            logger.warning("the score of %s is not a number; such scores count as 0", candidate.url)
        return 0.0


def open_memory() -> EmbeddedFrontier:
    """An empty frontier that ends with its process."""
    return EmbeddedFrontier(NoJournal(), Replay())


def open_file(
    path: Path, *, sync_seconds: float = SYNC_SECONDS, rewrite_floor: int = REWRITE_FLOOR
) -> EmbeddedFrontier:
    """The frontier whose log is the file at `path`, made if it is not there."""
    with reported(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock(path)
    try:
        reader = LogReader(path)
        with reported(path):
            state = reader.state()
        journal = Journal(
            path,
            lock,
            size=reader.size,
            lines=reader.lines,
            sync_seconds=sync_seconds,
            rewrite_floor=rewrite_floor,
        )
    except BaseException:
        lock.release()
        raise
    return EmbeddedFrontier(journal, state)


def host_of(candidate: Candidate) -> str:
    """The host a candidate waits under."""
    plain = _plain_host(candidate.url)
    try:
        # One string for all candidates of a host.
        return intern(plain[1] if plain else candidate.host)
    except ValueError:
        return ""  # a URL that cannot be parsed waits like any other; fetching it will fail
