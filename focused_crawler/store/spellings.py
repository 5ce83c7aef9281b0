"""Which stored page a person means by the address they typed.

Tried in order: the address itself; without its fragment; with the other scheme; with and without
a slash at the end; and at last the one stored address that ends with what was typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from urllib.parse import urldefrag

_SCHEMES = ("https://", "http://")


def spellings(typed: str) -> list[str]:
    """Addresses that may mean the same page as `typed`, the likeliest first, none twice.

    >>> spellings("http://a.test/x#top")[:3]
    ['http://a.test/x#top', 'http://a.test/x', 'http://a.test/x/']
    """
    return list(dict.fromkeys(_spellings(typed.strip())))


def closest(typed: str, known: list[str], limit: int) -> list[str]:
    """The known addresses most like `typed`, the most alike first."""
    by_rest = {_without_scheme(address): address for address in known}
    rests = get_close_matches(_without_scheme(typed), by_rest, n=limit, cutoff=0.3)
    return [by_rest[rest] for rest in rests]


def _spellings(typed: str) -> Iterator[str]:
    yield typed
    plain = urldefrag(typed).url if "#" in typed else typed
    rest = _without_scheme(plain)
    own = plain[: len(plain) - len(rest)]
    for scheme in (own, *_SCHEMES) if own else _SCHEMES:
        yield scheme + rest
        yield scheme + (rest.removesuffix("/") if rest.endswith("/") else rest + "/")


def _without_scheme(address: str) -> str:
    for scheme in _SCHEMES:
        if address[: len(scheme)].lower() == scheme:
            return address[len(scheme) :]
    return address
