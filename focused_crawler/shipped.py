"""Where the files that ship with the crawler are: topics and background tables.

In the repository they stand in `data/`; an installed package or a deployed egg, zipped or not,
carries the same folder as the package `focused_crawler.data`.
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

_PACKAGE = "focused_crawler.data"
_REPOSITORY = Path(__file__).resolve().parent.parent / "data"


def shipped(path: str = "") -> Traversable:
    """A file or folder that ships with the crawler, by its path below `data/`."""
    return _root().joinpath(*(part for part in path.split("/") if part))


def _root() -> Traversable:
    try:
        return resources.files(_PACKAGE)
    except ModuleNotFoundError:
        return _REPOSITORY
