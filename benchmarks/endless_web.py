"""A web made from its URLs: a page is computed from its number, so it can be as large as wanted.

Pages have the shape of real ones: a navigation, headed sections of prose with links in them, a
footer; about 20 KB and 52 links. All of them are made before the first is served.
"""

from __future__ import annotations

import random
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache, partial

from benchmarks.page_server import PageOf, served

TOPIC_WORDS = tuple(
    "stock market share price exchange index broker trader dividend bond fund equity".split()
)
SYLLABLES = tuple("ba ce di fo gu ha le mi no pu ra se ti vo wu ya ze ko lin mer tan".split())
NAVIGATION_LINKS = 12
FOOTER_LINKS = 4
SECTIONS = 6


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a web and its pages are."""

    pages: int = 6_000
    links: int = 52
    characters: int = 14_000  # of prose; markup comes on top

    def url(self, number: int) -> str:
        return f"/page/{number % self.pages}.html"


@lru_cache(maxsize=1)
def vocabulary() -> tuple[str, ...]:
    """Words that nobody means, the frequent ones first."""
    dice = random.Random(7)
    return tuple("".join(dice.choices(SYLLABLES, k=dice.randint(2, 4))) for _ in range(4_000))


def page(number: int, shape: Shape) -> bytes:
    """The page with this number. Every fourth is about the stock market."""
    dice = random.Random(number)
    is_on_topic = number % 4 == 0
    inner = shape.links - NAVIGATION_LINKS - FOOTER_LINKS
    sections = [
        _section(dice, shape, is_on_topic and s % 2 == 0, inner // SECTIONS, number, s)
        for s in range(SECTIONS)
    ]
    navigation = "".join(
        f'<li><a href="{shape.url(i)}">Part {i}</a></li>' for i in range(NAVIGATION_LINKS)
    )
    footer = "".join(f'<a href="/about/{i}">About {i}</a> ' for i in range(FOOTER_LINKS))
    return (
        f"<!DOCTYPE html><html lang=en><head><title>Page {number}</title></head><body>"
        f"<nav><ul>{navigation}</ul></nav><main><h1>{_words(dice, 4, is_on_topic)}</h1>"
        f"{''.join(sections)}</main><footer>{footer}</footer></body></html>"
    ).encode()


def _section(
    dice: random.Random, shape: Shape, is_on_topic: bool, links: int, number: int, at: int
) -> str:
    paragraphs = []
    for i in range(links):
        words = shape.characters // (SECTIONS * max(1, links)) // 7
        target = dice.randrange(shape.pages) if i else number + at + 1
        paragraphs.append(
            f"<p>{_words(dice, words, is_on_topic)} "
            f'<a href="{shape.url(target)}">{_words(dice, 3, is_on_topic)}</a>.</p>'
        )
    return f"<h2>{_words(dice, 3, is_on_topic)}</h2>{''.join(paragraphs)}"


def _words(dice: random.Random, count: int, is_on_topic: bool) -> str:
    words = [vocabulary()[int(dice.paretovariate(0.7)) % 4_000] for _ in range(count)]
    if is_on_topic:
        words[::5] = dice.choices(TOPIC_WORDS, k=len(words[::5]))
    return " ".join(words)


def _prepared(shape: Shape) -> PageOf:
    pages = [page(number, shape) for number in range(shape.pages)]
    return lambda number: pages[number] if number < len(pages) else None


def serve(shape: Shape) -> AbstractContextManager[str]:
    """The address of a web of this shape, served while the context lasts."""
    return served(partial(_prepared, shape))
