"""What a search engine is to us: a name, and results for a query. Everything else is its affair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit


class EngineError(Exception):
    """An engine gave no results; the message says why in one line, without the engine's name."""


@dataclass(frozen=True, slots=True)
class Result:
    """A URL, and the names of the engines that found it (a meta search engine asks several)."""

    url: str
    title: str = ""
    sources: tuple[str, ...] = ()


class Engine(Protocol):
    """A search engine. `search` blocks, and raises EngineError where there is no answer."""

    name: str

    def search(self, query: str, limit: int) -> list[Result]:
        """At most so many results, best first."""


def is_web_url(url: object) -> bool:
    """Whether this is an address a crawl can start at."""
    if not isinstance(url, str):
        return False
    try:
        parts = urlsplit(url.strip())
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def paged(fetch: Callable[[int], list[Result]], limit: int, *, most_pages: int) -> list[Result]:
    """Results of page 0, 1, ... until there are enough, or no new ones come.

    An engine that fails after its first page has answered all the same.
    """
    found: dict[str, Result] = {}
    for page in range(most_pages):
        try:
            results = fetch(page)
        except EngineError:
            if not found:
                raise
            break
        new = {result.url: result for result in results if result.url not in found}
        found |= new
        if not new or len(found) >= limit:
            break
    return list(found.values())[:limit]
