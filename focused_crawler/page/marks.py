"""A page as one flat list of marks in document order: what every segmenter cuts.

A mark is a piece of text, the edge of a named region, or the edge of a link. Text is a plain string;
`BREAK` stands where a browser would start a new line or box. Every region edge breaks words too, so
that all segmenters, wherever they cut, see the same words.
"""

from __future__ import annotations

from dataclasses import dataclass

BREAK = " "

HEADING_LEVELS = {f"h{level}": level for level in range(1, 7)}

# Regions count in the block height of 003 algorithm 1: boxes that lay out content. Row groups are left
# out (the parser adds tbody by itself), and so is what stands within a line.
REGIONS = frozenset({
    "table", "layout", "tr", "td", "th", "ul", "ol", "li", "dl", "dt", "dd", "menu", "dir",
    "div", "p", "center", "blockquote", "pre", "form", "fieldset", "figure", "details",
    "section", "article", "main", "nav", "aside", "header", "footer", "banner", "contentinfo",
    *HEADING_LEVELS,
})  # fmt: skip

# Elements that break words without being regions.
BREAKING = frozenset({
    "br", "hr", "address", "body", "html", "button", "caption", "dialog", "figcaption", "frameset",
    "hgroup", "legend", "listing", "object", "optgroup", "option", "plaintext", "rp", "rt", "search",
    "summary", "tbody", "tfoot", "thead", "xmp", "video", "audio", "canvas", "input", "marquee",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Edge:
    """Where a region starts or ends."""

    name: str
    is_start: bool


@dataclass(slots=True, eq=False)
class LinkStart:
    """Where a link starts."""

    url: str
    label: str = ""  # stands in for the anchor text where the link has none
    is_nofollow: bool = False
    holds_heading: bool = False  # such a link is cut before itself, never in the middle


class LinkEnd:
    """Where the link opened last ends."""

    __slots__ = ()


LINK_END = LinkEnd()

Mark = str | Edge | LinkStart | LinkEnd
