"""Charts as HTML with inline SVG: they need no script, print well and stay legible when narrow.

The lines are drawn in a box of 1000 x 1000 that is stretched to its place; words stand beside it
as HTML, so that they keep their size. Series differ by dash as well as by colour.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from focused_crawler.reports.figures import short_number
from focused_crawler.reports.markup import Html, tag

BOX = 1000
GRID = 4  # spaces between horizontal lines
TABLE_ROWS = 12  # of the table that stands behind a chart
NICE = (1, 2, 4, 8, 10)  # tops of the axis, times a power of ten, that four spaces divide well

Point = tuple[float, float]
Format = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Series:
    """A named line."""

    name: str
    points: Sequence[Point]
    told: float | None = None  # by the legend; None: the last point


@dataclass(frozen=True, slots=True)
class Axes:
    """What a chart is about and how its numbers are written."""

    title: str
    x_name: str = "pages"
    write: Format = short_number
    top: float | None = None  # of the vertical axis; None: as the points ask for
    note: str = ""


def share(value: float) -> str:
    """A share as a whole percentage.

    >>> share(0.256)
    '26 %'
    """
    return f"{100 * value:.0f} %"


def line_chart(axes: Axes, series: Sequence[Series]) -> Html:
    """Lines over one horizontal axis."""
    points = [point for line in series for point in line.points if isfinite(point[1])]
    if len({x for x, _ in points}) < 2:
        return _figure(axes, series, tag("p", "Too few pages so far for a curve.", class_="empty"))
    right = max(x for x, _ in points)
    top = axes.top or nice_top(max(y for _, y in points))
    lines = [_line(number, line, right, top) for number, line in enumerate(series)]
    return _figure(axes, series, _plot(axes, right, top, lines))


def area_chart(axes: Axes, series: Sequence[Series]) -> Html:
    """Series on top of each other; all have the same x values."""
    if not series or len(series[0].points) < 2:
        return _figure(axes, series, tag("p", "Too few pages so far for a curve.", class_="empty"))
    floors = [0.0] * len(series[0].points)
    right = series[0].points[-1][0]
    sums = [sum(line.points[i][1] for line in series) for i in range(len(floors))]
    top = axes.top or nice_top(max(sums))
    areas = []
    for number, line in enumerate(series):
        ceiling = [low + y for low, (_, y) in zip(floors, line.points, strict=True)]
        areas.append(_area(number, [x for x, _ in line.points], floors, ceiling, right, top))
        floors = ceiling
    return _figure(axes, series, _plot(axes, right, top, areas), kind="area")


def bar(value: float, label: str = "") -> Html:
    """A bar for a value from 0 to 1."""
    width = round(100 * min(1.0, max(0.0, value)), 1)
    return tag(
        "svg", tag("rect", width="100", height="10", class_="bar-rest"),
        tag("rect", width=f"{width:g}", height="10", class_="bar-full"),
        class_="bar", viewBox="0 0 100 10", preserveAspectRatio="none",
        role="img" if label else None, aria_label=label or None,
        aria_hidden=None if label else "true",
    )  # fmt: skip


def signed_bar(value: float, most: float) -> Html:
    """A bar to the right of the middle for a gain, to the left for a loss; `most` fills a half."""
    width = round(50 * min(1.0, abs(value) / most), 1) if most else 0.0
    kind = "gain" if value >= 0 else "loss"
    return tag(
        "svg", tag("rect", width="100", height="10", class_="bar-rest"),
        tag("rect", x=f"{50 if value >= 0 else 50 - width:g}", width=f"{width:g}", height="10",
            class_=f"bar-{kind}"),
        tag("rect", x="49.5", width="1", height="10", class_="bar-middle"),
        class_="bar", viewBox="0 0 100 10", preserveAspectRatio="none", aria_hidden="true",
    )  # fmt: skip


def sparkline(values: Sequence[float], label: str) -> Html:
    """A small line without axes, from 0 to 1."""
    if len(values) < 2:
        return Html("")
    step = BOX / (len(values) - 1)
    path = _path([(i * step, BOX * (1 - min(1.0, v))) for i, v in enumerate(values)])
    return tag(
        "svg", tag("path", d=path, class_="line s0"), class_="spark", role="img",
        viewBox=f"0 0 {BOX} {BOX}", preserveAspectRatio="none", aria_label=label,
    )  # fmt: skip


def nice_top(value: float) -> float:
    """The smallest round number that is no smaller than `value`.

    >>> nice_top(0.3), nice_top(7), nice_top(130), nice_top(0)
    (0.4, 8.0, 200.0, 1.0)
    """
    if value <= 0:
        return 1.0
    power = 10.0 ** floor(log10(value))
    return float(f"{next(n for n in NICE if n * power >= value * 0.999) * power:g}")


def thinned(points: Sequence[Point], most: int) -> list[Point]:
    """Evenly chosen points, the first and the last among them."""
    if len(points) <= most:
        return list(points)
    step = ceil(len(points) / (most - 1))
    return [*points[:-1:step], points[-1]]


def _plot(axes: Axes, right: float, top: float, drawn: Sequence[Html]) -> Html:
    grid = [
        tag("line", x1=0, x2=BOX, y1=BOX * i // GRID, y2=BOX * i // GRID, class_="grid")
        for i in range(GRID + 1)
    ]
    ticks = [tag("span", axes.write(top * (GRID - i) / GRID)) for i in range(GRID + 1)]
    svg = tag(
        "svg", grid, drawn, viewBox=f"0 0 {BOX} {BOX}", preserveAspectRatio="none",
        aria_hidden="true", focusable="false",
    )  # fmt: skip
    return tag(
        "div", tag("div", ticks, class_="y-axis", aria_hidden="true"),
        tag("div", svg, class_="plot-box"),
        tag("div", tag("span", "0"), tag("span", f"{right:,.0f} {axes.x_name}"), class_="x-axis"),
        class_="plot",
    )  # fmt: skip


def _figure(axes: Axes, series: Sequence[Series], plot: Html, kind: str = "line") -> Html:
    return tag(
        "figure",
        tag("figcaption", tag("h3", axes.title), _legend(axes, series, kind)),
        plot,
        tag("p", axes.note, class_="note") if axes.note else None,
        _numbers(axes, series),
        class_=f"chart {kind}", data_chart=_data(axes, series),
    )  # fmt: skip


def _legend(axes: Axes, series: Sequence[Series], kind: str) -> Html:
    entries = []
    for number, line in enumerate(series):
        told = line.points[-1][1] if line.told is None and line.points else line.told
        key = tag(
            "svg", tag("path", d="M0 5H20", class_=f"line s{number}"), viewBox="0 0 20 10",
            class_=f"key {kind}", aria_hidden="true",
        )  # fmt: skip
        number_told = "-" if told is None else axes.write(told)
        entries.append(tag("li", key, f"{line.name} ", tag("b", number_told)))
    return tag("ul", entries, class_="legend")


def _numbers(axes: Axes, series: Sequence[Series]) -> Html | None:
    """The same as a table, for those who cannot see the lines or want the numbers."""
    rows = thinned(series[0].points, TABLE_ROWS) if series else []
    if not rows:
        return None
    known = [dict(line.points) for line in series]
    head = tag("tr", [tag("th", name, scope="col") for name in (axes.x_name, *_names(series))])
    body = [
        tag("tr", tag("th", f"{x:,.0f}", scope="row"),
            [tag("td", axes.write(line[x]) if x in line else "") for line in known])
        for x, _ in rows
    ]  # fmt: skip
    table = tag("table", tag("thead", head), tag("tbody", body))
    summary = tag("summary", "Numbers", tag("span", f" of {axes.title}", class_="hidden"))
    return tag("details", summary,
               tag("div", table, class_="scroll", tabindex="0", role="region",
                   aria_label=f"Numbers of {axes.title}"))  # fmt: skip


def _names(series: Sequence[Series]) -> list[str]:
    return [line.name for line in series]


def _data(axes: Axes, series: Sequence[Series]) -> str:
    """What a script needs to show the values under the pointer."""
    rows = thinned(series[0].points, 200) if series else []
    known = [dict(line.points) for line in series]
    values = [[axes.write(line[x]) if x in line else "-" for line in known] for x, _ in rows]
    return json.dumps(
        {"x": [x for x, _ in rows], "y": values, "n": _names(series), "u": axes.x_name}
    )


def _line(number: int, line: Series, right: float, top: float) -> Html:
    points = [(BOX * x / right, BOX * (1 - min(y, top) / top)) for x, y in line.points]
    return tag("path", d=_path(points), class_=f"line s{number}")


def _area(
    number: int, xs: Sequence[float], low: Sequence[float], high: Sequence[float], right: float,
    top: float,
) -> Html:  # fmt: skip
    upper = [(BOX * x / right, BOX * (1 - y / top)) for x, y in zip(xs, high, strict=True)]
    lower = [(BOX * x / right, BOX * (1 - y / top)) for x, y in zip(xs, low, strict=True)]
    return tag("path", d=_path([*upper, *reversed(lower)]) + "Z", class_=f"fill s{number}")


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) if points else ""
