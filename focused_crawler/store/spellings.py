"""Which stored page a person means by the address they typed.

Tried in order: the address itself; without its fragment, its host in small letters and without
the port that its scheme implies; with letters outside ASCII escaped; with its query sorted; with
the other scheme; each with and without a slash at the end. At last, and elsewhere: the one stored
address that ends with what was typed.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from urllib.parse import quote, urldefrag

_SCHEMES = ("https://", "http://")
_PORTS = (":443", ":80")
_LIKENESS = 0.6  # two addresses less alike share little but the way addresses are made
_ASCII = "".join(map(chr, range(33, 127)))


def spellings(typed: str) -> list[str]:
    """Addresses that may mean the same page as `typed`, the likeliest first, none twice.

    >>> spellings("HTTP://A.test:80/x#top")[:3]
    ['HTTP://A.test:80/x#top', 'http://a.test/x', 'http://a.test/x/']
    """
    return list(dict.fromkeys(_spellings(typed.strip())))


def closest(typed: str, known: list[str], limit: int) -> list[str]:
    """The known addresses most like `typed`, the most alike first."""
    by_rest = {_without_scheme(address): address for address in known}
    rests = get_close_matches(_without_scheme(typed), by_rest, n=limit, cutoff=_LIKENESS)
    return [by_rest[rest] for rest in rests]


def _spellings(typed: str) -> Iterator[str]:
    yield typed
    plain = urldefrag(typed).url if "#" in typed else typed
    rest = _without_scheme(plain)
    own = plain[: len(plain) - len(rest)].lower()
    for scheme in (own, *_SCHEMES) if own else _SCHEMES:
        for spelt in _rests(_with_plain_host(rest)):
            yield scheme + spelt
            yield scheme + (spelt.removesuffix("/") if spelt.endswith("/") else spelt + "/")


def _rests(rest: str) -> Iterator[str]:
    escaped = quote(rest, safe=_ASCII, errors="replace")
    address, mark, query = escaped.partition("?")
    yield rest
    yield escaped
    yield address + mark + "&".join(sorted(query.split("&")))


def _with_plain_host(rest: str) -> str:
    end = next((at for at, letter in enumerate(rest) if letter in "/?"), len(rest))
    host = rest[:end].lower()
    for port in _PORTS:
        host = host.removesuffix(port)
    return host + rest[end:]


def _without_scheme(address: str) -> str:
    for scheme in _SCHEMES:
        if address[: len(scheme)].lower() == scheme:
            return address[len(scheme) :]
    return address
