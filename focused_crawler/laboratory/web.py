"""A frozen web: pages kept as they were, with the labels that people gave them.

It is a folder of `*.jsonl.gz` files (or one such file), an object a line: url, html, labels. A page
is found by host, unescaped path and query, so that every spelling of its address leads to it.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

Key = tuple[str, str, str]
SUFFIX = ".jsonl.gz"
FORMAT = f"a frozen web is a folder of *{SUFFIX} files, one object with url and html a line"
LEVEL = 6  # of compression; 9 takes three times as long for 1 % less


class FrozenWebError(ValueError):
    """What was given is not a frozen web; the message says why and what would be, in one line."""


@dataclass(frozen=True, slots=True)
class FrozenPage:
    """A page as it was, and the topics that people found it to be about."""

    url: str
    html: bytes
    labels: frozenset[str] = frozenset()


def key_of(url: str) -> Key:
    """Under what a page is found.

    >>> key_of("http://A.test/caf%C3%A9?q=1#top") == key_of("http://a.test/café?q=1")
    True
    """
    parts = urlsplit(url)
    return parts.hostname or "", unquote(parts.path) or "/", parts.query


class FrozenWeb:
    """Pages by address."""

    def __init__(self, pages: Iterable[FrozenPage], name: str = "web") -> None:
        self.name = name
        self._pages = {key_of(page.url): page for page in pages}

    def __len__(self) -> int:
        return len(self._pages)

    def __iter__(self) -> Iterator[FrozenPage]:
        return iter(self._pages.values())

    def get(self, url: str) -> FrozenPage | None:
        """The page at an address, in any of its spellings."""
        try:
            return self._pages.get(key_of(url))
        except ValueError:
            return None

    def labelled(self, label: str) -> set[str]:
        """The addresses of the pages that carry a label."""
        return {page.url for page in self if label in page.labels}

    def labels(self) -> list[str]:
        """Every label that some page carries."""
        return sorted({label for page in self for label in page.labels})


def load_web(path: Path) -> FrozenWeb:
    """The frozen web at a path: a folder, or one of its files."""
    files = sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]
    if not files:
        raise FrozenWebError(f"{path} holds no *{SUFFIX} file; {FORMAT}")
    name = path.name.removesuffix(SUFFIX)
    return FrozenWeb((page for file in files for page in _read(file)), name)


def save_web(pages: Iterable[FrozenPage], path: Path) -> int:
    """Write pages as one file of a frozen web; how many there were."""
    written = 0
    path.parent.mkdir(parents=True, exist_ok=True)
    # No name and no time in the header: equal webs give equal files.
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", LEVEL, raw, 0) as out:
        for page in pages:
            record = {
                "url": page.url,
                "html": page.html.decode("utf-8", "replace"),
                "labels": sorted(page.labels),
            }
            out.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")
            written += 1
    return written


def _read(file: Path) -> Iterator[FrozenPage]:
    number = 0
    try:
        with gzip.open(file, "rb") as lines:
            for line in lines:
                number += 1
                yield _page(json.loads(line))
    except gzip.BadGzipFile as error:
        raise FrozenWebError(f"{file} is not compressed with gzip; {FORMAT}") from error
    except (EOFError, zlib.error) as error:
        raise FrozenWebError(f"{file} is cut off after line {number}; copy it again") from error
    except OSError as error:
        raise FrozenWebError(f"{file} cannot be read: {error.strerror}; {FORMAT}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FrozenWebError(f"{file}, line {number}: {_fault(error)}; {FORMAT}") from error


def _page(record: Mapping[str, Any]) -> FrozenPage:
    html = record["html"].encode("utf-8", "replace")
    page = FrozenPage(record["url"], html, frozenset(record.get("labels", ())))
    if not urlsplit(page.url).hostname:
        raise ValueError(f"{page.url!r} is no address")
    return page


def _fault(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return "not JSON"
    if isinstance(error, KeyError):
        return f"no {error.args[0]}"
    return str(error) if isinstance(error, ValueError) else "not an object of the right types"
