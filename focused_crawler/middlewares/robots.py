"""Whether robots.txt allows a request, also for those that wait while it is being fetched.

In Scrapy 2.19 all requests to a new host wait for one Deferred that carries the parsed robots.txt,
but the first to read it empties it: the third and later ones are let through unchecked. Here each
reads the parser from where it is kept. Takes the place of RobotsTxtMiddleware.

Scrapy keeps the rules of every host for ever, and a robots.txt of 5 MB takes 100 MB of memory once
it is parsed. Here the first MOST_BYTES of one are read (RFC 9309 §2.5), those of the hosts asked
last are kept (MEMORY_ROBOTS), and none for longer than a day (§2.4).
"""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.http import Response
from scrapy.robotstxt import RobotParser
from scrapy.utils.httpobj import urlparse_cached
from twisted.internet.defer import Deferred

MOST_BYTES = 500 * 1024  # of one robots.txt
ROOM = 8 * 1024 * 1024  # bytes of all that are kept, unless MEMORY_ROBOTS says otherwise
HOST_BYTES = 500  # that a host counts for, however short its rules are
KEPT_SECONDS = 24 * 3600.0


class KeptHosts:
    """The hosts whose rules are kept: those asked last, as many as there is room for."""

    def __init__(self, room: int = ROOM, seconds: float = KEPT_SECONDS) -> None:
        self.room, self.seconds = room, seconds
        self._hosts: OrderedDict[str, tuple[int, float]] = OrderedDict()  # size, when it came

    def add(self, host: str, size: int, now: float) -> list[str]:
        """Keep a host; those that have to go for it."""
        self._hosts[host] = size + HOST_BYTES, now
        self.room -= size + HOST_BYTES
        gone = []
        while self.room < 0 and len(self._hosts) > 1:
            gone.append(next(iter(self._hosts)))
            self._drop(gone[-1])
        return gone

    def is_fresh(self, host: str, now: float) -> bool:
        """Whether a host is asked for in time; it goes if it is not."""
        if host not in self._hosts:
            return True  # on its way
        self._hosts.move_to_end(host)
        if now - self._hosts[host][1] < self.seconds:
            return True
        self._drop(host)
        return False

    def _drop(self, host: str) -> None:
        self.room += self._hosts.pop(host)[0]


class SharedRobotsTxt(RobotsTxtMiddleware):
    """Scrapy's middleware with the answer of each host given to every request that asked."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._kept = KeptHosts(crawler.settings.getint("MEMORY_ROBOTS", ROOM))

    async def robot_parser(self, request: Request) -> RobotParser | None:
        host = urlparse_cached(request).netloc
        if not self._kept.is_fresh(host, monotonic()):
            del self._parsers[host]
        await super().robot_parser(request)
        while host not in self._parsers:  # it had to go before this request had its turn
            await super().robot_parser(request)
        parser = self._parsers[host]
        assert not isinstance(parser, Deferred)
        return parser

    async def _parse_robots(self, response: Response, netloc: str, request: Request) -> None:
        body = response.body
        if len(body) > MOST_BYTES:
            body = body[: body.rfind(b"\n", 0, MOST_BYTES) + 1]
        await super()._parse_robots(response.replace(body=body), netloc, request)
        self._keep(netloc, len(body))

    def _robots_error(self, exc: Exception, netloc: str) -> None:
        super()._robots_error(exc, netloc)
        self._keep(netloc, 0)

    def _keep(self, netloc: str, size: int) -> None:
        for host in self._kept.add(netloc, size, monotonic()):
            del self._parsers[host]
