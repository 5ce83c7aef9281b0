"""Which links keep company: those a writer put into one list, table or paragraph.

A link's group is the innermost list around it. A link in a table belongs to the table, unless a box
of its own (a paragraph) lies between: then the table only lays out the page. Elsewhere the
innermost box is the group.
"""

from __future__ import annotations

from collections.abc import Sequence

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


def group_place(kinds: Sequence[str]) -> int | None:
    """Where the group stands in a path of kinds from the root down; None if there is none.

    >>> group_place(["box", "list", "item", "box"]), group_place(["box", "table", "item", "box"])
    (1, 3)
    """
    box: int | None = None
    for place in range(len(kinds) - 1, -1, -1):
        if kinds[place] == "list":
            return place
        if kinds[place] == "table":
            return place if box is None else box
        if kinds[place] == "box" and box is None:
            box = place
    return box
