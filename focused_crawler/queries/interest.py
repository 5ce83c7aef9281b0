"""What people asked for, as a topic keeps it: the dynamic table, its logs and its history.

All of it is one file, queries.json in the topic's folder, which is replaced as a whole: a table
never stands there without the change that made it, and no query is counted twice or lost.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from focused_crawler.queries.log import Position
from focused_crawler.topic.errors import TopicError

FILE = "queries.json"
MOST_CHANGES = 1000  # kept of the history, the latest ones
SHOWN_QUERIES = 5  # of the most frequent queries behind a change


@dataclass(frozen=True, slots=True)
class Change:
    """One rebuilding of the table: when, by which queries, and what became of each term."""

    time: str
    log: str
    queries: int
    by: dict[str, int]  # the most frequent queries and how often they were asked
    added: dict[str, float] = field(default_factory=dict)
    changed: dict[str, tuple[float, float]] = field(default_factory=dict)  # old and new weight
    dropped: dict[str, float] = field(default_factory=dict)  # the weight it had
    first: str | None = None  # the times the queries span, where the log tells
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Interest:
    """The table with the words to show for its terms, how far each log was read, the history."""

    weights: dict[str, float] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    positions: dict[str, Position] = field(default_factory=dict)
    history: tuple[Change, ...] = ()


def load_interest(folder: str | Path | None) -> Interest:
    """The interest kept in a folder; an empty one where there is none."""
    file = Path(folder) / FILE if folder else None
    if file is None or not file.is_file():
        return Interest()
    try:
        return interest_of(json.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise TopicError(f"{file}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise TopicError(
            f"{file} is damaged ({error}); remove it and build the table anew with"
            " `scrapy topic queries`"
        ) from None


def save_interest(interest: Interest, folder: str | Path) -> None:
    """Replace the file as a whole."""
    file = Path(folder) / FILE
    draft = file.with_name(f".{FILE}.new")
    try:
        text = json.dumps(interest_values(interest), ensure_ascii=False)
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)
    except OSError as error:
        raise TopicError(f"cannot write {file}: {error.strerror}") from None


def differences(
    old: Mapping[str, float], new: Mapping[str, float]
) -> tuple[dict[str, float], dict[str, tuple[float, float]], dict[str, float]]:
    """Terms added, changed and dropped between two tables."""
    return (
        {term: weight for term, weight in new.items() if term not in old},
        {t: (old[t], weight) for t, weight in new.items() if t in old and old[t] != weight},
        {term: weight for term, weight in old.items() if term not in new},
    )


def iso(seconds: float | None) -> str | None:
    """A time as people read it, in UTC."""
    if seconds is None:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def interest_values(interest: Interest) -> dict[str, Any]:
    """An interest as JSON values."""
    return {
        "weights": interest.weights,
        "words": interest.words,
        "positions": {log: place.to_dict() for log, place in interest.positions.items()},
        "history": [asdict(change) for change in interest.history[-MOST_CHANGES:]],
    }


def interest_of(values: dict[str, Any]) -> Interest:
    """The interest that values stand for."""
    return Interest(
        weights={str(term): float(weight) for term, weight in values["weights"].items()},
        words=dict(values["words"]),
        positions={log: Position(**place) for log, place in values["positions"].items()},
        history=tuple(_change(change) for change in values["history"]),
    )


def _change(values: dict[str, Any]) -> Change:
    changed = {term: (float(old), float(new)) for term, (old, new) in values["changed"].items()}
    return Change(**values | {"changed": changed})
