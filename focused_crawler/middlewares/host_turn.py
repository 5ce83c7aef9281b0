"""Workers on one Redis ask a host in turn: a request waits until its own has come.

When that is was settled when the worker took the page (see `frontier.redis_scripts`). A request
that waits here counts as one of its host, as it would in Scrapy's own queue for the host.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured


class HostTurn:
    """Lets requests wait for their turn."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not crawler.settings["FRONTIER_URL"]:
            raise NotConfigured
        return cls()

    async def process_request(self, request: Request) -> None:
        wait = request.meta.get("turn", 0.0) - monotonic()
        if wait > 0:
            await asyncio.sleep(wait)
