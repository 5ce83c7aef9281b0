"""DOM blocks (003 §3.1, algorithm 1): cut tall regions with links into their children.

From the root, a region v is split while it has a child with at least k links and
height(v) >= a * height(root); else v is a block. Height counts nested regions only
(`marks.REGIONS`), and k = 1, a = 0.5 as in the paper. The paper drops text that lies directly in a
region it splits; here that text, between and around the children, stays together as a block.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from focused_crawler.page.building import BlockBuilder, build_blocks
from focused_crawler.page.marks import Edge, Marks
from focused_crawler.page.model import Block

MIN_LINKS = 1  # k
HEIGHT_SHARE = 0.5  # a
MAX_CUTS = 20_000  # a region with more children stays whole


@dataclass(slots=True, eq=False)
class _Region:
    start: int
    end: int = -1
    links: int = 0
    height: int = 0
    children: list[_Region] = field(default_factory=list)


def dom_blocks(marks: Marks) -> tuple[Block, ...]:
    """Blocks of kind "dom"."""
    return build_blocks(marks, BlockBuilder("dom"), dom_plan(marks, {}))


def dom_plan(marks: Marks, left_out: Mapping[int, int]) -> dict[int, BlockBuilder | None]:
    """Where to cut; the spans left out (start -> end) are somebody else's and count for nothing."""
    root = _region_tree(marks, left_out)
    plan: dict[int, BlockBuilder | None] = {}
    waiting = [root]
    while waiting:
        region = waiting.pop()
        if not _is_split(region, root.height) or len(plan) + len(region.children) > MAX_CUTS:
            continue
        for child in region.children:
            plan[child.start] = BlockBuilder("dom", is_region=True)
            plan[child.end] = None
        waiting += region.children
    return plan


def _is_split(region: _Region, root_height: int) -> bool:
    if region.height < HEIGHT_SHARE * root_height:
        return False
    return any(child.links >= MIN_LINKS for child in region.children)


def _region_tree(marks: Marks, left_out: Mapping[int, int]) -> _Region:
    path = [_Region(-1)]
    position = -1
    while (position := position + 1) < len(marks.all):
        mark = marks.all[position]
        if position in marks.links:
            path[-1].links += 1
        elif type(mark) is not Edge:
            continue
        elif position in left_out:
            position = left_out[position]
        elif mark.is_start:
            path.append(_Region(position))
        else:
            _close(path, position)
    return path[0]


def _close(path: list[_Region], position: int) -> None:
    region = path.pop()
    region.end = position
    path[-1].children.append(region)
    path[-1].links += region.links
    path[-1].height = max(path[-1].height, region.height + 1)
