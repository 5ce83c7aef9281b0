"""A page as one flat list of marks in document order: what every segmenter cuts.

A mark is a string, namely what it adds to the text: a piece of text itself, a break where a browser
would start a new line or box, nothing for the edge of a link. Every region edge is a break, so that
all segmenters, wherever they cut, see the same words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

BREAK = " "

HEADING_LEVELS = {f"h{level}": level for level in range(1, 7)}
LANDMARK_KINDS = {"nav": "nav", "aside": "aside", "header": "header", "banner": "header",
                  "footer": "footer", "contentinfo": "footer"}  # fmt: skip
CONTAINERS = frozenset({"table", "article", "section", "main", "blockquote", *LANDMARK_KINDS})

# Regions count in the block height of 003 algorithm 1: boxes that lay out content. Row groups are
# left out (the parser adds tbody by itself), and so is what stands within a line.
REGIONS = frozenset({
    "layout", "tr", "td", "th", "ul", "ol", "li", "dl", "dt", "dd", "menu", "dir", "div", "p",
    "center", "pre", "form", "fieldset", "figure", "details", *CONTAINERS, *HEADING_LEVELS,
})  # fmt: skip

# Elements that break words without being regions.
BREAKING = frozenset({
    "br", "hr", "address", "body", "html", "button", "caption", "dialog", "figcaption", "frameset",
    "hgroup", "legend", "listing", "object", "optgroup", "option", "plaintext", "rp", "rt",
    "search", "summary", "tbody", "tfoot", "thead", "xmp", "video", "audio", "canvas", "input",
    "marquee",
})  # fmt: skip


class Edge(str):
    """Where a region starts or ends."""

    __slots__ = ("is_start", "name")
    name: str
    is_start: bool

    def __new__(cls, name: str, is_start: bool) -> Self:
        edge = super().__new__(cls, BREAK)
        edge.name, edge.is_start = name, is_start
        return edge


class LinkEdge(str):
    """Where a link starts or ends."""

    __slots__ = ()


LINK_START = LinkEdge()
LINK_END = LinkEdge()


@dataclass(slots=True, eq=False)
class FoundLink:
    """A link as it stands in the page."""

    url: str
    label: str  # stands in for the anchor text where the link has none
    is_nofollow: bool
    group: int = 0  # number of the list, table or paragraph it stands in
    has_text: bool = False  # text of its own, more than pictures
    holds_heading: bool = False  # such a link is cut before itself, never in the middle


@dataclass(slots=True, eq=False)
class Marks:
    """The marks, and the positions of those that mean more than text.

    Turns are the edges of links, headings and containers: a few in a hundred marks, which is why
    cutting goes from turn to turn.
    """

    all: list[str] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    links: dict[int, FoundLink] = field(default_factory=dict)  # by the position of their start
