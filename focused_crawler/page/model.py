"""What a page contains: blocks in document order, each with its text and its links."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

SURROUNDING_CHARACTERS = 150  # on either side of an anchor; about 25 words


@dataclass(slots=True, unsafe_hash=True)  # a frozen one takes four times as long to make
class Link:
    """An outgoing link: absolute http(s) URL without fragment, and where it stands in its block.

    It does not change once it is made.
    """

    url: str
    anchor: str
    offset: int  # of the anchor in the block's text
    is_nofollow: bool = False
    group: int = 0  # number of the list, table or paragraph it stands in, see page.groups
    has_text: bool = True  # its anchor is text, not the name of a picture or a label


@dataclass(slots=True, unsafe_hash=True)
class Block:
    """A self-contained region: a heading and what follows it, a landmark, or a DOM subtree.

    It does not change once it is made.
    """

    index: int
    kind: str  # "lead", "heading", "nav", "header", "footer", "aside", "dom" or "page"
    text: str  # white space folded; holds the heading and every anchor
    links: tuple[Link, ...] = ()
    heading: str = ""
    level: int = 0  # 1-6 for a heading block, else 0
    parent: int | None = None  # index of the block whose heading is above this one's

    def surrounding(self, link: Link, characters: int = SURROUNDING_CHARACTERS) -> str:
        """The text before and after a link, without its anchor."""
        end = link.offset + len(link.anchor)
        before = self.text[max(0, link.offset - characters) : link.offset]
        return f"{before} {self.text[end : end + characters]}"


class Terms(NamedTuple):
    """The terms of a page and how often they stand in it, as read for some language."""

    language: str
    blocks: list[dict[str, int]]
    page: dict[str, int]
    simhash: int | None = None  # of the page's terms, where somebody has worked it out


@dataclass(frozen=True, slots=True)
class Page:
    """A parsed page. No text and no link belongs to two blocks."""

    url: str
    title: str
    blocks: tuple[Block, ...]
    is_nofollow: bool = False  # <meta name=robots content=nofollow>
    is_noindex: bool = False
    canonical: str | None = None  # <link rel=canonical>, absolute
    language: str | None = None  # <html lang>, lower case
    terms: Terms | None = field(default=None, compare=False, repr=False)  # if counted already

    @property
    def text(self) -> str:
        return "\n".join(block.text for block in self.blocks)

    @property
    def folded_text(self) -> str:
        """The text with one space wherever there is white space, as in each block."""
        return " ".join([block.text for block in self.blocks if block.text])

    def heading_path(self, index: int) -> tuple[str, ...]:
        """Headings from the top of the page down to a block."""
        path: list[str] = []
        at: int | None = index
        while at is not None:
            if self.blocks[at].heading:
                path.append(self.blocks[at].heading)
            at = self.blocks[at].parent
        return tuple(reversed(path))
