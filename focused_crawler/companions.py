"""Several workers on one crawl: one learns the topic from the seeds, the others take it over.

Links scored against two topics could not be compared. So one worker, the first to ask, fetches the
seeds; the others fetch nothing until its topic is on the frontier's board. Should it die before,
the next one that asks takes its place. With nobody else there (a frontier that is a file) every
question here has the answer of a crawl on its own.
"""

from __future__ import annotations

import json
from typing import Any

from focused_crawler.frontier import Frontier
from focused_crawler.frontier.board import Board

LEARNING = "learning"
SILENCE_SECONDS = 60  # after which the worker that learns is taken for dead


class Companions:
    """The other workers, as far as a frontier knows any."""

    def __init__(self, frontier: Frontier) -> None:
        self._frontier = frontier
        self._board: Board | None = getattr(frontier, "board", None)

    def may_learn(self) -> bool:
        """Whether this worker is the one to fetch the seeds."""
        return self._board is None or self._board.claims(LEARNING, SILENCE_SECONDS)

    def topic(self) -> dict[str, Any] | None:
        """The topic that a worker has learnt, if one has."""
        text = self._board.read("topic") if self._board else None
        return json.loads(text) if text else None

    def tell_topic(self, topic: dict[str, Any]) -> None:
        """The topic is learnt: from now on it is that of all."""
        if self._board:
            self._board.write("topic", json.dumps(topic))

    def own_leases(self) -> int:
        """Pages that this worker has under way."""
        held = getattr(self._frontier, "held", self._frontier.leased)
        return int(held())

    def are_busy(self) -> bool:
        """Whether others have pages under way, which may give this worker something to do."""
        return self._board is not None and self._frontier.leased() > 0
