"""What the workers of one crawl tell each other: texts under names, claims, names taken, news.

A document is a text with a version, replaced only by whoever knows the version that stands there.

A claim belongs to one worker until it is silent for `seconds`; then the next one that asks has it.
A name that is taken stays so. News is a stream of the latest MOST_NEWS texts: each worker reads it
from where it stopped, and a new one from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Ask = Callable[[Callable[[], Any]], Any]  # asks the server, and waits while it is away

# KEYS: the claim; ARGV: the worker, seconds. Whether the worker holds the claim now.
CLAIM = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1
"""


# KEYS: a hash; ARGV: a field, a value. The value of whoever came first.
TAKE = """
redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
return redis.call('HGET', KEYS[1], ARGV[1])
"""

# KEYS: a document; ARGV: the version that the writer knows, a text. Whether it stands there now.
REPLACE = """
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
if version ~= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'version', version + 1, 'text', ARGV[2])
return 1
"""

# KEYS: a hash; ARGV: a field, a value. The value that stood there before.
EXCHANGE = """
local before = redis.call('HGET', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return before
"""
MOST_NEWS = 20_000
NEWS_AT_ONCE = 500
FIRST = "0"


class Board:
    """Texts and claims in Redis, under keys that begin with `prefix`."""

    def __init__(self, client: Any, prefix: str, worker: str, ask: Ask) -> None:
        self._redis, self._prefix, self._worker, self._ask = client, prefix, worker, ask
        self.start_list = f"{prefix[1:-1]}:start_urls"
        self._claim, self._take = client.register_script(CLAIM), client.register_script(TAKE)
        self._replace = client.register_script(REPLACE)
        self._exchange = client.register_script(EXCHANGE)

    def read(self, name: str) -> str | None:
        """The text under a name, if anybody has written one."""
        text = self._ask(lambda: self._redis.get(f"{self._prefix}:{name}"))
        return None if text is None else text.decode()

    def write(self, name: str, text: str) -> None:
        """Let every worker know a text."""
        self._ask(lambda: self._redis.set(f"{self._prefix}:{name}", text))

    def versions(self, names: Sequence[str]) -> list[int]:
        """The versions of documents, in one round trip; 0 where there is none."""
        return [int(version or 0) for version in self._ask(lambda: self._versions(names))]

    def document(self, name: str) -> tuple[int, str]:
        """A document with its version; 0 and no text where there is none."""
        key = f"{self._prefix}:document:{name}"
        version, text = self._ask(lambda: self._redis.hmget(key, "version", "text"))
        return int(version or 0), (text or b"").decode()

    def replace(self, name: str, version: int, text: str) -> bool:
        """Replace a document whose version is still this one; it is the next version then."""
        key = f"{self._prefix}:document:{name}"
        return bool(self._ask(lambda: self._replace(keys=[key], args=[version, text])))

    def claims(self, task: str, seconds: int) -> bool:
        """Whether a task is this worker's; asking again prolongs it."""
        key = f"{self._prefix}:claim:{task}"
        held = self._ask(lambda: self._claim(keys=[key], args=[self._worker, seconds]))
        return bool(held)

    def take(self, name: str, field: str, value: str) -> str:
        """Put a value under a field unless there is one; the one that is there now."""
        key = f"{self._prefix}:{name}"
        return str(self._ask(lambda: self._take(keys=[key], args=[field, value])).decode())

    def exchange(self, name: str, field: str, value: str) -> str | None:
        """Put a value under a field; the one that was there."""
        key = f"{self._prefix}:{name}"
        before = self._ask(lambda: self._exchange(keys=[key], args=[field, value]))
        return None if before is None else before.decode()

    def values(self, name: str, fields: Sequence[str]) -> list[str | None]:
        """The values under fields, in one round trip."""
        found = self._ask(lambda: self._redis.hmget(f"{self._prefix}:{name}", fields))
        return [None if value is None else value.decode() for value in found]

    def put(self, name: str, values: Mapping[str, str]) -> None:
        """Put values under fields, in one round trip."""
        self._ask(lambda: self._redis.hset(f"{self._prefix}:{name}", mapping=dict(values)))

    def tell(self, texts: Sequence[str]) -> None:
        """Add to the news, in one round trip."""
        self._ask(lambda: self._add(texts))

    def news(self, after: str) -> list[tuple[str, str]]:
        """The next news after a place, each with its own place; FIRST is before all of them."""
        found = self._ask(
            lambda: self._redis.xrange(f"{self._prefix}:news", f"({after}", count=NEWS_AT_ONCE)
        )
        return [(place.decode(), fields[b"text"].decode()) for place, fields in found]

    def start_urls(self) -> list[bytes]:
        """What people have pushed to the list `start_urls`, as it is; it stays there."""
        return list(self._ask(lambda: self._redis.lrange(self.start_list, 0, NEWS_AT_ONCE - 1)))

    def forget_start_urls(self, urls: Sequence[bytes]) -> None:
        """These are in the frontier now; another worker may have removed some of them before."""
        self._ask(lambda: self._remove(urls))

    def _versions(self, names: Sequence[str]) -> list[Any]:
        pipeline = self._redis.pipeline(transaction=False)
        for name in names:
            pipeline.hget(f"{self._prefix}:document:{name}", "version")
        return list(pipeline.execute())

    def _remove(self, urls: Sequence[bytes]) -> None:
        pipeline = self._redis.pipeline(transaction=False)
        for url in urls:
            pipeline.lrem(self.start_list, 1, url)
        pipeline.execute()

    def _add(self, texts: Sequence[str]) -> None:
        pipeline = self._redis.pipeline(transaction=False)
        for text in texts:
            pipeline.xadd(f"{self._prefix}:news", {"text": text}, maxlen=MOST_NEWS)
        pipeline.execute()
