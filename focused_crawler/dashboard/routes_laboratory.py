"""The laboratory: studies written by `scrapy evaluate --results FOLDER`, methods side by side."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from focused_crawler.dashboard.desk import NotFoundError, desk_of
from focused_crawler.reports.charts import Axes, Series, line_chart
from focused_crawler.reports.markup import Html

TABLE, CURVES = "table.csv", "curves.png"
MULTIPLES = (1, 2, 4)  # of the number of targets, at which recall was measured
DRAWN = 7  # methods in one chart; more lines cannot be told apart


@dataclass(frozen=True, slots=True)
class StudyRow:
    """One method."""

    method: str
    recalls: tuple[float, ...]
    harvest: float
    difference: str  # ours minus this one, with its interval
    seconds: float


@dataclass(frozen=True, slots=True)
class StudyResult:
    """What a folder of results tells."""

    name: str
    rows: list[StudyRow]
    chart: Html
    has_curves: bool


def laboratory(request: Request) -> Response:
    desk = desk_of(request)
    folders = study_folders(desk.config.laboratory)
    return desk.page(request, "laboratory.html", studies=[read_study(folder) for folder in folders])


def curves(request: Request) -> Response:
    """The drawing that the study made."""
    for folder in study_folders(desk_of(request).config.laboratory):
        if folder.name == request.path_params["study"] and (folder / CURVES).is_file():
            return FileResponse(folder / CURVES, media_type="image/png")
    raise NotFoundError("There are no curves of that study.")


def study_folders(laboratory: Path) -> list[Path]:
    """The folders that hold a study, the newest first."""
    tables = [*laboratory.glob(f"*/{TABLE}"), *laboratory.glob(TABLE)]
    tables.sort(key=lambda table: table.stat().st_mtime, reverse=True)
    return [table.parent for table in tables]


def read_study(folder: Path) -> StudyResult:
    """The table of a study; lines that are damaged are left out."""
    with open(folder / TABLE, encoding="utf-8", newline="") as file:
        rows = [row for values in csv.DictReader(file) if (row := _row(values))]
    return StudyResult(folder.name, rows, _chart(rows), (folder / CURVES).is_file())


def _row(values: dict[str, str]) -> StudyRow | None:
    try:
        return StudyRow(
            method=values["method"],
            recalls=tuple(float(values[f"recall_{m}R"]) for m in MULTIPLES),
            harvest=float(values["harvest"]),
            difference=_difference(values),
            seconds=float(values["seconds"]),
        )
    except (KeyError, TypeError, ValueError):
        return None


def _difference(values: dict[str, str]) -> str:
    if not values.get("difference"):
        return ""
    mean, low, high = (float(values[name]) for name in ("difference", "low", "high"))
    return f"{mean:+.3f} [{low:+.3f}, {high:+.3f}]"


def _chart(rows: list[StudyRow]) -> Html:
    series = [
        Series(row.method, [(0.0, 0.0), *zip(map(float, MULTIPLES), row.recalls, strict=True)])
        for row in rows[:DRAWN]
    ]
    note = "R: as many pages as there are targets. Seeds are not counted."
    axes = Axes("Target recall", x_name="R fetched", write=lambda v: f"{v:.2f}", top=1.0, note=note)
    return line_chart(axes, series)


ROUTES = [
    Route("/laboratory", laboratory),
    Route("/laboratory/{study}/curves.png", curves),
]
