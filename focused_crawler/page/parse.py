"""From bytes to a Page: decode, parse once, read the marks, cut them into blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from selectolax.lexbor import LexborHTMLParser

from focused_crawler.page.building import BlockBuilder, build_blocks
from focused_crawler.page.dom_blocks import dom_blocks
from focused_crawler.page.encoding import decode
from focused_crawler.page.head import Head, read_head
from focused_crawler.page.headings import heading_blocks
from focused_crawler.page.marks import Marks
from focused_crawler.page.model import Block, Page
from focused_crawler.page.nesting import flattened
from focused_crawler.page.reading import read_marks
from focused_crawler.page.urls import UrlResolver

Segmenter = Callable[[Marks], tuple[Block, ...]]


def whole_page(marks: Marks) -> tuple[Block, ...]:
    """One block of kind "page"."""
    return build_blocks(marks, BlockBuilder("page"), {})


SEGMENTERS: Mapping[str, Segmenter] = {
    "headings": heading_blocks,
    "dom": dom_blocks,
    "page": whole_page,
}


def parse_page(
    url: str, body: bytes | str, *, encoding: str | None = None, segmenter: str = "headings"
) -> Page:
    """The page in a body, whatever is in it; `encoding` is what the server declared."""
    cut = SEGMENTERS[segmenter]
    text = decode(body, encoding)[0] if isinstance(body, bytes) else body
    head, marks, canonical = _read(url, text)
    return Page(
        url=url,
        title=head.title,
        blocks=cut(marks),
        is_nofollow=head.is_nofollow,
        is_noindex=head.is_noindex,
        canonical=canonical,
        language=head.language,
    )


def _read(url: str, text: str) -> tuple[Head, Marks, str | None]:
    # Some codecs and some callers bring lone surrogates, which UTF-8 cannot hold.
    tree = LexborHTMLParser(flattened(text).encode("utf-8", "replace"))
    head = read_head(tree)
    resolver = UrlResolver(url, head.base)
    canonical = resolver.absolute(head.canonical) if head.canonical else None
    return head, read_marks(tree, resolver.resolve), canonical
