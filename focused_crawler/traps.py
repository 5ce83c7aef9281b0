"""When an endless family of URLs, such as a calendar, has had its chance.

URLs of one host share a *shape* when they differ only in numbers and in the values of their
query. Once `pages` pages in a row of one shape were fetched and none was relevant, only one URL in
16 of that shape is admitted, after twice as many one in 256, and so on; a relevant page opens the
shape again. It is thinned, never closed: a site that numbers its articles may have a long dull
stretch, while a chain of next links ends at the first link that is held back. A family of M
URLs costs about pages * log16(M / pages) requests. Which URLs pass depends on the URL alone, so
that a crawl can be repeated.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from urllib.parse import unquote, urlsplit
from zlib import crc32

THINNING = 16
# Numbers, and the hexadecimal identifiers that sessions and records carry. The bound in the
# look-ahead keeps the search linear on a long run of letters.
VARIABLE = re.compile(r"(?=[a-f]{0,32}\d)[0-9a-f]{8,}|\d+")


def shape(url: str) -> str | None:
    """What a URL shares with its family; None for a plain path of words, which has none.

    >>> shape("http://a.example/cal/2024/5?view=day"), shape("http://a.example/about/us")
    ('a.example/cal/#/#?view', None)
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    # Escapes hold digits of their own: words in other scripts would look like numbers.
    path = unquote(parts.path)
    family = VARIABLE.sub("#", path)
    if family == path and not parts.query:
        return None
    pairs = parts.query.split("&") if parts.query else ()
    keys = sorted({VARIABLE.sub("#", pair.partition("=")[0]) for pair in pairs})
    return f"{parts.netloc}{family}?{'&'.join(keys)}" if keys else f"{parts.netloc}{family}"


class ShapeTrap:
    """Thins out shapes that yield nothing; remembers the `shapes` most recently fetched ones."""

    def __init__(self, *, pages: int = 50, shapes: int = 100_000) -> None:
        self.pages = pages
        self.shapes = shapes
        self._barren: OrderedDict[str, int] = OrderedDict()

    def admit(self, url: str) -> bool:
        """Whether this URL may wait or be fetched."""
        family = shape(url)
        barren = self._barren.get(family, 0) if family else 0
        if barren < self.pages:
            return True
        one_in: int = THINNING ** (barren // self.pages)
        return crc32(url.encode(errors="replace")) % one_in == 0

    def outcome(self, url: str, is_relevant: bool) -> None:
        """Learn what a fetched URL turned out to be."""
        family = shape(url)
        if family is None:
            return
        barren = self._barren.pop(family, 0)
        if is_relevant:
            return
        self._barren[family] = barren + 1
        if len(self._barren) > self.shapes:
            self._barren.popitem(last=False)

    def __len__(self) -> int:
        return len(self._barren)
