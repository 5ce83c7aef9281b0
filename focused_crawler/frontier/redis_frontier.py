"""The frontier that any number of workers share: a Redis server, one script per operation.

A candidate is leased to the worker that popped it. Each worker gives a sign of life every few
seconds; a worker silent for LEASE_SECONDS is taken for dead, and what it held waits again. A server
that is away is waited for. What is durable is up to the server: with `appendonly yes` and
`appendfsync always` nothing acknowledged is lost, with `everysec` at most the last second is.

A page has some 50 links, and a round trip for each would be most of its cost. So `expect` fetches
what is known of all of them at once, what a page changes is sent together by `flush`, and `done`
is always behind the pushes of its page. Other workers see a page's links when it is finished. A
pop chooses among the best few of the server's last answer (see `redis_ahead`).

Workers keep one pace with a host: a lease says when its turn is (`turn`), by the delay that
`delay_of` tells for the host, whoever of them asked it before.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import chain, count
from typing import Any
from uuid import uuid4

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import redis_scripts as scripts
from focused_crawler.frontier.base import FrontierError, Pushed
from focused_crawler.frontier.board import Board
from focused_crawler.frontier.redis_ahead import NOTHING, Ahead, IsFree, Place, Refresh
from focused_crawler.frontier.redis_line import SCRIPT, Command, Line
from focused_crawler.frontier.redis_records import (
    SCORE_DIGITS,
    Standing,
    decoded,
    encoded,
    hex_of,
    outcome_of,
    score_digits,
    standing_of,
    waiting_as,
)

logger = logging.getLogger(__name__)

LEASE_SECONDS = 120
BEAT_SECONDS = 10
LOOKED_AHEAD = 16  # candidates in one answer
MOST_FALLEN = 30  # candidates worth less by now in one pop; the next one is taken as it is
LOOKS = 5  # answers used until one of them has what can be leased
HOSTS_AT_ONCE = 500
SCAN_COUNT = 500
STANDING_SECONDS = 1.0  # how long an answer of `expect` is taken for true
COUNT_SECONDS = 0.2  # likewise the number of waiting and leased candidates
MOST_UNSENT = 1000
TAKES_MANY = ("PUSH", "DONE", "RESCORE")
SCRIPTS = (
    "PUSH", "PEEK", "LEASE", "HOLD", "DONE", "REQUEUE", "REOPEN", "RESCORE", "BEAT", "CHANGE",
)  # fmt: skip
LOST = (
    "Redis has lost what waited: it was flushed, or came back without its append-only file; "
    "start anew in another JOBDIR"
)


class RedisFrontier:
    """A `Frontier` in Redis, under keys that begin with `name`."""

    def __init__(self, client: Any, name: str, *, lease_seconds: float = LEASE_SECONDS) -> None:
        self._prefix = f"{{{name}}}:frontier"
        self._worker = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:8]}"
        texts = {script: getattr(scripts, script) for script in SCRIPTS}
        self._redis, self.line = client, Line(client, texts, self._prefix)
        self.board = Board(client, f"{{{name}}}", self._worker, self.line.ask)
        self.refresh: Refresh = _leave  # brings the score of a candidate up to date
        self.delay_of: Callable[[str], float] = _no_delay  # seconds between two fetches of a host
        self._turns: dict[int, float] = {}  # of what this worker holds
        self._ahead = Ahead()
        self._unsent: list[Command] = []
        self._known: dict[int, Standing] = {}
        self._known_until = self._counted_until = 0.0
        self._counts = (0, 0, 0)  # candidates, of them leased, hosts
        self._lease_seconds = lease_seconds
        self._next_beat = 0.0
        begin = ("SET", self._key("crawl"), self._worker, "NX")  # unless another worker has
        self._crawl = self.line.all([begin, ("GET", self._key("crawl"))])[-1]
        self._beat()

    def expect(self, keys: Iterable[int]) -> None:
        """Fetch what is known of these keys together, before they are asked for one by one."""
        self._forget_old()
        wanted = [key for key in keys if key not in self._known]
        if wanted:
            self._known.update(zip(wanted, self._look(wanted), strict=True))
            self._known_until = time.monotonic() + STANDING_SECONDS

    def push(self, candidate: Candidate) -> Pushed:
        """Add a candidate, or move the one that waits under the same key; NaN counts as 0."""
        values = encoded(candidate)
        known = self._standing(candidate.key)
        self._ahead.came(values[1])
        if known is None:
            return Pushed(self._send((SCRIPT, "PUSH", *values))[-1][0].decode())
        outcome = outcome_of(known, values[1])
        if outcome is not Pushed.VISITED:
            self._known[candidate.key] = waiting_as(*values)
            self._later(SCRIPT, "PUSH", *values)
        return outcome

    def push_all(self, candidates: Iterable[Candidate]) -> list[Pushed]:
        """Push many in one round trip."""
        values = [value for candidate in candidates for value in encoded(candidate)]
        self._ahead = Ahead()
        outcomes = self._send((SCRIPT, "PUSH", *values))[-1] if values else []
        return [Pushed(outcome.decode()) for outcome in outcomes]

    def pop(self, is_free: Callable[[str], bool] | None = None) -> Candidate | None:
        """Lease the best candidate of the hosts that `is_free` accepts; ties go to the oldest."""
        self._beat_if_due()
        is_free = cache(is_free or _always)  # it need not be asked twice in one pop
        may_fall = MOST_FALLEN
        for _ in range(LOOKS):
            is_new = not self._ahead.is_good(is_free)
            if is_new:
                self._look_ahead(is_free)
            best = self._ahead.best(is_free, self.refresh, may_fall)
            may_fall -= len(self._ahead.fallen)
            if not best and is_new and self._ahead.is_all:
                return None
            if not best:
                self._ahead.limit = NOTHING
                continue
            leased = self._lease(best, is_free)
            if leased is not None:
                return leased
        return self._pop_listed(is_free)

    def done(self, key: int) -> None:
        """Close a lease, or any other key: it stays known and is given out no more."""
        self._turns.pop(key, None)
        self._known[key] = "done", b"", b""
        self._later(SCRIPT, "DONE", hex_of(key))

    def requeue(self, candidate: Candidate) -> None:
        """Return a leased candidate to the queue, with the score it now has; else like `push`."""
        self._known.pop(candidate.key, None)
        if self._turns.pop(candidate.key, None) is None:
            self.push(candidate)
            return
        values = encoded(candidate)
        self._unsent.append((SCRIPT, "REQUEUE", *values))
        self._ahead.came(values[1])

    def reopen(self, candidate: Candidate) -> bool:
        """Let a candidate that is done wait again; False, and nothing else, if it is not done."""
        self._known.pop(candidate.key, None)
        values = encoded(candidate)
        self._ahead.came(values[1])
        return bool(self._send((SCRIPT, "REOPEN", *values))[-1])

    def rescore(self, key: int, score: float) -> bool:
        """Give a waiting candidate another score and nothing else; False if none waits."""
        values, known = (hex_of(key), score_digits(score, key)), self._standing(key)
        self._ahead.came(values[1])
        if known is None:
            return bool(self._send((SCRIPT, "RESCORE", *values))[-1][0])
        if known[0] != "waiting":
            return False
        self._known[key] = "waiting", values[1].encode() + known[1][SCORE_DIGITS:], known[2]
        self._later(SCRIPT, "RESCORE", *values)
        return True

    def rescore_all(self, scores: Iterable[tuple[int, float]]) -> None:
        """The same for many keys at once."""
        for key, score in scores:
            self.rescore(key, score)

    def get(self, key: int) -> Candidate | None:
        """The candidate waiting under this key, if any; a copy."""
        state, rank, data = self._standing(key) or self._look([key])[0]
        return decoded(rank, data) if state == "waiting" else None

    def state(self, key: int) -> str | None:
        """'waiting', 'leased', 'done', or None for a URL never seen."""
        return (self._standing(key) or self._look([key])[0])[0]

    def waiting(self) -> Iterator[Candidate]:
        """Every waiting candidate, in no order."""
        self._send()
        for key, rank in self._redis.hscan_iter(self._key("rank"), count=SCAN_COUNT):
            data = self._redis.hget(self._key("data"), key)
            if data is not None and not self._redis.hexists(self._key("leased"), key):
                yield decoded(rank, data)

    def leased(self) -> int:
        """How many candidates are out, at all workers."""
        return self._count()[1]

    def held(self) -> int:
        """How many of them this worker has."""
        return len(self._turns)

    def turn(self, key: int) -> float:
        """Seconds until a candidate that this worker holds may be fetched."""
        return max(0.0, self._turns.get(key, 0.0) - time.monotonic())

    def hold(self, host: str, seconds: float) -> None:
        """Let no worker ask a host for some time."""
        self._send((SCRIPT, "HOLD", host, round(seconds * 1000)))

    def hosts(self) -> int:
        """How many hosts have something waiting."""
        return self._count()[2]

    def __len__(self) -> int:
        candidates, leased, _ = self._count()
        return candidates - leased

    def flush(self) -> None:
        """Send every change so far; the server has it when this returns."""
        if self._unsent:
            self._send()
        self._beat_if_due()

    def close(self) -> None:
        """Give back what this worker still holds, for the others, and let go."""
        if not self.line.is_open:
            return
        self._turns.clear()
        self._beat()
        self.line.close()

    def _key(self, name: str) -> str:
        return f"{self._prefix}:{name}"

    def _later(self, *command: Any) -> None:
        self._unsent.append(command)
        if len(self._unsent) >= MOST_UNSENT:
            self._send()

    def _send(self, *commands: Command) -> list[Any]:
        """Send what waits to be sent, then these commands, in one round trip; their answers."""
        counting = [
            ("HLEN", self._key("rank")),
            ("HLEN", self._key("leased")),
            ("ZCARD", self._key("hosts")),
            ("GET", self._key("crawl")),
        ]
        before = [_together(self._unsent)] if self._unsent else []
        answers = self.line.all([*before, *commands, *counting])
        self._unsent.clear()
        if answers[-1] != self._crawl:
            raise self.line.end(LOST)
        self._counts = tuple(map(int, answers[-4:-1]))  # type: ignore[assignment]
        self._counted_until = time.monotonic() + COUNT_SECONDS
        return answers[len(before) : -4]

    def _count(self) -> tuple[int, int, int]:
        if self._unsent or time.monotonic() > self._counted_until:
            with suppress(FrontierError):  # whoever changes something next is told
                self._send()
        return self._counts

    def _look_ahead(self, is_free: IsFree, *before: Command) -> list[Any]:
        """Ask for the best, together with other commands; the answers of those."""
        busy = self._ahead.not_free(is_free)
        for key, score in self._ahead.fallen:
            self._known.pop(int(key, 16), None)
            self._unsent.append((SCRIPT, "RESCORE", key, score))
        *answers, answer = self._send(*before, (SCRIPT, "PEEK", LOOKED_AHEAD, *busy))
        self._ahead = Ahead(answer, busy)
        return answers

    def _lease(self, places: Iterable[Place], is_free: IsFree) -> Candidate | None:
        """Lease the first that can be, and look ahead with the same question."""
        wanted = [(place.entry, round(self.delay_of(place.host) * 1000)) for place in places]
        leased = self._look_ahead(is_free, (SCRIPT, "LEASE", self._worker, *chain(*wanted)))[0]
        if not leased:
            return None
        rank, data, wait = leased
        candidate = decoded(rank, data)
        if not candidate.is_seed:
            self.refresh(candidate)
        self._turns[candidate.key] = time.monotonic() + int(wait) / 1000
        self._known.pop(candidate.key, None)
        return candidate

    def _pop_listed(self, is_free: IsFree) -> Candidate | None:
        """The same by looking at the best of every host, for hosts far down in the order."""
        for start in count(0, HOSTS_AT_ONCE):
            command = ("ZRANGE", self._key("hosts"), start, start + HOSTS_AT_ONCE - 1)
            heads = [Place.of(entry) for entry in self._send(command)[-1]]
            if not heads:
                return None
            free = [place for place in heads if is_free(place.host)]
            leased = self._lease(free, is_free) if free else None
            if leased is not None:
                return leased
        return None

    def _forget_old(self) -> None:
        if self._known and time.monotonic() > self._known_until:
            self._known.clear()

    def _standing(self, key: int) -> Standing | None:
        self._forget_old()
        return self._known.get(key)

    def _look(self, keys: list[int]) -> list[Standing]:
        names = [hex_of(key) for key in keys]
        answers = self._send(
            ("HMGET", self._key("rank"), *names),
            ("HMGET", self._key("data"), *names),
            ("HMGET", self._key("leased"), *names),
            ("SMISMEMBER", self._key("done"), *names),
        )
        return [standing_of(*values) for values in zip(*answers, strict=True)]

    def _beat_if_due(self) -> None:
        if time.monotonic() >= self._next_beat:
            self._beat()

    def _beat(self) -> None:
        self._next_beat = time.monotonic() + min(BEAT_SECONDS, self._lease_seconds / 3)
        held = [hex_of(key) for key in self._turns]
        returned = self._send((SCRIPT, "BEAT", self._worker, self._lease_seconds, *held))[-1]
        if returned:
            logger.info("%d URLs of workers that went silent wait again", returned)


def _always(_: str) -> bool:
    return True


def _no_delay(_: str) -> float:
    return 0.0


def _leave(_: Candidate) -> None:
    return None


def _together(changes: Iterable[Command]) -> Command:
    """The same changes as one, neighbours of one kind joined."""
    merged: list[list[Any]] = []
    for _, name, *values in changes:
        if merged and merged[-1][0] == name and name in TAKES_MANY:
            merged[-1] += values
        else:
            merged.append([name, *values])
    told = ((name, len(values), *values) for name, *values in merged)
    return (SCRIPT, "CHANGE", *chain.from_iterable(told))
