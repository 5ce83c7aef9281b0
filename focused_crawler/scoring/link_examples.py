"""Links that were followed and what they led to: what a link classifier is trained on, as CSV.

A column for each feature, then `relevant`, yes or no. The file of one crawl trains the next, and a
person may correct it in between. It holds numbers only: reading it runs nothing.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from pathlib import Path

RELEVANT = "relevant"
OUTCOMES = {"yes": True, "no": False}

Example = tuple[tuple[float, ...], bool]


class ExamplesError(ValueError):
    """A file that holds no examples; the message says where and what would, in one line."""


def write_examples(path: Path, features: Sequence[str], examples: Iterable[Example]) -> None:
    """Save the examples, the oldest first."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow([*features, RELEVANT])
        for values, is_relevant in examples:
            rows.writerow([*(f"{value:.4g}" for value in values), "yes" if is_relevant else "no"])


def read_examples(path: str | Path, features: Sequence[str]) -> list[Example]:
    """The examples of a file; other columns than the features are passed over."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return list(_examples(csv.DictReader(file), features, path))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ExamplesError(f"{path} cannot be read as CSV: {error}") from error


def _examples(
    rows: csv.DictReader[str], features: Sequence[str], path: str | Path
) -> Iterator[Example]:
    missing = [name for name in (*features, RELEVANT) if name not in (rows.fieldnames or ())]
    if missing:
        raise ExamplesError(f"{path} has no column {missing[0]!r}; there must be one per feature")
    for row in rows:
        try:
            values = tuple(float(row[name]) for name in features)
            outcome = OUTCOMES[row[RELEVANT].strip().lower()]
        except (KeyError, ValueError, TypeError, AttributeError):
            values, outcome = (float("nan"),), False
        if not all(map(isfinite, values)):
            raise ExamplesError(
                f"{path}, line {rows.line_num}: features are numbers, and {RELEVANT} is yes or no"
            )
        yield values, outcome
