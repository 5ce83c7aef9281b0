"""Content seen (001 §3.2.4): which page has the same content as an earlier one, or nearly.

The same: equal 64-bit checksums of the text. Nearly: SimHashes that differ in at most 3 of 64
bits. Two such hashes agree in at least one of their four 16-bit quarters (pigeonhole), so only
pages that share a quarter are compared. A page costs its URL and about 170 bytes.

Copies may be under way at the same time, so asking is also claiming: the first URL that asks
about a content holds it, and the links of every later one are left alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from focused_crawler.fingerprints import (
    content_fingerprint,
    folded,
    folded_fingerprint,
)

NEAR_BITS = 3
BANDS = (0, 16, 32, 48)  # where each quarter of a SimHash begins
BAND_MASK = 0xFFFF

# "Loading..." and its like say nothing about a page; "404 Not Found" does.
MIN_CHARACTERS = 12

# Pages made from one template share quarters without being near: only so many are compared.
MAX_COMPARED = 500

NO_CONTENT = frozenset({0, content_fingerprint("")})


def content_key(text: str) -> int:
    """The checksum of a text; 0 for one that is too short to tell two pages apart."""
    return folded_key(folded(text))


def folded_key(words: str) -> int:
    """The same for a text whose white space is folded."""
    return folded_fingerprint(words) if len(words) >= MIN_CHARACTERS else 0


class SeenContents:
    """The contents of the pages so far, each under the first URL that showed it."""

    def __init__(self) -> None:
        self._urls: list[str] = []
        self._simhashes = array("Q")
        self._places: dict[int, int] = {}  # content fingerprint to place in _urls
        self._claims: dict[int, str] = {}  # contents asked about and not yet added
        # With other workers: who had a content first, anywhere.
        self.first_with: Callable[[int, str], str] = lambda _, url: url
        # Chains of the pages that share a quarter: the newest, and from each the one before.
        self._newest = [array("i", [-1]) * (BAND_MASK + 1) for _ in BANDS]
        self._before = [array("i") for _ in BANDS]

    def __len__(self) -> int:
        return len(self._urls)

    def find(self, url: str, fingerprint: int) -> str | None:
        """The URL of another page with this content; without one it is this URL's from now on."""
        if fingerprint in NO_CONTENT:
            return None
        place = self._places.get(fingerprint)
        first = self._claimed(fingerprint, url) if place is None else self._urls[place]
        return None if first == url else first

    def _claimed(self, fingerprint: int, url: str) -> str:
        if fingerprint not in self._claims:
            self._claims[fingerprint] = self.first_with(fingerprint, url)
        return self._claims[fingerprint]

    def near(self, url: str, simhash: int) -> str | None:
        """The URL of the first page with nearly this content, if it was noted before this one."""
        near = self._near(simhash) if simhash else set()
        own = min((place for place in near if self._urls[place] == url), default=len(self))
        first = min(near, default=own)
        return self._urls[first] if first < own else None

    def add(self, url: str, fingerprint: int, simhash: int) -> None:
        """Note a page's content, unless it has none or another page had it before."""
        if fingerprint in NO_CONTENT or fingerprint in self._places or self.find(url, fingerprint):
            return
        del self._claims[fingerprint]
        place = len(self._urls)
        self._places[fingerprint] = place
        self._urls.append(url)
        self._simhashes.append(simhash)
        for band, begin in enumerate(BANDS):
            quarter = simhash >> begin & BAND_MASK
            self._before[band].append(self._newest[band][quarter])
            self._newest[band][quarter] = place

    def hear(self, url: str, fingerprint: int, simhash: int) -> None:
        """Note the content of a page that another worker has read."""
        if fingerprint not in NO_CONTENT and fingerprint not in self._places:
            self._claims.setdefault(fingerprint, url)  # it is settled who had it first
            self.add(url, fingerprint, simhash)

    def _near(self, simhash: int) -> set[int]:
        hashes, found = self._simhashes, set()
        for begin, newest, before in zip(BANDS, self._newest, self._before, strict=True):
            place = newest[simhash >> begin & BAND_MASK]
            for _ in range(MAX_COMPARED):
                if place < 0:
                    break
                if (hashes[place] ^ simhash).bit_count() <= NEAR_BITS:  # `distance`, without a call
                    found.add(place)
                place = before[place]
        return found
