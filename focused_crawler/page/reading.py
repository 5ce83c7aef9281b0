"""Reads a parsed document into marks, in one walk over the tree.

ARIA roles are turned into the names of the elements they stand for, so later steps know one vocabulary.
What a browser does not show is left out: scripts, styles, templates, noscript, drawings, and the
contents of form fields. The walk is a loop, so no nesting can exhaust the stack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

from focused_crawler.page.marks import (
    BREAK,
    BREAKING,
    HEADING_LEVELS,
    LINK_END,
    REGIONS,
    Edge,
    LinkStart,
    Mark,
)

Resolve = Callable[[str], str | None]

TEXT = "-text"
UNSEEN = frozenset({
    "head", "title", "script", "style", "template", "noscript", "noframes", "noembed", "iframe",
    "svg", "select", "datalist", "textarea",
})  # fmt: skip
ROLE_NAMES = {"navigation": "nav", "banner": "banner", "contentinfo": "contentinfo",
              "complementary": "aside"}  # fmt: skip
DEFAULT_ARIA_LEVEL = 2  # WAI-ARIA, role heading
EDGES: Mapping[str, tuple[Mark, Mark]] = {
    **{name: (Edge(name, True), Edge(name, False)) for name in REGIONS},
    **{name: (BREAK, BREAK) for name in BREAKING},
}


def read_marks(tree: LexborHTMLParser, resolve: Resolve) -> list[Mark]:
    """The visible page in document order; `resolve` makes URLs absolute or refuses them."""
    return _Reader(resolve, _role_names(tree)).read(tree.root)


class _Reader:
    def __init__(self, resolve: Resolve, roles: Mapping[int, str]) -> None:
        self.marks: list[Mark] = []
        self.resolve = resolve
        self.roles = roles
        self.open_links: list[LinkStart] = []

    def read(self, node: LexborNode | None) -> list[Mark]:
        append, enter = self.marks.append, self.enter
        above: list[tuple[LexborNode, Mark | None]] = []
        while node is not None:
            tag = node.tag
            if tag == TEXT:
                append(node.text_content or "")
            elif tag is not None:
                end = enter(node, tag)
                child = None if tag in UNSEEN else node.first_child
                if child is not None:
                    above.append((node, end))
                    node = child
                    continue
                if end is not None:
                    self.leave(end)
            following = node.next
            while following is None and above:
                node, end = above.pop()
                if end is not None:
                    self.leave(end)
                following = node.next
            node = following
        return self.marks

    def enter(self, node: LexborNode, tag: str) -> Mark | None:
        """Write the mark an element starts with and return the one it ends with."""
        special = _SPECIAL.get(tag)
        if special is not None:
            return special(self, node)
        if self.roles:
            tag = self.roles.get(node.mem_id, tag)
        edges = EDGES.get(tag)
        if edges is None:
            return None
        self.marks.append(edges[0])
        if tag in HEADING_LEVELS and self.open_links:
            self.open_links[-1].holds_heading = True
        return edges[1]

    def leave(self, end: Mark) -> None:
        self.marks.append(end)
        if end is LINK_END:
            self.open_links.pop()

    def open_anchor(self, node: LexborNode) -> Mark | None:
        attributes = node.attributes
        url = self.resolve(attributes.get("href") or "")
        if url is None:
            return None
        label = attributes.get("title") or attributes.get("aria-label") or ""
        link = LinkStart(url, label, "nofollow" in (attributes.get("rel") or "").lower().split())
        self.marks.append(link)
        self.open_links.append(link)
        return LINK_END

    def add_area(self, node: LexborNode) -> None:
        attributes = node.attributes
        url = self.resolve(attributes.get("href") or "")
        if url is None:
            return
        label = attributes.get("alt") or attributes.get("title") or attributes.get("aria-label")
        is_nofollow = "nofollow" in (attributes.get("rel") or "").lower().split()
        self.marks += (LinkStart(url, label or "", is_nofollow), LINK_END)

    def add_frame(self, node: LexborNode) -> None:
        attributes = node.attributes
        url = self.resolve(attributes.get("src") or "")
        if url is not None:
            self.marks += (LinkStart(url, attributes.get("title") or ""), LINK_END)

    def add_image(self, node: LexborNode) -> None:
        self.marks.append(f" {node.attributes.get('alt') or ''} ")


_SPECIAL: Mapping[str, Callable[[_Reader, LexborNode], Mark | None]] = {
    "a": _Reader.open_anchor,
    "area": _Reader.add_area,
    "frame": _Reader.add_frame,
    "iframe": _Reader.add_frame,
    "img": _Reader.add_image,
}


def _role_names(tree: LexborHTMLParser) -> dict[int, str]:
    """The elements whose role gives them another element's name."""
    found = ((node.mem_id, _role_name(node)) for node in tree.css("[role]"))
    return {key: name for key, name in found if name}


def _role_name(node: LexborNode) -> str | None:
    attributes = node.attributes
    role = (attributes.get("role") or "").lower().partition(" ")[0]
    tag = node.tag or ""
    if role == "heading":
        return _heading_name(tag, attributes.get("aria-level") or "")
    if role in {"presentation", "none"}:
        return "layout" if tag == "table" else None
    return ROLE_NAMES.get(role)


def _heading_name(tag: str, aria_level: str) -> str:
    if tag in HEADING_LEVELS and not aria_level:
        return tag
    level = int(aria_level) if aria_level.isascii() and aria_level.isdigit() else DEFAULT_ARIA_LEVEL
    return f"h{min(max(level, 1), 6)}"
