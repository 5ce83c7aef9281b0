"""Plain text for people: as wide as the terminal, coloured only in one, and safe to print.

Crawled text is hostile. Control characters could move the cursor, recolour or rename the window,
and direction marks could reorder what is read, so every piece of text is cleaned as it is written.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TextIO

MAX_WIDTH = 100  # longer lines are hard to read
PIPED_WIDTH = 80  # of what goes to a file or another program
EIGHTHS = " ▏▎▍▌▋▊▉█"
STYLES = {"bold": "1", "dim": "2", "good": "32", "found": "1;33"}

# Controls (C0, DEL, C1), line separators, direction marks, surrogates, byte order mark.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069"
                     "\ud800-\udfff\ufeff]+")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Styled:
    """Text with the name of a style."""

    text: str
    style: str


def clean(text: str) -> str:
    """The text with everything that a terminal would obey replaced by a space.

    >>> clean("a\\x1b[31mb")
    'a [31mb'
    """
    return _UNSAFE.sub(" ", text)


def shortened(text: str, length: int) -> str:
    """The text on one line, at most so long.

    >>> shortened("iron ore prices", 9)
    'iron ore…'
    """
    text = " ".join(clean(text).split())
    return text if len(text) <= length else f"{text[: max(0, length - 1)].rstrip()}…"


def bar(value: float, cells: int = 10) -> str:
    """A bar for a value from 0 to 1, always so many characters wide.

    >>> bar(0.5, 4)
    '██  '
    """
    eighths = round(min(1.0, max(0.0, value)) * cells * 8)
    full, rest = divmod(eighths, 8)
    return f"{'█' * full}{EIGHTHS[rest] if rest else ''}".ljust(cells)


@contextmanager
def while_read() -> Iterator[None]:
    """End the program quietly where the reader of its output, `head` say, has seen enough."""
    try:
        yield
    except BrokenPipeError:
        # Python would complain again at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


class Terminal:
    """Where lines for a person go."""

    def __init__(self, stream: TextIO, *, width: int = PIPED_WIDTH, is_coloured: bool) -> None:
        self.stream = stream
        self.width = width
        self.is_coloured = is_coloured

    @classmethod
    def of(cls, stream: TextIO) -> Terminal:
        """A terminal for a stream: colours where it is one and NO_COLOR is not set."""
        if not stream.isatty():
            return cls(stream, is_coloured=False)
        width = min(MAX_WIDTH, shutil.get_terminal_size().columns)
        return cls(stream, width=width, is_coloured="NO_COLOR" not in os.environ)

    def line(self, *pieces: str | Styled) -> None:
        """Write one line."""
        self._write("".join(map(self._painted, pieces)).rstrip() + "\n")

    def paragraph(self, *pieces: str | Styled, indent: str = "", first: str = "") -> None:
        """Write text over as many lines as it takes; `first` is the indent of the first one."""
        start, line = first or indent, list[str | Styled]()
        length = len(start)
        for word in _words(pieces):
            size = 1 + sum(map(len, map(_text, word)))
            if line and length + size > self.width:
                self.line(start, *line)
                start, line, length = indent, [], len(indent)
            line += [*([" "] if line else []), *word]
            length += size
        if line:
            self.line(start, *line)

    def _painted(self, piece: str | Styled) -> str:
        if isinstance(piece, str) or not self.is_coloured:
            return clean(_text(piece))
        return f"\x1b[{STYLES[piece.style]}m{clean(piece.text)}\x1b[0m"

    def _write(self, text: str) -> None:
        encoding = self.stream.encoding or "utf-8"
        with while_read():
            self.stream.write(text.encode(encoding, "replace").decode(encoding))


def _text(piece: str | Styled) -> str:
    return piece if isinstance(piece, str) else piece.text


def _words(pieces: Iterable[str | Styled]) -> list[list[str | Styled]]:
    """The pieces cut at white space: each word is what stands between, in one style or several."""
    words: list[list[str | Styled]] = [[]]
    for piece in pieces:
        for number, text in enumerate(re.split(r"\s+", clean(_text(piece)))):
            if number:
                words.append([])
            if text:
                words[-1].append(Styled(text, piece.style) if isinstance(piece, Styled) else text)
    return [word for word in words if word]
