"""Fills blocks with text and links while going through the marks once.

A segmenter decides where to cut and says so in a plan: position of a mark -> the block that
starts there, or None where a region ends and the block around it resumes. White space is folded
here, which is why link offsets are exact: they are counted in the folded text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from focused_crawler.page.marks import BREAK, LINK_END, FoundLink, Marks
from focused_crawler.page.model import Block, Link

MAX_ANCHOR_CHARACTERS = 1_000  # an anchor never closed would hold the rest of the page


@dataclass(slots=True, eq=False)
class BlockBuilder:
    """A block that is being filled."""

    kind: str
    heading: str = ""
    level: int = 0
    parent: BlockBuilder | None = None
    is_region: bool = False  # the block around it resumes where it ends
    index: int | None = None
    parts: list[str] = field(default_factory=list)
    length: int = 0
    has_gap: bool = False
    links: list[Link] = field(default_factory=list)

    def write(self, raw: str) -> int | None:
        """Add text, white space folded, and return the offset of its first word if it has one."""
        words = raw.split()
        if not words:
            self.has_gap = self.has_gap or bool(raw)
            return None
        if self.length and (self.has_gap or raw[0].isspace()):
            self.parts.append(" ")
            self.length += 1
        offset = self.length
        folded = " ".join(words)
        self.parts.append(folded)
        self.length += len(folded)
        self.has_gap = raw[-1].isspace()
        return offset

    def build(self) -> Block:
        parent = self.parent.index if self.parent is not None else None
        return Block(
            self.index or 0,
            self.kind,
            "".join(self.parts),
            tuple(self.links),
            self.heading,
            self.level,
            parent,
        )


Plan = Mapping[int, BlockBuilder | None]


def build_blocks(marks: Marks, first: BlockBuilder, plan: Plan) -> tuple[Block, ...]:
    """The blocks of a plan in the order they start in, but those without text and links."""
    assembler = _Assembler(first)
    assembler.run(marks, sorted({*marks.link_edges(), *plan}), plan)
    kept = [block for block in assembler.blocks if block.parts or block.links]
    for index, block in enumerate(kept):
        block.index = index
    return tuple(block.build() for block in kept)


def text_between(marks: Marks, start: int, end: int) -> str:
    """The text of some marks, or if they have none, the labels of the links among them."""
    text = " ".join("".join(marks.all[start:end]).split())
    if text:
        return text
    labels = (marks.links[at].label for at in range(start, end) if at in marks.links)
    return " ".join(" ".join(labels).split())


@dataclass(slots=True, eq=False)
class _OpenLink:
    found: FoundLink
    block: BlockBuilder | None = None  # where its text starts
    offset: int = 0
    part: int = 0


class _Assembler:
    def __init__(self, first: BlockBuilder) -> None:
        self.blocks = [first]
        self.around = [first]  # the innermost block is the one being filled
        self.raw: list[str] = []  # text since the last cut or link edge
        self.open_links: list[_OpenLink] = []
        self.textless: list[_OpenLink] = []

    def run(self, marks: Marks, stops: Iterable[int], plan: Plan) -> None:
        """Go from stop to stop: the marks between are text."""
        done = 0
        for stop in stops:
            self.raw += marks.all[done:stop]
            done = stop + 1
            if stop in marks.links:
                self.open_link(marks.links[stop], plan.get(stop))
            elif marks.all[stop] is LINK_END:
                self.close_link()
            else:
                self.cut(plan[stop])
        self.raw += marks.all[done:]
        self.flush()

    def flush(self) -> None:
        """Write the text gathered so far and let the links that waited for text start there."""
        if not self.raw:
            return
        block = self.around[-1]
        offset = block.write("".join(self.raw))
        self.raw = []
        if self.textless and offset is not None:
            for link in self.textless:
                link.block, link.offset, link.part = block, offset, len(block.parts) - 1
            self.textless = []

    def cut(self, block: BlockBuilder | None) -> None:
        self.raw.append(BREAK)
        self.flush()
        if block is None or not block.is_region:
            self.around.pop()
        if block is not None:
            self.blocks.append(block)
            self.around.append(block)
        self.raw.append(BREAK)

    def open_link(self, found: FoundLink, block: BlockBuilder | None) -> None:
        self.flush()
        if found.holds_heading:
            self.raw.append(BREAK)
        if block is not None:
            self.cut(block)
        link = _OpenLink(found)
        self.open_links.append(link)
        self.textless.append(link)

    def close_link(self) -> None:
        self.flush()
        link = self.open_links.pop()
        if link.block is None and link.found.label:
            self.raw.append(f" {link.found.label} ")
            self.flush()
        if link.block is None:
            self.textless.remove(link)
            link.block, link.offset = self.around[-1], self.around[-1].length
            link.part = len(link.block.parts)
        link.block.links.append(_finished(link, link.block))


def _finished(link: _OpenLink, block: BlockBuilder) -> Link:
    # No part is empty, so as many parts as characters are always enough.
    parts = block.parts[link.part : link.part + MAX_ANCHOR_CHARACTERS]
    anchor = "".join(parts)[:MAX_ANCHOR_CHARACTERS]
    found = link.found
    return Link(found.url, anchor, link.offset, found.is_nofollow, found.group, found.has_text)
