"""What the workers of one crawl tell each other: short texts under names, and claims on a task.

A claim belongs to one worker until it is silent for `seconds`; then the next one that asks has it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Ask = Callable[[Callable[[], Any]], Any]  # asks the server, and waits while it is away

# KEYS: the claim; ARGV: the worker, seconds. Whether the worker holds the claim now.
CLAIM = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1
"""


class Board:
    """Texts and claims in Redis, under keys that begin with `prefix`."""

    def __init__(self, client: Any, prefix: str, worker: str, ask: Ask) -> None:
        self._redis, self._prefix, self._worker, self._ask = client, prefix, worker, ask
        self._claim = client.register_script(CLAIM)

    def read(self, name: str) -> str | None:
        """The text under a name, if anybody has written one."""
        text = self._ask(lambda: self._redis.get(f"{self._prefix}:{name}"))
        return None if text is None else text.decode()

    def write(self, name: str, text: str) -> None:
        """Let every worker know a text."""
        self._ask(lambda: self._redis.set(f"{self._prefix}:{name}", text))

    def claims(self, task: str, seconds: int) -> bool:
        """Whether a task is this worker's; asking again prolongs it."""
        key = f"{self._prefix}:claim:{task}"
        held = self._ask(lambda: self._claim(keys=[key], args=[self._worker, seconds]))
        return bool(held)
