"""Several workers on one crawl: what one of them knows, the others should know too.

One learns the topic from the seeds, the others take it over.

Links scored against two topics could not be compared. So one worker, the first to ask, fetches the
seeds; the others fetch nothing until its topic is on the frontier's board. Should it die before,
the next one that asks takes its place. With nobody else there (a frontier that is a file) every
question here has the answer of a crawl on its own.

A content belongs to the first URL that showed it, at whatever worker: one question a page. What
pages turned out to be worth is news: each worker tells its own in batches, and learns from those
of others as if it had read them itself. What a topic goes on to learn while the crawl runs is a
document that every worker can change, and none overwrites another's change (see `lessons`).

A host is asked as often as one worker alone would ask it: whoever takes a page is told when its
turn is, and a host that one has to leave alone is left alone by all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from focused_crawler.candidate import Candidate
from focused_crawler.fingerprints import url_fingerprint
from focused_crawler.frontier import Frontier
from focused_crawler.frontier.board import FIRST, Board
from focused_crawler.frontier.redis_frontier import RedisFrontier

LEARNING, READS = "learning", "reads"
SILENCE_SECONDS = 60  # after which the worker that learns is taken for dead


class Read(NamedTuple):
    """A fetch of a page: when, and the fingerprint of what it held."""

    time: str  # ISO 8601, UTC
    content: int


class Companions:
    """The other workers, as far as a frontier knows any."""

    def __init__(self, frontier: Frontier) -> None:
        self._frontier = frontier
        self._shared = frontier if isinstance(frontier, RedisFrontier) else None
        self._board: Board | None = None if self._shared is None else self._shared.board
        self._heard = FIRST

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

    def versions(self, *names: str) -> list[int]:
        """How often each document of all workers was changed."""
        return self._board.versions(names) if self._board else [0] * len(names)

    def agree(self, name: str, change: Callable[[Any], Any]) -> tuple[int, Any]:
        """Change a document of all workers: its version and what stands there now.

        `change` makes the new one from the one that is there (None: there is none). If another
        worker was faster, it is asked again, with what that one has left.
        """
        while True:
            version, text = self._board.document(name) if self._board else (0, "")
            known = json.loads(text) if text else None
            wanted = json.dumps(change(known), ensure_ascii=False)
            changed = json.loads(wanted)
            if changed == known or self._board is None:
                return version, changed
            if self._board.replace(name, version, wanted):
                return version + 1, changed

    @property
    def are_there(self) -> bool:
        """Whether there can be other workers at all."""
        return self._board is not None

    def first_to_say(self, name: str, value: str) -> str:
        """What the first worker said of the crawl that all of them share."""
        return value if self._board is None else self._board.take("about", name, value)

    def first_with(self, fingerprint: int, url: str) -> str:
        """The URL that showed a content first, at any worker; from now on this one, if none did."""
        if self._board is None:
            return url
        return self._board.take("contents", f"{fingerprint:016x}", url)

    def last_reads(self, urls: Sequence[str]) -> list[Read | None]:
        """When each page was read last by any worker of a recrawl, and its content then."""
        if self._board is None or not urls:
            return [None] * len(urls)
        return list(map(_read, self._board.values(READS, list(map(_field, urls)))))

    def tell_reads(self, reads: Mapping[str, Read]) -> None:
        """Let the others know when pages were read last."""
        if self._board and reads:
            told = {_field(url): _written(read) for url, read in reads.items()}
            self._board.put(READS, told)

    def exchange_read(self, url: str, read: Read) -> Read | None:
        """A page was read: when it was read last before, by any worker of a recrawl."""
        if self._board is None:
            return None
        return _read(self._board.exchange(READS, _field(url), _written(read)))

    def tell(self, author: str, pages: Sequence[Sequence[Any]]) -> None:
        """Let the others know of pages: the values of an `Outcome`, and those of the content."""
        if self._board and pages:
            self._board.tell([json.dumps([author, *page]) for page in pages])

    def hear(self, author: str) -> list[list[Any]]:
        """What others have told since the last time, at most a few hundred pages at once."""
        news = self._board.news(self._heard) if self._board else []
        if news:
            self._heard = news[-1][0]
        told = (json.loads(text) for _, text in news)
        return [values for teller, *values in told if teller != author]

    def start_urls(self) -> Iterator[str]:
        """URLs that people have pushed; each is forgotten once it was dealt with."""
        urls = self._board.start_urls() if self._board else []
        yield from (url.decode("utf-8", "replace") for url in urls)
        if self._board and urls:
            self._board.forget_start_urls(urls)

    def own_leases(self) -> int:
        """Pages that this worker has under way."""
        return self._frontier.leased() if self._shared is None else self._shared.held()

    def refresh_with(self, refresh: Callable[[Candidate], None]) -> None:
        """How the score of a candidate is brought up to date before it is taken from others."""
        if self._shared is not None:
            self._shared.refresh = refresh

    def keep_pace(self, delay_of: Callable[[str], float]) -> None:
        """How many seconds lie between two fetches of a host, by whichever worker."""
        if self._shared is not None:
            self._shared.delay_of = delay_of

    def turn(self, key: int) -> float:
        """Seconds until it is the turn of a candidate that this worker holds."""
        return 0.0 if self._shared is None else self._shared.turn(key)

    def hold(self, host: str, seconds: float) -> None:
        """Let the others leave a host alone for some time too."""
        if self._shared is not None:
            self._shared.hold(host, seconds)

    def are_busy(self) -> bool:
        """Whether others have pages under way, which may give this worker something to do."""
        return self._board is not None and self._frontier.leased() > 0


def _field(url: str) -> str:
    return f"{url_fingerprint(url):016x}"


def _written(read: Read) -> str:
    return f"{read.content:x} {read.time}"


def _read(text: str | None) -> Read | None:
    if text is None:
        return None
    content, _, time = text.partition(" ")
    return Read(time, int(content, 16))
