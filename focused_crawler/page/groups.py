"""Which links keep company: those a writer put into one list, table or paragraph.

A link's group is the innermost list around it. A link in a table belongs to the table, unless a box
of its own (a paragraph) lies between: then the table only lays out the page. Elsewhere the
innermost box is the group.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

Element = TypeVar("Element")

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


class Region(Protocol):
    """An element, and what it is to the links in it."""

    kind: str


def group_of(around: Sequence[tuple[Element, Region]]) -> Element | None:
    """Which of the elements around a link, the innermost last, is its group."""
    box: Element | None = None
    for element, region in reversed(around):
        found = region.kind
        if found == "list":
            return element
        if found == "table":
            return element if box is None else box
        if found == "box" and box is None:
            box = element
    return box
