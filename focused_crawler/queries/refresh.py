"""From a query log to a topic's new table: read all of it, then change everything or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import time
from typing import Any, Self

from focused_crawler.queries.interest import SHOWN_QUERIES, Change, Interest, differences, iso
from focused_crawler.queries.log import QueryLog
from focused_crawler.queries.table import (
    ALPHA,
    SIZE,
    THRESHOLD,
    Phrases,
    QueryCounts,
    count_queries,
    dynamic_weights,
    page_weights,
    shown_words,
)
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import Topic
from focused_crawler.topic.weights import WeightTable

LONGEST_SHOWN = 80  # characters of a query in the history


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How a table is made from queries (001 eq. 3), and in which language they are read."""

    alpha: float = ALPHA
    threshold: float = THRESHOLD
    size: int = SIZE
    language: str = "en"
    phrases: Sequence[str] = ()

    def __post_init__(self) -> None:
        if not 0 < self.alpha <= 0.5:
            raise TopicError(f"QUERY_ALPHA is {self.alpha}; it must be above 0 and at most 0.5")
        if not self.threshold >= 0 or self.size < 0:
            raise TopicError("QUERY_THRESHOLD and QUERY_TERMS must not be below 0")

    @classmethod
    def of(cls, topic: Topic, settings: Mapping[str, Any]) -> Self:
        """How the settings want the table of a topic made."""
        return cls(
            alpha=_number(settings, "QUERY_ALPHA", ALPHA),
            threshold=_number(settings, "QUERY_THRESHOLD", THRESHOLD),
            size=int(_number(settings, "QUERY_TERMS", SIZE)),
            language=topic.language,
            phrases=topic.phrases,
        )


def refreshed(
    interest: Interest, log: str | Path, options: TableOptions, *, is_growing: bool = False
) -> Interest:
    """The interest after the new queries of a log; the same object where there are none."""
    place = str(Path(log).resolve())
    reading = QueryLog(log, after=interest.positions.get(place), is_growing=is_growing)
    phrases = Phrases(options.phrases, options.language)
    counts = count_queries(reading, language=options.language, phrases=phrases)
    if not counts.queries:
        return interest
    weights = dynamic_weights(
        counts.frequencies, interest.weights,
        alpha=options.alpha, threshold=options.threshold, size=options.size,
    )  # fmt: skip
    words = interest.words | shown_words(weights, counts, phrases, options.language)
    return replace(
        interest,
        weights=weights,
        words={term: word for term, word in words.items() if term in weights},
        positions=interest.positions | {place: reading.position},
        history=(*interest.history, _change(interest.weights, weights, counts, str(log))),
    )


def combined(given: WeightTable | None, interest: Interest, *, share: float) -> WeightTable | None:
    """A topic's own table with the given share of what people ask for; None where both lack."""
    if not interest.weights or not share:
        return given
    asked = page_weights(interest.weights, interest.words)
    return given.merge(asked, share) if given else asked.normalised()


def _number(settings: Mapping[str, Any], name: str, default: float) -> float:
    try:
        return float(settings.get(name, default))
    except (TypeError, ValueError):
        raise TopicError(f"{name} is {settings.get(name)!r}, not a number") from None


def _change(old: dict[str, float], new: dict[str, float], counts: QueryCounts, log: str) -> Change:
    added, changed, dropped = differences(old, new)
    frequent = counts.frequent.most_common(SHOWN_QUERIES)
    return Change(
        time=iso(time()) or "",
        log=log,
        queries=counts.queries,
        by={query[:LONGEST_SHOWN]: count for query, count in frequent},
        added=added,
        changed=changed,
        dropped=dropped,
        first=iso(counts.first),
        last=iso(counts.last),
    )
