"""Fills blocks with text and links while going through the marks once.

A segmenter decides where to cut and says so in a plan: position of a mark -> the block that
starts there, or None where a region ends and the block around it resumes. White space is folded
here, which is why link offsets are exact: they are counted in the folded text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from focused_crawler.page.marks import LINK_END, LINK_START, FoundLink, LinkEdge, Marks
from focused_crawler.page.model import Block, Link

LONG_TEXT = 300
OTHER_SPACES = "\n\t\r\f\v\x1c\x1d\x1e\x1f"  # all that ASCII has
_SPACES = re.compile("  +")
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
    assembler.run(marks, sorted({*marks.turns, *plan}), plan)
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


def _folded(raw: str) -> str:
    # Cutting a text into words takes three times as long as looking for what is to be folded.
    if len(raw) > LONG_TEXT and raw.isascii() and not any(space in raw for space in OTHER_SPACES):
        return _SPACES.sub(" ", raw).strip(" ")
    return " ".join(raw.split())


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
        self.open_links: list[_OpenLink] = []
        self.textless: list[_OpenLink] = []

    def run(self, marks: Marks, stops: Iterable[int], plan: Plan) -> None:
        """Go from stop to stop: the marks between are text."""
        texts, done = marks.all, 0
        for stop in stops:
            mark = texts[stop]
            if type(mark) is not LinkEdge and stop not in plan:
                continue
            if done < stop:
                self.write("".join(texts[done:stop]))
            done = stop + 1
            if mark is LINK_END:
                self.close_link()
            elif mark is LINK_START:
                self.open_link(marks.links[stop], plan.get(stop))
            else:
                self.cut(plan[stop])
        self.write("".join(texts[done:]))

    def write(self, raw: str) -> None:
        """Write text, white space folded, and let the links that waited for text start there."""
        block = self.around[-1]
        folded = _folded(raw)
        if not folded:
            block.has_gap = block.has_gap or bool(raw)
            return
        parts = block.parts
        if parts and (block.has_gap or raw[0].isspace()):
            parts.append(" ")
            block.length += 1
        if self.textless:
            for link in self.textless:
                link.block, link.offset, link.part = block, block.length, len(parts)
            self.textless.clear()
        parts.append(folded)
        block.length += len(folded)
        block.has_gap = raw[-1].isspace()

    def cut(self, block: BlockBuilder | None) -> None:
        """Start a block, or go on with the one around a region that ends."""
        self.around[-1].has_gap = True
        if block is None or not block.is_region:
            self.around.pop()
        if block is not None:
            self.blocks.append(block)
            self.around.append(block)
        self.around[-1].has_gap = True

    def open_link(self, found: FoundLink, block: BlockBuilder | None) -> None:
        if found.holds_heading:
            self.around[-1].has_gap = True
        if block is not None:
            self.cut(block)
        link = _OpenLink(found)
        self.open_links.append(link)
        self.textless.append(link)

    def close_link(self) -> None:
        link = self.open_links.pop()
        found = link.found
        if link.block is None and found.label:
            self.write(f" {found.label} ")
        block = link.block
        if block is None:
            self.textless.remove(link)
            block = self.around[-1]
            link.offset, link.part = block.length, len(block.parts)
        # No part is empty, so as many parts as characters are always enough.
        parts = block.parts[link.part : link.part + MAX_ANCHOR_CHARACTERS]
        anchor = parts[0] if len(parts) == 1 else "".join(parts)
        block.links.append(
            Link(
                found.url,
                anchor[:MAX_ANCHOR_CHARACTERS],
                link.offset,
                found.is_nofollow,
                found.group,
                found.has_text,
            )
        )
