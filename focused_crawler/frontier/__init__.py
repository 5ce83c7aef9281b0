"""Frontiers by the scheme of their URL: what waits, in which order, and what was seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from focused_crawler.frontier.base import Frontier, FrontierError, Pushed
from focused_crawler.frontier.embedded import open_file, open_memory
from focused_crawler.frontier.payloads import MOST_IN_MEMORY
from focused_crawler.frontier.redis_address import open_redis

__all__ = ["BACK_ENDS", "Frontier", "FrontierError", "Pushed", "open_frontier"]

# A frontier by the parts of its URL and the number of candidates that it may keep whole in memory.
BACK_ENDS: dict[str, Callable[[SplitResult, int], Frontier]] = {
    "file": lambda url, most: open_file(Path(unquote(url.netloc + url.path)), most_payloads=most),
    "memory": lambda _, most: open_memory(most_payloads=most),
    "redis": lambda url, _: open_redis(url),
    "rediss": lambda url, _: open_redis(url),
    "unix": lambda url, _: open_redis(url),
}


def open_frontier(url: str, *, most_payloads: int = MOST_IN_MEMORY) -> Frontier:
    """The frontier at `url`: "memory:", "file:///folder/name" or the plain path of a file."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise FrontierError(f"the URL of the frontier is no address: {error}") from error
    if not parts.scheme:
        return open_file(Path(url), most_payloads=most_payloads)
    if parts.scheme not in BACK_ENDS:
        known = ", ".join(f"{scheme}:" for scheme in BACK_ENDS)
        raise FrontierError(f"no frontier for {parts.scheme}: in {url!r}; use a path or {known}")
    return BACK_ENDS[parts.scheme](parts, most_payloads)
