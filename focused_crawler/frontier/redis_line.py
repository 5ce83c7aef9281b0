"""The line to a Redis server: scripts by their hash, many in one round trip, patience when away.

A batch that was cut short by a server going away is sent again as a whole, so whatever goes into
one has to be the same done twice. The frontier's scripts are.

A server that refuses commands (its memory or disk is full), or stays away, ends the line for good:
were one change refused and a later one taken, a page could be closed without its links. So does a
signal to stop while the server is away. What was not acknowledged is for the next run to fetch.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from focused_crawler.frontier.base import FrontierError
from focused_crawler.frontier.stop_signals import StopSignals

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 600  # a server that stays away longer ends the crawl, which can be resumed
RESUME = "resume when it is back"
PAUSE_SECONDS = 1.0  # between two questions to a server that is away

Command = tuple[Any, ...]  # a command's name and its arguments, or ("SCRIPT", name, values)
SCRIPT = "SCRIPT"


class Line:
    """Asks one server; every script has the same one key."""

    def __init__(self, client: Any, scripts: Mapping[str, str], key: str) -> None:
        self._redis, self._scripts, self._key = client, scripts, key
        self._hashes: dict[str, str] = {}
        self._ended = ""  # why nothing more is asked
        self.trips = 0  # round trips so far

    def run(self, script: str, *values: Any) -> Any:
        """Run one script."""
        return self.all([(SCRIPT, script, *values)])[0]

    def all(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands and scripts in one round trip, in this order; their answers."""
        try:
            return list(self.ask(lambda: self._send(commands)))
        except FrontierError as error:
            self._ended = self._ended or str(error)
            raise

    def ask(self, question: Callable[[], Any]) -> Any:
        """Ask the server; while it is away, say so and ask again."""
        from redis.exceptions import ConnectionError as AwayError
        from redis.exceptions import RedisError
        from redis.exceptions import TimeoutError as LateError

        if self._ended:
            raise FrontierError(self._ended)
        try:
            return question()
        except (AwayError, LateError) as error:
            away: Exception = error
        except RedisError as error:
            raise FrontierError(f"Redis refuses: {error}") from error
        logger.warning("Redis is away (%s); waiting for it", away)
        answer = self._ask_again(question, (AwayError, LateError))
        logger.warning("Redis is back")
        return answer

    def _ask_again(self, question: Callable[[], Any], away: tuple[type[Exception], ...]) -> Any:
        from redis.exceptions import RedisError

        give_up = time.monotonic() + PATIENCE_SECONDS
        with StopSignals() as stop:
            while True:
                time.sleep(PAUSE_SECONDS)
                try:
                    return question()
                except away as error:
                    if stop.has_come:
                        raise self.end(f"stopped while Redis was away; {RESUME}") from error
                    if time.monotonic() > give_up:
                        raise self.end(f"Redis stayed away: {error}; {RESUME}") from error
                except RedisError as error:
                    raise FrontierError(f"Redis refuses: {error}") from error

    def end(self, reason: str) -> FrontierError:
        """Ask nothing more; the error that says why."""
        self._ended = reason
        return FrontierError(reason)

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
