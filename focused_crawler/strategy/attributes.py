"""The four attributes of a link: URL words, anchor, parent page, surrounding text (001 eq. 5; 002).

Each is the cosine of that text with the topic. The judge hands out calibrated relevance, which is
the square of the cosine over what the examples score; its root is the cosine in those units.

What blocks add for a classifier: `block`, the cosine of the block the link stands in, `heading`,
that of the headings above it, `position`, how far down the page it stands, from 0 to 1, and
`content`, 1 unless the block is navigation, header, footer or aside.
"""

from __future__ import annotations

from math import sqrt
from urllib.parse import unquote

from focused_crawler.strategy.base import FoundLink, JudgedPage

ATTRIBUTES = ("url", "anchor", "parent", "surrounding")
BLOCK_ATTRIBUTES = ("block", "heading", "position", "content")
AROUND_CONTENT = frozenset(("nav", "header", "footer", "aside"))


def attributes_of(found: FoundLink, parent: JudgedPage) -> dict[str, float]:
    """The attributes of a link, each from 0 to 1; of several places the best one counts."""
    relevance_of = parent.judgement.relevance_of
    anchors = {link.anchor for _, link in found.places}
    around = {parent.page.blocks[index].surrounding(link) for index, link in found.places}
    return {
        "url": sqrt(relevance_of(url_words(found.url))),
        "anchor": sqrt(max(map(relevance_of, anchors), default=0.0)),
        "parent": sqrt(parent.judgement.relevance),
        "surrounding": sqrt(max(map(relevance_of, around), default=0.0)),
    }


def block_attributes_of(found: FoundLink, parent: JudgedPage) -> dict[str, float]:
    """What the best block that holds a link adds; a link that the page lacks has none of it."""
    index, _ = found.best_place(parent.judgement.blocks)
    if index is None:
        return dict.fromkeys(BLOCK_ATTRIBUTES, 0.0)
    page, headings = parent.page, " ".join(parent.page.heading_path(index))
    return {
        "block": sqrt(parent.judgement.blocks[index]),
        "heading": sqrt(parent.judgement.relevance_of(headings)),
        "position": index / len(page.blocks),
        "content": float(page.blocks[index].kind not in AROUND_CONTENT),
    }


def url_words(url: str) -> str:
    """What a URL says to a reader: everything after its scheme, unescaped.

    >>> url_words("http://ore.example/iron%20ore/mining_2014")
    'ore.example/iron ore/mining_2014'
    """
    return unquote(url.partition("://")[2])
