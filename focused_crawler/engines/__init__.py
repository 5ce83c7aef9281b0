"""Search engines behind one protocol, chosen by name from one table.

An engine is named as "searxng:http://localhost:8888" (a kind and its main option) or as a table
{"engine": "searxng", "url": ..., ...} with any of its options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from focused_crawler.engines.base import Engine, EngineError, Result
from focused_crawler.engines.ddgs import Ddgs
from focused_crawler.engines.endpoint import Endpoint, OpenSearch
from focused_crawler.engines.keyed import Brave, Google
from focused_crawler.engines.searxng import SearXNG
from focused_crawler.topic.errors import TopicError

ENGINES: dict[str, tuple[Any, str]] = {  # what makes it, and its main option
    "searxng": (SearXNG, "url"),
    "ddgs": (Ddgs, "backend"),
    "brave": (Brave, "url"),
    "google": (Google, "url"),
    "json": (Endpoint, "url"),
    "opensearch": (OpenSearch, "url"),
}


def make_engine(spec: str | Mapping[str, Any]) -> Engine:
    """The engine that a specification names."""
    options = _options(spec)
    kind = options.pop("engine", None)
    if kind not in ENGINES:
        raise TopicError(f"SEARCH_ENGINES: unknown engine {kind!r}; there are {', '.join(ENGINES)}")
    try:
        engine: Engine = ENGINES[kind][0](**options)
    except TypeError as error:
        reason = str(error).partition("() ")[2] or error
        raise TopicError(f"SEARCH_ENGINES: {kind}: {reason}") from None
    return engine


def make_engines(specs: Iterable[str | Mapping[str, Any]]) -> list[Engine]:
    """All engines that are named, which must be one at least."""
    engines = [make_engine(spec) for spec in specs]
    if not engines:
        raise TopicError(
            "no search engine; name some in SEARCH_ENGINES or with --engine,"
            " such as searxng:http://localhost:8888"
        )
    return engines


def _options(spec: str | Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(spec, str):
        return dict(spec)
    kind, _, value = spec.strip().partition(":")
    main = {ENGINES[kind][1]: value} if value and kind in ENGINES else {}
    return {"engine": kind, **main}


__all__ = ["ENGINES", "Engine", "EngineError", "Result", "make_engine", "make_engines"]
