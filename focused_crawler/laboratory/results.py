"""The files of a study: table.md, table.csv, every crawl in crawls.csv, and the curves."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from focused_crawler.laboratory.curves import draw_curves
from focused_crawler.laboratory.measures import MULTIPLES, Outcome
from focused_crawler.laboratory.table import Row, as_csv, as_markdown
from focused_crawler.laboratory.web import FrozenWebError


def write_results(
    folder: Path, outcomes: Sequence[Outcome], rows: Sequence[Row], *, ours: str, title: str
) -> list[Path]:
    """Write everything a study gave; the files that were written."""
    table, numbers, crawls = (folder / name for name in ("table.md", "table.csv", "crawls.csv"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        table.write_text(f"{title}\n\n{as_markdown(rows)}", encoding="utf-8")
        numbers.write_text(as_csv(rows), encoding="utf-8")
        _write_crawls(crawls, outcomes)
        return [table, numbers, crawls, *draw_curves(outcomes, ours, title, folder)]
    except OSError as error:
        raise FrozenWebError(
            f"cannot write to {folder}: {error.strerror}; name another folder with --results"
        ) from error


def _write_crawls(file: Path, outcomes: Sequence[Outcome]) -> None:
    with open(file, "w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        recalls = [f"recall_{m}R" for m in MULTIPLES]
        writer.writerow(["method", "task", "targets", "pages", *recalls, "harvest", "own_harvest"])
        for o in outcomes:
            values = [*(o.recall_at(m) for m in MULTIPLES), o.harvest, o.own_harvest]
            numbers = [f"{value:.4f}" for value in values]
            writer.writerow([o.method, o.task, o.targets, len(o.hits), *numbers])
