"""The parsed pages of a frozen web, kept for the next method: parsing is most of a simulation.

All methods of a process share one library. It forgets the pages that were longest out of use.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from focused_crawler.contents import folded_key
from focused_crawler.laboratory.web import FrozenWeb
from focused_crawler.page import Page, parse_page

MOST_PAGES = 8_000  # parsed pages kept; some 0.8 GB of long articles


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """A page ready to be judged."""

    page: Page
    content: int  # the fingerprint of its text, for the content-seen test
    address: str  # under which the frozen web has it, whatever spelling was asked for


class PageLibrary:
    """Parses each page of a web once for each way to cut it into blocks."""

    def __init__(self, web: FrozenWeb, *, most_pages: int = MOST_PAGES) -> None:
        self.web = web
        self.most_pages = most_pages
        self._parsed: OrderedDict[tuple[str, str], ParsedPage] = OrderedDict()

    def get(self, url: str, segmenter: str) -> ParsedPage | None:
        """The page at a URL in blocks; None where the web has none."""
        known = self._parsed.get((url, segmenter))
        if known:
            self._parsed.move_to_end((url, segmenter))
            return known
        frozen = self.web.get(url)
        if frozen is None:
            return None
        page = parse_page(url, frozen.html, encoding="utf-8", segmenter=segmenter)
        parsed = ParsedPage(page, folded_key(page.folded_text), frozen.url)
        self._parsed[url, segmenter] = parsed
        if len(self._parsed) > self.most_pages:
            self._parsed.popitem(last=False)
        return parsed
