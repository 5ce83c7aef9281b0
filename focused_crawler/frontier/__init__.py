"""Frontiers by the scheme of their URL: what waits, in which order, and what was seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from focused_crawler.frontier.base import Frontier, FrontierError, Pushed
from focused_crawler.frontier.embedded import open_file, open_memory
from focused_crawler.frontier.redis_frontier import open_redis

__all__ = ["BACK_ENDS", "Frontier", "FrontierError", "Pushed", "open_frontier"]

BACK_ENDS: dict[str, Callable[[SplitResult], Frontier]] = {
    "file": lambda url: open_file(Path(unquote(url.netloc + url.path))),
    "memory": lambda _: open_memory(),
    "redis": open_redis,
    "rediss": open_redis,
    "unix": open_redis,
}


def open_frontier(url: str) -> Frontier:
    """The frontier at `url`: "memory:", "file:///folder/name" or the plain path of a file."""
    parts = urlsplit(url)
    if not parts.scheme:
        return open_file(Path(url))
    if parts.scheme not in BACK_ENDS:
        known = ", ".join(f"{scheme}:" for scheme in BACK_ENDS)
        raise FrontierError(f"no frontier for {parts.scheme}: in {url!r}; use a path or {known}")
    return BACK_ENDS[parts.scheme](parts)
