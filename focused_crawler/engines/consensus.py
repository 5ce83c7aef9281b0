"""Asking several engines at once, and keeping the URLs on which enough of them agree.

Seeds are the first N < 500 results (000 §2.5.1) that at least two engines return (002 §4.2). URLs
are compared without scheme, `www.` and a closing slash, in which engines differ. More engines
come first; among equals the sum of 1 / (60 + rank) over the engines decides, which is reciprocal
rank fusion. An engine that fails is named with its reason; the others answer for it.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic
from urllib.parse import urlsplit

from focused_crawler.engines.base import Engine, EngineError, Result
from focused_crawler.fingerprints import url_fingerprint

AGREEING = 2
MOST_SEEDS = 499
RANK_DAMPING = 60
SECONDS = 60.0  # for all engines together, however many pages of results they give


@dataclass(frozen=True, slots=True)
class Answers:
    """What each engine found, by its name, and why others found nothing."""

    results: dict[str, list[Result]] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)

    @property
    def sources(self) -> set[str]:
        """Every engine that stands behind a result."""
        return {s for found in self.results.values() for result in found for s in result.sources}


@dataclass(slots=True)
class Agreed:
    """A URL with the engines that return it."""

    url: str
    title: str
    sources: set[str]
    weight: float


def ask_all(
    engines: Sequence[Engine], query: str, limit: int, *, seconds: float = SECONDS
) -> Answers:
    """Ask all engines at the same time."""
    done: queue.SimpleQueue[tuple[str, list[Result] | str]] = queue.SimpleQueue()
    names = _distinct_names(engines)
    for name, engine in zip(names, engines, strict=True):
        # Daemons: an engine that never answers must not keep the program from ending.
        threading.Thread(target=_ask, args=(engine, name, query, limit, done), daemon=True).start()
    answers, end = Answers(), monotonic() + seconds
    while len(answers.results) + len(answers.failures) < len(engines):
        try:
            name, found = done.get(timeout=max(0.0, end - monotonic()))
        except queue.Empty:
            break
        if isinstance(found, str):
            answers.failures[name] = found
        else:
            answers.results[name] = found
    late = [name for name in names if name not in {**answers.results, **answers.failures}]
    answers.failures.update(dict.fromkeys(late, f"no answer within {seconds:g} s"))
    return answers


def agreed(answers: Answers, *, agreeing: int = AGREEING, limit: int = MOST_SEEDS) -> list[Agreed]:
    """The URLs that so many engines return, best first."""
    found: dict[int, Agreed] = {}
    for name in sorted(answers.results):
        for rank, result in enumerate(answers.results[name], start=1):
            key = url_fingerprint(same_page(result.url))
            entry = found.setdefault(key, Agreed(result.url, result.title, set(), 0.0))
            entry.weight += len(set(result.sources) - entry.sources) / (RANK_DAMPING + rank)
            entry.sources |= set(result.sources)
    enough = [entry for entry in found.values() if len(entry.sources) >= agreeing]
    return sorted(enough, key=lambda e: (-len(e.sources), -e.weight, e.url))[:limit]


def same_page(url: str) -> str:
    """The URL in the one spelling by which engines are compared.

    >>> same_page("https://www.Example.org/a/?x=1#top")
    'http://example.org/a?x=1'
    """
    parts = urlsplit(url.strip())
    host = parts.netloc.lower().removeprefix("www.")
    return parts._replace(
        scheme="http", netloc=host, path=parts.path.rstrip("/"), fragment=""
    ).geturl()


def _ask(
    engine: Engine, name: str, query: str, limit: int,
    done: queue.SimpleQueue[tuple[str, list[Result] | str]],
) -> None:  # fmt: skip
    try:
        found = engine.search(query, limit)
        done.put((name, found or "no results"))
    except EngineError as error:
        done.put((name, str(error)))
    except Exception as error:  # noqa: BLE001 - a plug-in that fails must not fail the others
        done.put((name, f"{type(error).__name__}: {error}".splitlines()[0]))


def _distinct_names(engines: Sequence[Engine]) -> list[str]:
    names: list[str] = []
    for engine in engines:
        twins = sum(1 for name in names if name.partition(" #")[0] == engine.name)
        names.append(f"{engine.name} #{twins + 1}" if twins else engine.name)
    return names
