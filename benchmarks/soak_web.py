"""A web without an end, as a proxy on loopback: a page is made from its URL when it is asked for.

A page is put together from prepared sections by its number, so that it costs the server little, is
like no other, and links to 48 of a million pages on HOSTS hosts. About 20 KB a page; one section in
six is about the stock market. What was asked for is kept in a file, one number after the other.
"""

from __future__ import annotations

import os
import random
import struct
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from benchmarks.endless_web import TOPIC_WORDS, vocabulary
from benchmarks.page_server import PageOf, served

NUMBER = struct.Struct("<q")
HOSTS = 200
PAGES = 1_000_000
SECTIONS, VARIANTS, LINKS, WORDS = 6, 400, 8, 380


def url(number: int) -> str:
    return f"http://h{number % HOSTS}.example/page/{number}.html"


def page(number: int, sections: list[str]) -> bytes:
    """The page with this number, the same each time."""
    dice = random.Random(number)
    parts = []
    for _ in range(SECTIONS):
        links = "".join(
            f'<li><a href="{url(target)}">part {target % 977}</a></li>'
            for target in (dice.randrange(PAGES) for _ in range(LINKS))
        )
        parts.append(f"{dice.choice(sections)}<ul>{links}</ul>")
    return (
        f"<!DOCTYPE html><html lang=en><head><title>Page {number}</title></head><body>"
        f"<h1>Page {number}</h1>{''.join(parts)}</body></html>"
    ).encode()


def prepared() -> list[str]:
    dice, words = random.Random(3), vocabulary()
    made = []
    for number in range(VARIANTS):
        text = [words[int(dice.paretovariate(0.7)) % len(words)] for _ in range(WORDS)]
        if number % SECTIONS == 0:
            text[::6] = dice.choices(TOPIC_WORDS, k=len(text[::6]))
        made.append(f"<h2>{' '.join(text[:4])}</h2><p>{' '.join(text[4:])}</p>")
    return made


def _logged(log: Path) -> PageOf:
    sections, file = prepared(), os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def page_of(number: int) -> bytes:
        os.write(file, NUMBER.pack(number))
        return page(number, sections)

    return page_of


def asked(log: Path) -> list[int]:
    """The numbers of the pages that were asked for, in their order."""
    return [number for (number,) in NUMBER.iter_unpack(log.read_bytes())] if log.exists() else []


def serve(log: Path, *, latency: float = 0.0) -> AbstractContextManager[str]:
    """The address of the proxy while the context lasts; an answer takes `latency` seconds."""
    return served(partial(_logged, log), latency=latency)
