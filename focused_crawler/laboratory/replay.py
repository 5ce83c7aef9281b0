"""A frozen web behind an HTTP proxy on loopback, for any crawler that honours `http_proxy`.

The log is kept by the server, so it counts what was really fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from focused_crawler.laboratory.web import FrozenWeb
from focused_crawler.sample_web import Response, Served, serve
from focused_crawler.sample_web.model import HTML

if TYPE_CHECKING:
    from focused_crawler.sample_web import SampleWeb

NOT_FOUND = b"<html><body><h1>404</h1><p>The frozen web has no such page.</p></body></html>\n"


class ReplayedWeb:
    """What the server asks of a web: an answer to each URL."""

    hosts: frozenset[str] = frozenset()  # none of them takes forms

    def __init__(self, web: FrozenWeb) -> None:
        self.web = web

    def response(self, url: str, *, attempt: int = 1) -> Response:  # noqa: ARG002
        """The page as it was, or 404."""
        page = self.web.get(url)
        if page is None or urlsplit(url).path == "/robots.txt":
            return Response(404, HTML, NOT_FOUND)
        return Response(200, HTML, page.html)


@contextmanager
def replay(web: FrozenWeb) -> Iterator[Served]:
    """Serve a frozen web while the context lasts."""
    # The server of the sample web needs no more of it than `hosts` and `response`.
    with serve(cast("SampleWeb", ReplayedWeb(web))) as served:
        yield served


def fetched_pages(web: FrozenWeb, served: Served) -> list[str]:
    """The addresses of the pages that were sent, in order; each once."""
    pages = (web.get(url) for url in served.fetched)
    return list(dict.fromkeys(page.url for page in pages if page))
