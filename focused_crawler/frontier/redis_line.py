"""The line to a Redis server: scripts by their hash, many in one round trip, patience when away.

A batch that was cut short by a server going away is sent again as a whole, so whatever goes into
one has to be the same done twice. The frontier's scripts are.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from focused_crawler.frontier.base import FrontierError

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 600  # a server that stays away longer ends the crawl, which can be resumed

Command = tuple[Any, ...]  # a command's name and its arguments, or ("SCRIPT", name, values)
SCRIPT = "SCRIPT"


class Line:
    """Asks one server; every script has the same one key."""

    def __init__(self, client: Any, scripts: Mapping[str, str], key: str) -> None:
        self._redis, self._scripts, self._key = client, scripts, key
        self._hashes: dict[str, str] = {}
        self.trips = 0  # round trips so far

    def run(self, script: str, *values: Any) -> Any:
        """Run one script."""
        return self.all([(SCRIPT, script, *values)])[0]

    def all(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands and scripts in one round trip, in this order; their answers."""
        return list(self.ask(lambda: self._send(commands)))

    def ask(self, question: Callable[[], Any]) -> Any:
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

    def close(self) -> None:
        self._redis.close()

    @property
    def is_open(self) -> bool:
        return self._redis.connection_pool is not None

    def _send(self, commands: Sequence[Command]) -> list[Any]:
        from redis.exceptions import NoScriptError

        if not self._hashes:
            self._load()
        answers = self._execute(commands)
        if any(isinstance(answer, NoScriptError) for answer in answers):
            self._load()  # a server that was started anew has forgotten them
            answers = self._execute(commands)
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    def _execute(self, commands: Sequence[Command]) -> list[Any]:
        pipeline = self._redis.pipeline(transaction=False)
        for name, *values in commands:
            if name == SCRIPT:
                pipeline.evalsha(self._hashes[values[0]], 1, self._key, *values[1:])
            else:
                pipeline.execute_command(name, *values)
        self.trips += 1
        answers: list[Any] = pipeline.execute(raise_on_error=False)
        return answers

    def _load(self) -> None:
        self._hashes = {
            name: str(self._redis.script_load(text)) for name, text in self._scripts.items()
        }
