"""Reads a parsed document into marks, in one walk over the tree.

ARIA roles are turned into the elements they stand for, so later steps know one vocabulary. What a
browser does not show is left out: scripts, styles, templates, noscript, drawings, and the contents
of form fields. The walk is a loop, so no nesting can exhaust the stack.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from focused_crawler.page.groups import group_of, kind
from focused_crawler.page.marks import (
    BREAK,
    BREAKING,
    CONTAINERS,
    HEADING_LEVELS,
    LINK_END,
    LINK_START,
    REGIONS,
    Edge,
    FoundLink,
    Marks,
)

Resolve = Callable[[str], str | None]

TEXT_ID = 2  # LXB_TAG__TEXT
UNSEEN = frozenset({
    "head", "title", "script", "style", "template", "noscript", "noframes", "noembed", "iframe",
    "svg", "select", "datalist", "textarea",
})  # fmt: skip
# Links without contents: the attributes that say where they lead and what they are called.
EMPTY_LINKS = {"area": ("href", "alt"), "frame": ("src", "title"), "iframe": ("src", "title")}
ROLE_NAMES = {"navigation": "nav", "banner": "banner", "contentinfo": "contentinfo",
              "complementary": "aside"}  # fmt: skip
DEFAULT_ARIA_LEVEL = 2  # WAI-ARIA, role heading


@dataclass(slots=True, eq=False)
class _Element:
    start: str = ""
    end: str = ""
    is_turn: bool = False
    kind: str = ""  # of company links keep in it, see `groups`


ELEMENTS = {
    name: _Element(
        Edge(name, True), Edge(name, False), name in CONTAINERS | HEADING_LEVELS.keys(), kind(name)
    )
    for name in REGIONS
} | {name: _Element(BREAK, BREAK) for name in BREAKING}
LINK = _Element(LINK_START, LINK_END, is_turn=True)
INLINE, HIDDEN = _Element(), _Element()
ANCHOR, SPECIAL = _Element(), _Element()  # stand for what is made of them
ELEMENTS |= dict.fromkeys(UNSEEN, HIDDEN) | dict.fromkeys({"img", *EMPTY_LINKS}, SPECIAL)
ELEMENTS["a"] = ANCHOR
NOT_RENAMED = (ANCHOR, SPECIAL, HIDDEN)


def read_marks(tree: LexborHTMLParser, resolve: Resolve) -> Marks:
    """The visible page in document order; `resolve` makes URLs absolute or refuses them."""
    reader = _Reader(resolve, _renamed(tree))
    reader.read(tree.root)
    return reader.marks


class _Reader:
    def __init__(self, resolve: Resolve, renamed: Mapping[int, _Element]) -> None:
        self.marks = Marks()
        self.resolve = resolve
        self.renamed = renamed
        self.open_links: list[FoundLink] = []
        self.above: list[tuple[LexborNode, _Element]] = []
        self.groups: dict[int, int] = {}

    def read(self, node: LexborNode | None) -> None:  # noqa: C901 - a call per node costs a third
        add, turn, renamed = self.marks.all.append, self.turn, self.renamed
        elements: dict[int, _Element] = {}  # by tag id, which is faster to get than the tag
        above, links = self.above, self.open_links
        while node is not None:
            tag_id = node.tag_id
            if tag_id == TEXT_ID:
                text = node.text_content or ""
                add(text)
                if links and not links[-1].has_text:
                    links[-1].has_text = not text.isspace()
            else:
                if tag_id not in elements:
                    elements[tag_id] = ELEMENTS.get(node.tag or "", INLINE)
                element = elements[tag_id]
                if renamed:
                    element = renamed.get(node.mem_id, element)
                if element is ANCHOR:
                    element = LINK if self.open_link(node, "href", "title") else INLINE
                elif element is SPECIAL:
                    element = self.enter(node, node.tag or "")
                elif element is not INLINE:
                    (turn if element.is_turn else add)(element.start)
                child = None if element is HIDDEN else node.first_child
                if child is not None:
                    above.append((node, element))
                    node = child
                    continue
                if element is not INLINE:
                    (turn if element.is_turn else add)(element.end)
            following = node.next
            while following is None and above:
                node, element = above.pop()
                if element is not INLINE:
                    (turn if element.is_turn else add)(element.end)
                following = node.next
            node = following

    def turn(self, mark: str) -> None:
        """Write a mark that means more than text, and remember where."""
        self.marks.turns.append(len(self.marks.all))
        self.marks.all.append(mark)
        if mark is LINK_END:
            self.open_links.pop()
        elif self.open_links and type(mark) is Edge and mark.name in HEADING_LEVELS:
            self.open_links[-1].holds_heading = True

    def enter(self, node: LexborNode, tag: str) -> _Element:
        """Write what an element adds that is no region."""
        if tag == "img":
            self.marks.all.append(f" {node.attributes.get('alt') or ''} ")
        elif self.open_link(node, *EMPTY_LINKS[tag]):
            self.turn(LINK_END)
        return HIDDEN

    def open_link(self, node: LexborNode, target: str, label: str) -> bool:
        attributes = node.attributes
        url = self.resolve(attributes.get(target) or "")
        if url is None:
            return False
        text = attributes.get(label) or attributes.get("aria-label") or ""
        rel = attributes.get("rel")
        is_nofollow = rel is not None and "nofollow" in rel.lower().split()
        link = FoundLink(url, text, is_nofollow, self.group())
        position = len(self.marks.all)
        self.marks.links[position] = link
        self.marks.turns.append(position)
        self.marks.all.append(LINK_START)
        self.open_links.append(link)
        return True

    def group(self) -> int:
        """The number of the group the walk is in."""
        node = group_of(self.above)
        return self.groups.setdefault(0 if node is None else node.mem_id, len(self.groups))


def _renamed(tree: LexborHTMLParser) -> dict[int, _Element]:
    """The elements whose role makes them another element."""
    found = ((node.mem_id, _role_name(node)) for node in tree.css("[role]"))
    return {key: ELEMENTS[name] for key, name in found if name}


def _role_name(node: LexborNode) -> str | None:
    attributes = node.attributes
    role = (attributes.get("role") or "").lower().partition(" ")[0]
    tag = node.tag or ""
    if ELEMENTS.get(tag) in NOT_RENAMED:
        return None
    if role == "heading":
        return _heading_name(tag, attributes.get("aria-level") or "")
    if role in {"presentation", "none"}:
        return "layout" if tag == "table" else None
    return ROLE_NAMES.get(role)


def _heading_name(tag: str, aria_level: str) -> str:
    if tag in HEADING_LEVELS and not aria_level:
        return tag
    is_number = aria_level.isascii() and aria_level.isdigit()
    level = int(aria_level[:2]) if is_number else DEFAULT_ARIA_LEVEL
    return f"h{min(max(level, 1), 6)}"
