"""Heading blocks (000 §4.3-4.4): a heading and everything after it, up to the next heading.

The paper walks the tree breadth-first; here it is document order, which keeps text, tables and
sub-tables with the heading they stand under. Text before the first heading is the "lead". What
cuts:

- Headings h1-h6 and role=heading that have text. In a table they do not cut: the table stays whole
  in the block where it starts, unless role=presentation says that it is mere layout. A heading in
  a link cuts before the link, so that the link, with its picture, belongs to the heading.
- nav and aside, and the roles navigation and complementary, are blocks of their own everywhere.
- footer likewise, but not in an article or blockquote, where it is a signature. In a section or in
  main it counts: whole pages are wrapped in those, and a footer must not join the last block.
- header only as the page's own (not in article, section, main, blockquote) and only without a
  heading. One that holds a heading introduces what follows it: the heading cuts as if there were
  no header.
- A single heading in such a landmark names it; several cut it into blocks of the landmark's kind.

After a landmark the block around it goes on. A block's parent is the nearest earlier heading block
of a smaller level; landmarks have none. Where no heading cuts, what is not in a landmark is left to
`dom_blocks`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from focused_crawler.page.building import BlockBuilder, build_blocks, text_between
from focused_crawler.page.dom_blocks import dom_plan
from focused_crawler.page.marks import HEADING_LEVELS, LANDMARK_KINDS, Edge, Marks
from focused_crawler.page.model import Block

NOT_WITHIN = {
    "header": {"article", "section", "main", "blockquote"},
    "footer": {"article", "blockquote"},
}
INTRODUCING = {"header", "banner"}
MAX_HEADING_CHARACTERS = 500  # a heading never closed would hold the rest of the page

Plan = dict[int, BlockBuilder | None]


@dataclass(frozen=True, slots=True)
class _Heading:
    position: int
    cut: int  # the position itself, or that of the link around the heading
    level: int
    text: str


@dataclass(slots=True, eq=False)
class _Container:
    name: str
    start: int
    headings: list[_Heading] = field(default_factory=list)
    end: int = -1


def heading_blocks(marks: Marks) -> tuple[Block, ...]:
    """Blocks of kind "lead", "heading" and the landmarks; of kind "dom" where no heading cuts."""
    headings, landmarks = _Outline().read(marks)
    plan: Plan = {}
    for landmark in landmarks:
        plan |= _landmark_plan(landmark)
    if not headings:
        spans = {landmark.start: landmark.end for landmark in landmarks}
        return build_blocks(marks, BlockBuilder("dom"), dom_plan(marks, spans) | plan)
    return build_blocks(marks, BlockBuilder("lead"), _heading_plan(headings) | plan)


def _heading_plan(headings: list[_Heading]) -> Plan:
    plan: Plan = {}
    above: list[BlockBuilder] = []
    for heading in headings:
        while above and above[-1].level >= heading.level:
            above.pop()
        parent = above[-1] if above else None
        block = BlockBuilder("heading", heading.text, heading.level, parent)
        plan[heading.cut] = block
        above.append(block)
    return plan


def _landmark_plan(landmark: _Container) -> Plan:
    kind = LANDMARK_KINDS[landmark.name]
    block = BlockBuilder(kind, is_region=True)
    plan: Plan = {landmark.start: block, landmark.end: None}
    if len(landmark.headings) == 1:
        block.heading = landmark.headings[0].text
        return plan
    for heading in landmark.headings:
        cut = heading.cut if heading.cut > landmark.start else heading.position
        plan[cut] = BlockBuilder(kind, heading.text)
    return plan


class _Outline:
    """Finds the headings of the main flow and the landmarks with theirs."""

    def __init__(self) -> None:
        self.path = [_Container("page", -1)]
        self.open_names: Counter[str] = Counter()
        self.landmarks: list[_Container] = []
        self.link: int | None = None  # position of a link whose heading is still to come
        self.heading: tuple[int, int] | None = None  # position and cut of the one being read
        self.depth = 0  # of headings in headings: only the outermost counts

    def read(self, marks: Marks) -> tuple[list[_Heading], list[_Container]]:
        for position in marks.turns:
            mark = marks.all[position]
            if type(mark) is Edge:
                if mark.name in HEADING_LEVELS:
                    self.meet_heading(position, mark, marks)
                else:
                    self.meet_container(position, mark)
            elif position in marks.links and marks.links[position].holds_heading:
                self.link = position
        return self.path[0].headings, self.landmarks

    def meet_heading(self, position: int, mark: Edge, marks: Marks) -> None:
        self.depth += 1 if mark.is_start else -1
        if mark.is_start and self.depth == 1:
            self.heading = position, position if self.link is None else self.link
            self.link = None
        elif self.depth == 0 and self.heading is not None:
            start, cut = self.heading
            text = text_between(marks, start, position)[:MAX_HEADING_CHARACTERS].rstrip()
            if text:
                level = HEADING_LEVELS[mark.name]
                self.path[-1].headings.append(_Heading(start, cut, level, text))

    def meet_container(self, position: int, mark: Edge) -> None:
        if mark.is_start:
            is_own = mark.name == "table" or mark.name in LANDMARK_KINDS
            headings: list[_Heading] = [] if is_own else self.path[-1].headings
            self.path.append(_Container(mark.name, position, headings))
            self.open_names[mark.name] += 1
            return
        closed = self.path.pop()
        self.open_names[mark.name] -= 1
        closed.end = position
        if self.is_landmark(closed):
            self.landmarks.append(closed)
        elif closed.name in LANDMARK_KINDS:
            self.path[-1].headings.extend(closed.headings)

    def is_landmark(self, container: _Container) -> bool:
        if container.name not in LANDMARK_KINDS:
            return False
        if container.name in INTRODUCING and container.headings:
            return False
        return not any(self.open_names[name] for name in NOT_WITHIN.get(container.name, ()))
