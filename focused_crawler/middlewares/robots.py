"""Whether robots.txt allows a request, also for those that wait while it is being fetched.

In Scrapy 2.19 all requests to a new host wait for one Deferred that carries the parsed robots.txt,
but the first to read it empties it: the third and later ones are let through unchecked. Here each
reads the parser from where it is kept. Takes the place of RobotsTxtMiddleware.
"""

from __future__ import annotations

from scrapy import Request
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.robotstxt import RobotParser
from scrapy.utils.httpobj import urlparse_cached
from twisted.internet.defer import Deferred


class SharedRobotsTxt(RobotsTxtMiddleware):
    """Scrapy's middleware with the answer of each host given to every request that asked."""

    async def robot_parser(self, request: Request) -> RobotParser | None:
        await super().robot_parser(request)
        parser = self._parsers[urlparse_cached(request).netloc]
        assert not isinstance(parser, Deferred)
        return parser
