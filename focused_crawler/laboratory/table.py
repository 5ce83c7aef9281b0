"""The table of a study: a row a method, best first, as text, as Markdown and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from focused_crawler.laboratory.bootstrap import Difference, paired_difference
from focused_crawler.laboratory.measures import MULTIPLES, Outcome, mean_and_spread
from focused_crawler.laboratory.methods import ORACLE

DECISIVE = MULTIPLES[1]  # methods are ordered, and compared, by recall at this multiple of R


@dataclass(frozen=True, slots=True)
class Row:
    """One method over all its tasks: means, with the spread over tasks where it is named."""

    method: str
    tasks: int
    recalls: tuple[tuple[float, float], ...]  # at MULTIPLES of R
    harvest: tuple[float, float]
    own_harvest: float
    target_length: float
    seconds: float
    difference: Difference | None  # ours minus this one, in recall at DECISIVE
    svm_harvest: float | None = None


def rows_of(outcomes: Sequence[Outcome], ours: str) -> list[Row]:
    """A row for each method, best first."""
    groups = by_method(outcomes)
    rows = [_row(method, group, groups.get(ours, ()), ours) for method, group in groups.items()]
    decisive = MULTIPLES.index(DECISIVE)
    return sorted(rows, key=lambda row: row.recalls[decisive][0], reverse=True)


def by_method(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    """Outcomes by method, in the order the methods first appear."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(outcome.method, []).append(outcome)
    return groups


def _row(method: str, group: Sequence[Outcome], ours: Sequence[Outcome], name: str) -> Row:
    def spread(measure: Callable[[Outcome], float]) -> tuple[float, float]:
        return mean_and_spread([measure(outcome) for outcome in group])

    is_compared = ours and method not in (name, ORACLE)
    judged = [o.svm_harvest for o in group if o.svm_harvest is not None]
    return Row(
        method=method,
        tasks=len(group),
        recalls=tuple(spread(lambda o, m=m: o.recall_at(m)) for m in MULTIPLES),  # type: ignore[misc]
        harvest=spread(lambda o: o.harvest),
        own_harvest=spread(lambda o: o.own_harvest)[0],
        target_length=spread(lambda o: o.target_length)[0],
        seconds=sum(outcome.seconds for outcome in group),
        difference=paired_difference(ours, group, _decisive) if is_compared else None,
        svm_harvest=mean_and_spread(judged)[0] if judged else None,
    )


def _decisive(outcome: Outcome) -> float:
    return outcome.recall_at(DECISIVE)


HEADINGS = (
    "method", *(f"recall {m}R" for m in MULTIPLES), "harvest", "as judged", "length",
    f"ours minus it, {DECISIVE}R", "seconds",
)  # fmt: skip


def _cells(row: Row) -> list[str]:
    return [
        row.method,
        *(f"{mean:.3f} ±{spread:.2f}" for mean, spread in row.recalls),
        f"{row.harvest[0]:.3f} ±{row.harvest[1]:.2f}",
        f"{row.own_harvest:.3f}" + ("" if row.svm_harvest is None else f" / {row.svm_harvest:.3f}"),
        f"{row.target_length:.2f}",
        str(row.difference) if row.difference else "",
        f"{row.seconds:.0f}",
    ]


def as_text(rows: Sequence[Row]) -> str:
    """Columns for a terminal."""
    lines = [list(HEADINGS), *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def as_markdown(rows: Sequence[Row]) -> str:
    """A Markdown table."""
    rule = ["---"] + ["---:"] * (len(HEADINGS) - 1)
    lines = [list(HEADINGS), rule, *map(_cells, rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def as_csv(rows: Sequence[Row]) -> str:
    """Plain numbers, a line a method."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = [f"recall_{m}R{part}" for m in MULTIPLES for part in ("", "_spread")]
    writer.writerow(
        ["method", "tasks", *columns, "harvest", "harvest_spread", "own_harvest", "svm_harvest",
         "target_length", "difference", "low", "high", "seconds"]
    )  # fmt: skip
    for row in rows:
        shown = row.difference
        edges = [f"{v:.4f}" for v in (shown.mean, shown.low, shown.high)] if shown else [""] * 3
        numbers = [*(v for pair in row.recalls for v in pair), *row.harvest, row.own_harvest]
        svm = "" if row.svm_harvest is None else f"{row.svm_harvest:.4f}"
        writer.writerow(
            [row.method, row.tasks, *(f"{v:.4f}" for v in numbers), svm,
             f"{row.target_length:.4f}", *edges, f"{row.seconds:.1f}"]
        )  # fmt: skip
    return out.getvalue()
