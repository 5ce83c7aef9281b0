"""Fingerprints for the two seen tests: URL seen (001 §3.2.7) and content seen (001 §3.2.4).

Both are 64-bit: at ten million entries the chance that any two collide is about 3 in a million.
A URL is hashed in its canonical form: w3lib's (sorted query, no fragment, one spelling of escapes,
dot segments resolved), and without the port that its scheme implies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from w3lib.url import canonicalize_url
from xxhash import xxh3_64_digest, xxh3_64_intdigest

MASK = (1 << 64) - 1

# Links of a site's menus come back on every page; 20,000 URLs are about 5 MB.
REMEMBERED_URLS = 20_000
REMEMBERED_TERMS = 50_000  # about 6 MB
MOST_LOOKS = 4

# A URL of this shape is canonical but for the order of its query: 0.5 us to see it against 3 to 14
# to derive it. No dot opens a path segment (it could be a dot segment), and the only escapes are
# those of bytes outside ASCII, which have no other spelling.
_SIMPLE = re.compile(
    r"(https?://[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::(?!80/|443/)(?:[1-9]\d{1,3}|[1-5]\d{4}))?"
    r"(?:/(?:(?:[\w~!$'()*+,:@-]|%[89A-F][\dA-F])(?:[\w.~!$'()*+,:@-]|%[89A-F][\dA-F])*)?)+)"
    r"(?:\?([\w.~-]+=[\w.~-]*(?:&[\w.~-]+=[\w.~-]*)*))?",
    re.ASCII,
).fullmatch

_DEFAULT_PORT = re.compile(r"(http://[^/?]*):0*80(?=[/?]|$)|(https://[^/?]*):0*443(?=[/?]|$)")


def canonical_url(url: str) -> str:
    """The one spelling of a URL under which it is known; a URL that cannot be parsed is its own.

    >>> canonical_url("HTTP://A.test:80/x/../y?b=2&a=1#top")
    'http://a.test/y?a=1&b=2'
    """
    simple = _SIMPLE(url)
    if simple is None:
        return _derive_canonical(url)
    base, query = simple.groups()
    return url if query is None or "&" not in query else f"{base}?{_sorted_query(query)}"


def _sorted_query(query: str) -> str:
    pairs = sorted(pair.split("=") for pair in query.split("&"))
    return "&".join(map("=".join, pairs))


@lru_cache(maxsize=REMEMBERED_URLS)
def _derive_canonical(url: str) -> str:
    try:
        canonical = canonicalize_url(url)
        for _ in range(MOST_LOOKS):
            # A percent sign may hide escapes that only another look sees: %252%62, %a%41.
            again = canonicalize_url(canonical) if "%" in canonical else canonical
            if again == canonical:
                break
            canonical = again
    except ValueError:
        return url
    return _DEFAULT_PORT.sub(r"\1\2", canonical, count=1)


class _Known(dict[str, int]):
    """Fingerprints by URL. A dict lookup is a third of an `lru_cache` call, hence no order."""

    def __missing__(self, url: str) -> int:
        key = xxh3_64_intdigest(_utf8(canonical_url(url))) or 1
        if len(self) >= REMEMBERED_URLS:
            self.clear()
        self[url] = key
        return key


_known = _Known()


def url_fingerprint(url: str) -> int:
    """64 bits of the canonical URL; never 0.

    >>> url_fingerprint("http://a.test/?b=2&a=1#top") == url_fingerprint("http://A.test/?a=1&b=2")
    True
    """
    return _known[url]


def content_fingerprint(text: str) -> int:
    """64 bits of the text with white space folded and case dropped."""
    return folded_fingerprint(folded(text))


def folded(text: str) -> str:
    """A text with one space wherever there was white space."""
    return " ".join(text.split())


def folded_fingerprint(text: str) -> int:
    """The content fingerprint of a text whose white space is folded."""
    return xxh3_64_intdigest(_utf8(text.casefold()))


class _Digests(dict[str, bytes]):
    def __missing__(self, term: str) -> bytes:
        if len(self) >= REMEMBERED_TERMS:
            self.clear()
        digest = self[term] = xxh3_64_digest(_utf8(term))
        return digest


_digests = _Digests()


def simhash(counts: Mapping[str, int]) -> int:
    """SimHash of term counts: near-duplicate texts differ in few bits (Charikar 2002).

    A term votes with 1 + log(count): with raw counts, a few words said often would decide alone,
    and two different pages about one thing would be near duplicates.
    """
    if not counts:
        return 0
    digests = b"".join(map(_digests.__getitem__, counts))
    bits = np.unpackbits(np.frombuffer(digests, dtype=np.uint8).reshape(-1, 8), axis=1)
    weights = np.fromiter(counts.values(), dtype=np.float64, count=len(counts))
    votes = (1 + np.log(weights)) @ (bits * 2.0 - 1.0)
    return int.from_bytes(np.packbits(votes > 0).tobytes(), "big")


def distance(left: int, right: int) -> int:
    """Hamming distance of two fingerprints.

    >>> distance(0b1010, 0b0011)
    2
    """
    return ((left ^ right) & MASK).bit_count()


def _utf8(text: str) -> bytes:
    # Broken pages give halves of surrogate pairs; they must hash, not raise.
    return text.encode("utf-8", "surrogatepass")
