"""Two drawings: which hosts led to which others, and the tunnels to relevant pages.

Hosts stand on a circle, those with the most relevant pages first; a line between two of them is
as wide as pages were reached over it. Tunnels that begin alike share their beginning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin, sqrt
from urllib.parse import urlsplit

from focused_crawler.dashboard.shown import link
from focused_crawler.reports.markup import Html, tag
from focused_crawler.reports.terminal import shortened
from focused_crawler.reports.view import HostEdge
from focused_crawler.store import HostCount, Tunnel

SIZE = 1060.0  # of the drawing of hosts
RADIUS = 260.0
LONGEST_NAME = 28
WIDEST_LINE = 8.0
COLUMN, ROW = 230.0, 64.0  # of the drawing of tunnels


def host_graph(hosts: Sequence[HostCount], edges: Sequence[HostEdge], base: str) -> Html:
    """The hosts on a circle."""
    places = {host.host: _on_circle(at, len(hosts)) for at, host in enumerate(hosts)}
    most = max((edge.pages for edge in edges), default=1)
    largest = max((host.pages for host in hosts), default=1)
    lines = [_edge(edge, places, most) for edge in edges]
    signs = [_host(h, at, len(hosts), largest, base) for at, h in enumerate(hosts)]
    half = SIZE / 2
    return tag(
        "svg", lines, signs, viewBox=f"{-half:g} {-half:g} {SIZE:g} {SIZE:g}",
        class_="graph", role="group", aria_label="Which hosts led to which others",
    )  # fmt: skip


def _on_circle(at: int, number: int, radius: float = RADIUS) -> tuple[float, float]:
    angle = 2 * pi * at / number - pi / 2
    return radius * cos(angle), radius * sin(angle)


def _edge(edge: HostEdge, places: Mapping[str, tuple[float, float]], most: int) -> Html:
    (x1, y1), (x2, y2) = places[edge.source], places[edge.target]
    width = max(0.6, WIDEST_LINE * edge.pages / most)
    title = tag("title", f"{edge.source} led to {edge.pages:,} pages of {edge.target}")
    # Bent towards the middle, so that lines between neighbours do not run along the circle.
    bend = f"M{x1:.1f} {y1:.1f}Q{(x1 + x2) / 6:.1f} {(y1 + y2) / 6:.1f} {x2:.1f} {y2:.1f}"
    return tag("path", title, d=bend, class_="edge", stroke_width=f"{width:.1f}")


def _host(host: HostCount, at: int, number: int, largest: int, base: str) -> Html:
    x, y = _on_circle(at, number)
    turn = 360 * at / number - 90
    is_right = turn < 90
    share = host.relevant / host.pages if host.pages else 0.0
    radius = 4 + 12 * sqrt(host.pages / largest)
    sign = tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{radius:.1f}",
               class_=f"host {'good' if share >= 0.5 else 'poor'}")  # fmt: skip
    name = tag(
        "text", shortened(host.host, LONGEST_NAME), y="5",
        x=f"{(RADIUS + 24) * (1 if is_right else -1):g}",
        text_anchor="start" if is_right else "end",
        transform=f"rotate({turn if is_right else turn - 180:.1f})",
    )  # fmt: skip
    title = tag("title", f"{host.host}: {host.relevant:,} of {host.pages:,} pages relevant")
    return tag("a", title, sign, name, href=link(f"{base}/pages", host=host.host, kind="all"))


@dataclass(slots=True)
class _Stop:
    """A page that one or more tunnels pass or end at."""

    url: str
    is_target: bool = False
    following: dict[str, _Stop] = field(default_factory=dict)
    column: int = 0
    row: float = 0.0


def tunnel_tree(tunnels: Sequence[Tunnel], titles: Mapping[str, str], base: str) -> Html:
    """The tunnels from left to right."""
    root = _Stop("")
    for tunnel in tunnels:
        _add(root, tunnel)
    rows = _place(root, 0, -1)
    stops = _flat(root)[1:]
    columns = max(stop.column for stop in stops) + 1
    lines = [_tunnel_line(stop, after) for stop in stops for after in stop.following.values()]
    signs = [_tunnel_stop(stop, titles, base) for stop in stops]
    return tag(
        "svg", lines, signs, width=columns * COLUMN, height=rows * ROW + 10, class_="graph tunnels",
        viewBox=f"0 0 {columns * COLUMN:g} {rows * ROW + 10:g}", role="group",
        aria_label="Tunnels: irrelevant pages that were passed to reach relevant ones",
    )  # fmt: skip


def _add(root: _Stop, tunnel: Tunnel) -> None:
    at = root
    for url in tunnel.path:
        at = at.following.setdefault(url, _Stop(url))
    at.is_target = True


def _place(stop: _Stop, row: int, column: int) -> int:
    """Give a stop and all that follow their rows; the first row that is free after them."""
    stop.column = column
    free = row
    for after in stop.following.values():
        free = _place(after, free, column + 1)
    stop.row = row
    return max(free, row + 1)


def _flat(stop: _Stop) -> list[_Stop]:
    return [stop, *(each for after in stop.following.values() for each in _flat(after))]


def _tunnel_line(start: _Stop, end: _Stop) -> Html:
    x1, y1 = start.column * COLUMN + 12, start.row * ROW + 16
    x2, y2 = end.column * COLUMN + 12, end.row * ROW + 16
    path = f"M{x1:g} {y1:g}H{x1 + (0 if y1 != y2 else 20):g}V{y2:g}H{x2:g}"
    return tag("path", d=path, class_="edge tunnel")


def _tunnel_stop(stop: _Stop, titles: Mapping[str, str], base: str) -> Html:
    x, y = stop.column * COLUMN + 12, stop.row * ROW + 16
    kind = "good" if stop.is_target else "start" if not stop.column else "poor"
    name = titles.get(stop.url) or stop.url
    return tag(
        "a", tag("title", f"{name} {stop.url}"),
        tag("circle", cx=x, cy=y, r=8, class_=f"host {kind}"),
        tag("text", shortened(name, 30), x=x - 8, y=y + 24),
        tag("text", shortened(urlsplit(stop.url).netloc, 28), x=x - 8, y=y + 38, class_="faint"),
        href=link(f"{base}/page", url=stop.url),
    )  # fmt: skip
