"""Which links keep company: those a writer put into one list, table or paragraph.

A link's group is the innermost list around it. A link in a table belongs to the table, unless a box
of its own (a paragraph) lies between: then the table only lays out the page. Elsewhere the
innermost box is the group.
"""

from __future__ import annotations

from collections.abc import Iterable

LISTS = frozenset({"ul", "ol", "dl", "menu", "dir"})
TABLES = frozenset({"table", "layout"})
ITEMS = frozenset({"li", "dt", "dd", "tr", "td", "th"})


def kind(name: str) -> str:
    """What a region is to the links in it: "list", "table", "item" or "box"."""
    if name in LISTS:
        return "list"
    if name in TABLES:
        return "table"
    return "item" if name in ITEMS else "box"


def group_distance(kinds: Iterable[str]) -> int | None:
    """How many elements up the group stands, by their kinds from a link upwards; None: nowhere.

    >>> group_distance(["box", "item", "list"]), group_distance(["box", "item", "table"])
    (2, 0)
    """
    box: int | None = None
    for distance, found in enumerate(kinds):
        if found == "list":
            return distance
        if found == "table":
            return distance if box is None else box
        if found == "box" and box is None:
            box = distance
    return box
