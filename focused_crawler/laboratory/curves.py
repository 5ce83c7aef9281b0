"""Harvest rate and target recall over the pages fetched, one line a method, as PNG and SVG.

Lines differ in dashes and markers, so that they can be told apart without colour. Matplotlib is
an optional package and is imported when something is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from focused_crawler.laboratory.measures import Outcome
from focused_crawler.laboratory.table import by_method
from focused_crawler.laboratory.web import FrozenWebError

DASHES = ("-", "--", "-.", ":")
MARKERS = "os^vDPX*<>hd"
MARKS = 8  # on a line
FORMATS = ("png", "svg")
PANELS: tuple[tuple[str, Callable[[Outcome, int], list[float]]], ...] = (
    ("harvest rate", Outcome.harvest_curve),
    ("target recall", Outcome.recall_curve),
)


def draw_curves(outcomes: Sequence[Outcome], ours: str, title: str, folder: Path) -> list[Path]:
    """Draw the curves of a study; the files that were written."""
    plot = _pyplot()
    groups = by_method(outcomes)
    pages = shared_pages(outcomes)
    figure, panels = plot.subplots(1, len(PANELS), figsize=(13, 6.5), layout="constrained")
    for axes, (name, curve) in zip(panels, PANELS, strict=True):
        for number, (method, group) in enumerate(_best_first(groups, pages)):
            mean = np.mean([curve(outcome, pages) for outcome in group], axis=0)
            _draw_line(axes, method, mean, number, is_ours=method == ours)
        axes.set(xlabel="pages fetched", ylabel=f"{name} (mean over tasks)", xlim=(0, pages))
        axes.set_ylim(bottom=0)
        axes.grid(visible=True, color="0.9")
    panels[0].legend(fontsize="small", handlelength=4, loc="upper right")
    figure.suptitle(title)
    return _saved(plot, figure, folder, "curves")


def draw_moving(
    curves: Mapping[str, Sequence[int]], turn: int, title: str, folder: Path
) -> list[Path]:
    """Draw wanted pages over pages fetched, one line a crawl; interest moved after `turn` pages."""
    plot = _pyplot()
    figure, axes = plot.subplots(figsize=(8, 5), layout="constrained")
    for (name, wanted), dashes in zip(curves.items(), DASHES, strict=False):
        axes.plot(range(1, len(wanted) + 1), wanted, dashes, label=name, linewidth=2)
    axes.axvline(turn, color="0.5", linestyle=":", label="interest moves")
    axes.set(xlabel="pages fetched", ylabel="pages wanted when fetched", title=title)
    axes.grid(visible=True, color="0.9")
    axes.legend(loc="upper left")
    return _saved(plot, figure, folder, "moving-interest")


def _saved(plot: Any, figure: Any, folder: Path, name: str) -> list[Path]:
    files = [folder / f"{name}.{suffix}" for suffix in FORMATS]
    for file in files:
        # No date in the file: equal studies give equal files.
        about = {"Date": None} if file.suffix == ".svg" else None
        figure.savefig(file, dpi=120, metadata=about)
    plot.close(figure)
    return files


def shared_pages(outcomes: Sequence[Outcome]) -> int:
    """How far every task was crawled: beyond, the mean would be one over other tasks."""
    longest: dict[str, int] = {}
    for outcome in outcomes:
        longest[outcome.task] = max(longest.get(outcome.task, 0), len(outcome.hits))
    return min(longest.values())


def _best_first(groups: dict[str, list[Outcome]], pages: int) -> list[tuple[str, list[Outcome]]]:
    def reached(item: tuple[str, list[Outcome]]) -> float:
        return float(np.mean([outcome.recall_after(pages) for outcome in item[1]]))

    return sorted(groups.items(), key=reached, reverse=True)


def _draw_line(axes: Any, method: str, mean: Any, number: int, *, is_ours: bool) -> None:
    every = max(1, len(mean) // MARKS)
    axes.plot(
        np.arange(1, len(mean) + 1),
        mean,
        label=f"{method} (ours)" if is_ours else method,
        linestyle=DASHES[number % len(DASHES)],
        marker=MARKERS[number % len(MARKERS)],
        # Markers of different lines stand at different places.
        markevery=(number * every // len(MARKERS), every),
        markersize=5,
        linewidth=2.6 if is_ours else 1.1,
        color="black" if is_ours else f"C{number % 10}",
    )


def _pyplot() -> Any:
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise FrozenWebError(
            "curves need the package matplotlib: pip install 'focused-crawler[laboratory]'"
        ) from error
    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "focused-crawler"
    import matplotlib.pyplot as plt

    return plt
