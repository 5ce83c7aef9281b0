"""The frontier that any number of workers share: a Redis server, one script per operation.

A candidate is leased to the worker that popped it. Each worker gives a sign of life every few
seconds; a worker silent for LEASE_SECONDS is taken for dead, and what it held waits again. A server
that is away is waited for. What is durable is up to the server: with `appendonly yes` and
`appendfsync always` nothing acknowledged is lost, with `everysec` at most the last second is.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count
from math import isnan
from typing import Any
from urllib.parse import SplitResult, parse_qsl
from uuid import uuid4

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import redis_scripts as scripts
from focused_crawler.frontier.base import FrontierError, Pushed
from focused_crawler.frontier.board import Board
from focused_crawler.frontier.embedded import host_of
from focused_crawler.frontier.rank import rank_of
from focused_crawler.frontier.records import decode, encode_link, encode_standing

logger = logging.getLogger(__name__)

DEFAULT_NAME = "focused"
LEASE_SECONDS = 120
BEAT_SECONDS = 10
PATIENCE_SECONDS = 600  # a server that stays away longer ends the crawl, which can be resumed
HOSTS_AT_ONCE = 64
RANK_DIGITS = 42
SCORE_DIGITS = 16
SCAN_COUNT = 500


class RedisFrontier:
    """A `Frontier` in Redis, under keys that begin with `name`."""

    def __init__(self, client: Any, name: str, *, lease_seconds: float = LEASE_SECONDS) -> None:
        self._redis, self._prefix = client, f"{{{name}}}:frontier"
        self._worker = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:8]}"
        self.board = Board(client, f"{{{name}}}", self._worker, self._ask)
        self._held: set[int] = set()
        self._lease_seconds = lease_seconds
        self._next_beat = 0.0
        names = ("PUSH", "LEASE", "DONE", "REQUEUE", "RESCORE", "BEAT")
        self._scripts = {name: client.register_script(getattr(scripts, name)) for name in names}
        self._beat()

    def push(self, candidate: Candidate) -> Pushed:
        """Add a candidate, or move the one that waits under the same key; NaN counts as 0."""
        return self.push_all([candidate])[0]

    def push_all(self, candidates: Sequence[Candidate]) -> list[Pushed]:
        """Push many in one round trip."""
        if not candidates:
            return []
        values = [value for candidate in candidates for value in _encoded(candidate)]
        return [Pushed(outcome.decode()) for outcome in self._run("PUSH", *values)]

    def pop(self, is_free: Callable[[str], bool] | None = None) -> Candidate | None:
        """Lease the best candidate of the hosts that `is_free` accepts; ties go to the oldest."""
        self._beat_if_due()
        for entry in self._heads():
            if is_free is not None and not is_free(entry[RANK_DIGITS:].decode()):
                continue
            leased = self._run("LEASE", entry, self._worker)
            if leased:
                candidate = _decoded(*leased)
                self._held.add(candidate.key)
                return candidate
        return None

    def done(self, key: int) -> None:
        """Close a lease, or any other key: it stays known and is never given out again."""
        self._run("DONE", _hex(key))
        self._held.discard(key)

    def requeue(self, candidate: Candidate) -> None:
        """Return a leased candidate to the queue, with the score it now has; else like `push`."""
        if not self._run("REQUEUE", *_encoded(candidate)):
            self.push(candidate)
        self._held.discard(candidate.key)

    def rescore(self, key: int, score: float) -> bool:
        """Give a waiting candidate another score and nothing else; False if none waits."""
        return bool(self._run("RESCORE", _hex(key), _score_digits(score, key))[0])

    def get(self, key: int) -> Candidate | None:
        """The candidate waiting under this key, if any; a copy."""
        return self.look([key])[key][1]

    def state(self, key: int) -> str | None:
        """'waiting', 'leased', 'done', or None for a URL never seen."""
        return self.look([key])[key][0]

    def look(self, keys: Iterable[int]) -> dict[int, tuple[str | None, Candidate | None]]:
        """State, and candidate if it waits, of many keys in one round trip."""
        known = list(keys)
        return dict(zip(known, map(_standing, self._ask(lambda: self._look(known))), strict=True))

    def waiting(self) -> Iterator[Candidate]:
        """Every waiting candidate, in no order."""
        for key, rank in self._redis.hscan_iter(self._key("rank"), count=SCAN_COUNT):
            data = self._redis.hget(self._key("data"), key)
            if data is not None and not self._redis.hexists(self._key("leased"), key):
                yield _decoded(rank, data)

    def leased(self) -> int:
        """How many candidates are out, at all workers."""
        return int(self._ask(lambda: self._redis.hlen(self._key("leased"))))

    def held(self) -> int:
        """How many of them this worker has."""
        return len(self._held)

    def hosts(self) -> int:
        """How many hosts have something waiting."""
        return int(self._ask(lambda: self._redis.zcard(self._key("hosts"))))

    def __len__(self) -> int:
        return int(self._ask(lambda: self._redis.hlen(self._key("rank")))) - self.leased()

    def flush(self) -> None:
        """Every operation is at the server when its call returns."""
        self._beat_if_due()

    def close(self) -> None:
        """Give back what this worker still holds, for the others, and let go."""
        if self._redis.connection_pool is None:
            return
        self._held.clear()
        self._beat()
        self._redis.close()

    def _key(self, name: str) -> str:
        return f"{self._prefix}:{name}"

    def _heads(self) -> Iterator[bytes]:
        for start in count(0, HOSTS_AT_ONCE):
            heads = self._ask(partial(self._head_range, start))
            if not heads:
                return
            yield from heads

    def _head_range(self, start: int) -> list[bytes]:
        found: list[bytes] = self._redis.zrange(
            self._key("hosts"), start, start + HOSTS_AT_ONCE - 1
        )
        return found

    def _look(self, keys: Sequence[int]) -> list[tuple[Any, ...]]:
        pipeline = self._redis.pipeline(transaction=False)
        for key in map(_hex, keys):
            pipeline.hget(self._key("rank"), key)
            pipeline.hget(self._key("data"), key)
            pipeline.hexists(self._key("leased"), key)
            pipeline.sismember(self._key("done"), key)
        answers = pipeline.execute()
        return [tuple(answers[i : i + 4]) for i in range(0, len(answers), 4)]

    def _beat_if_due(self) -> None:
        if time.monotonic() >= self._next_beat:
            self._beat()

    def _beat(self) -> None:
        self._next_beat = time.monotonic() + min(BEAT_SECONDS, self._lease_seconds / 3)
        held = [_hex(key) for key in self._held]
        returned = self._run("BEAT", self._worker, self._lease_seconds, *held)
        if returned:
            logger.info("%d URLs of workers that went silent wait again", returned)

    def _run(self, name: str, *values: Any) -> Any:
        return self._ask(lambda: self._scripts[name](keys=[self._prefix], args=values))

    def _ask(self, question: Callable[[], Any]) -> Any:
        """Ask the server; while it is away, say so and ask again."""
        from redis.exceptions import ConnectionError as AwayError
        from redis.exceptions import RedisError
        from redis.exceptions import TimeoutError as LateError

        give_up = time.monotonic() + PATIENCE_SECONDS
        is_told = False
        while True:
            try:
                return question()
            except (AwayError, LateError) as error:
                if time.monotonic() > give_up:
                    reason = f"Redis stayed away: {error}; resume when it is back"
                    raise FrontierError(reason) from error
                if not is_told:
                    logger.warning("Redis is away (%s); waiting for it", error)
                    is_told = True
                time.sleep(1)
            except RedisError as error:
                raise FrontierError(f"Redis refuses: {error}") from error


def open_redis(url: SplitResult) -> RedisFrontier:
    """The frontier at redis://HOST:PORT/DB?name=NAME&lease=SECONDS (or rediss:, unix:)."""
    try:
        import redis
    except ImportError:
        raise FrontierError("redis: frontiers need `pip install focused-crawler[redis]`") from None
    options = dict(parse_qsl(url.query))
    name, lease = options.pop("name", DEFAULT_NAME), options.pop("lease", LEASE_SECONDS)
    query = "&".join(f"{key}={value}" for key, value in options.items())
    client = redis.Redis.from_url(url._replace(query=query).geturl())
    try:
        client.ping()
    except redis.exceptions.RedisError as error:
        shown = url._replace(netloc=url.netloc.rpartition("@")[2]).geturl()
        reason = f"no Redis at {shown}: {error}; start one or mend FRONTIER_URL"
        raise FrontierError(reason) from error
    return RedisFrontier(client, name, lease_seconds=float(lease))


def _hex(key: int) -> str:
    return f"{key:016x}"


def _encoded(candidate: Candidate) -> tuple[str, str, bytes]:
    """Key, score and data as the scripts take them."""
    payload = encode_link(candidate) + b"\t" + encode_standing(candidate)
    data = host_of(candidate).encode() + b"\n" + payload
    return _hex(candidate.key), _score_digits(candidate.score, candidate.key), data


def _score_digits(score: float, key: int) -> str:
    return f"{rank_of(0.0 if isnan(score) else score, 0, key):042x}"[:SCORE_DIGITS]


def _decoded(rank: bytes, data: bytes) -> Candidate:
    host, _, payload = data.partition(b"\n")
    return decode((int(rank, 16), host.decode(), payload))


def _standing(answer: tuple[Any, ...]) -> tuple[str | None, Candidate | None]:
    rank, data, is_leased, is_done = answer
    if is_leased:
        return "leased", None
    if rank is not None and data is not None:
        return "waiting", _decoded(rank, data)
    return ("done" if is_done else None), None
