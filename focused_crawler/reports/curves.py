"""The curves of one crawl: harvest rate, relevant pages, frontier, speed, tunnel levels."""

from __future__ import annotations

from itertools import accumulate

from focused_crawler.reports.charts import Axes, Point, Series, area_chart, line_chart, share
from focused_crawler.reports.markup import Html
from focused_crawler.reports.view import Bucket, CrawlView
from focused_crawler.store import HarvestPoint

LEVEL_POINTS = 30  # few pages are fetched in tunnels: smaller parts would be all or nothing
RECENT = 0.05  # of the buckets make the recent harvest rate


def crawl_charts(view: CrawlView) -> list[Html]:
    """All charts of a crawl, the most telling first."""
    buckets, standings = view.buckets(), view.standings()
    levels = view.buckets(LEVEL_POINTS)
    # A method that keeps no levels may find tunnels all the same.
    has_levels = any(len(bucket.levels) > 1 for bucket in levels) or not view.tunnels(1)
    return [
        harvest_chart(buckets),
        relevant_chart(buckets),
        *([level_chart(levels)] if has_levels else []),
        frontier_chart(standings),
        speed_chart(standings),
    ]


def harvest_chart(buckets: list[Bucket]) -> Html:
    """Harvest rate = relevant pages / pages, over all and over the latest."""
    relevant = list(accumulate(bucket.relevant for bucket in buckets))
    overall = [(b.end, found / b.end) for b, found in zip(buckets, relevant, strict=True)]
    axes = Axes("Harvest rate", write=share, top=1.0, note="Share of pages that are relevant.")
    return line_chart(axes, [Series("so far", overall), Series("latest pages", _recent(buckets))])


def relevant_chart(buckets: list[Bucket]) -> Html:
    """How many relevant pages were found after so many pages."""
    found = accumulate(bucket.relevant for bucket in buckets)
    points = [
        (0.0, 0.0),
        *((bucket.end, total) for bucket, total in zip(buckets, found, strict=True)),
    ]
    every = [(0.0, 0.0), *((bucket.end, bucket.end) for bucket in buckets)]
    axes = Axes(
        "Relevant pages", write=_whole, note="The second line: had every page been relevant."
    )
    return line_chart(axes, [Series("relevant", points), Series("all pages", every)])


def level_chart(buckets: list[Bucket]) -> Html:
    """Which tunnel level pages were fetched at."""
    highest = max((len(bucket.levels) for bucket in buckets), default=1)
    # The first part reaches back to the beginning.
    parts = [(0, buckets[0]), *((b.end, b) for b in buckets)] if buckets else []
    pages = sum(bucket.pages for bucket in buckets)
    series = [
        Series(
            _level_name(level),
            [(end, b.levels[level] / b.pages) for end, b in parts],
            told=sum(b.levels[level] for b in buckets) / pages if pages else None,
        )
        for level in range(highest)
    ]
    note = "Level n: n irrelevant pages in a row were passed before the page."
    return area_chart(Axes("Tunnel levels", write=share, top=1.0, note=note), series)


def frontier_chart(standings: list[HarvestPoint]) -> Html:
    """How many addresses wait, on how many hosts."""
    waiting = [(float(point.pages), float(point.waiting)) for point in standings]
    return line_chart(Axes("Frontier", write=_whole, note="Addresses that wait."),
                      [Series("waiting", waiting)])  # fmt: skip


def speed_chart(standings: list[HarvestPoint]) -> Html:
    """Pages per second."""
    speed = [(float(point.pages), point.pages_per_second) for point in standings]
    axes = Axes("Speed", write=lambda value: f"{value:.3g}", note="Pages per second.")
    return line_chart(axes, [Series("pages/s", speed)])


def _recent(buckets: list[Bucket]) -> list[Point]:
    window = max(3, round(RECENT * len(buckets)))
    points = []
    for at in range(len(buckets)):
        latest = buckets[max(0, at + 1 - window) : at + 1]
        pages = sum(bucket.pages for bucket in latest)
        points.append((float(buckets[at].end), sum(b.relevant for b in latest) / pages))
    return points


def _level_name(level: int) -> str:
    return f"level {level}" if level else "no tunnel"


def _whole(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"
