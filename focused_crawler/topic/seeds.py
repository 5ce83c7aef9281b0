"""Seed lists: where a crawl starts, as a file with one URL a line or as URLs in a row."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from focused_crawler.topic.errors import TopicError

_HAS_SCHEME = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*://")
_IS_OTHER_URL = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]+:")  # C: is a drive
_BETWEEN_URLS = re.compile(r"[\s,]+(?=[A-Za-z][A-Za-z0-9+.-]*://|$)|\s+")  # URLs may hold commas
_COMMENT = re.compile(r"(^|\s)#.*")
_NOT_IN_URLS = re.compile(r"[\s\x00-\x20\x7f<>\"]")


def read_seeds(source: str | Path) -> tuple[str, ...]:
    """The seeds that a file holds, or the URLs that a text is made of."""
    if isinstance(source, str) and _HAS_SCHEME.match(source):
        urls = filter(None, _BETWEEN_URLS.split(source))
        return _distinct((url, f"seed {n}") for n, url in enumerate(urls, start=1))
    return parse_seeds(_read(source), str(source))


def parse_seeds(text: str, name: str = "seeds.txt") -> tuple[str, ...]:
    """The URLs of a text with one a line; `#` starts a comment; `name` is how errors call it."""
    lines = ((_COMMENT.sub("", line).strip(), n) for n, line in enumerate(text.splitlines(), 1))
    seeds = _distinct((line, f"{name}, line {n}") for line, n in lines if line)
    if not seeds:
        raise TopicError(f"{name}: no seeds; write one http(s) URL a line")
    return seeds


def _read(source: str | Path) -> str:
    if not str(source).strip():
        raise TopicError("no seeds given; name a file with one URL a line, or give http(s) URLs")
    try:
        return Path(source).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise TopicError(
            f"seeds file {source}: not UTF-8 text (byte {error.start}); save it in that encoding"
        ) from None
    except (OSError, ValueError) as error:
        if _IS_OTHER_URL.match(str(source)):
            raise TopicError(
                f"{str(source)!r} is not an http(s) URL such as https://example.org/"
            ) from None
        reason = getattr(error, "strerror", None) or error
        raise TopicError(
            f"seeds file {source}: {reason}; give a file with one URL a line, or http(s) URLs"
        ) from None


def _distinct(placed_urls: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The URLs without fragments, each once, in order; every URL comes with its place."""
    return tuple(dict.fromkeys(_checked(url, place) for url, place in placed_urls))


def _checked(url: str, place: str) -> str:
    """The URL with scheme and host in lower case and no fragment."""
    if _NOT_IN_URLS.search(url):
        raise TopicError(f"{place}: {url!r} is not one URL; write one http(s) URL a line")
    try:
        parts = urlsplit(url)
        is_web = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_web = False
    if not is_web:
        raise TopicError(f"{place}: {url!r} is not an http(s) URL such as https://example.org/")
    user, at, host = parts.netloc.rpartition("@")
    netloc = f"{user}{at}{host.lower()}"
    return parts._replace(netloc=netloc, path=parts.path or "/", fragment="").geturl()
