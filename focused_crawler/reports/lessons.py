"""What a crawl had learnt when it fetched a page, worked out again from its database.

The adaptive method keeps its rates in memory. They follow from the pages read before, so nothing
but these is stored: how links with the same words, pages of the same folders, and links that stand
beside it had turned out by then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from focused_crawler.strategy.url_words import folders_of, path_words
from focused_crawler.topic.terms import terms

if TYPE_CHECKING:
    from focused_crawler.items import PageItem
    from focused_crawler.store import CrawlReader

_WORD = re.compile(r"[^\W_]+")
STEM = 3  # letters that a word shares with its stem, at least: looked for before words are cut


@dataclass(frozen=True, slots=True)
class Lesson:
    """How links of one kind had turned out."""

    about: str  # a word, or a host with its folders
    read: int
    mean: float  # of their relevance


@dataclass(frozen=True, slots=True)
class Lessons:
    """All that had been learnt of use for one link."""

    words: list[Lesson]
    folders: list[Lesson]
    beside: int  # links in the blocks that hold it which had been read
    beside_relevant: int


def lessons_for(store: CrawlReader, page: PageItem) -> Lessons | None:
    """What was known when the page was fetched; None where the method did not learn so."""
    if "words" not in page.parts:
        return None
    language = store.meta.get("language", "en")
    words = _spellings(f"{path_words(page.url)} {page.anchor}", language)
    read = [(o[0], o[1], o[2]) for o in store.outcomes(page.clock) if not o[3]]
    beside, relevant = store.read_beside(page.url, page.clock)
    return Lessons(
        list(_by_word(words, read, language)),
        list(_by_folder(folders_of(page.url), read)),
        beside,
        relevant,
    )


def _by_word(
    words: Mapping[str, str], read: Sequence[tuple[str, str, float]], language: str
) -> Iterator[Lesson]:
    for term, spelling in words.items():
        near = [row for row in read if term[:STEM] in f"{unquote(row[0])} {row[1]}".lower()]
        same = [r for url, anchor, r in near if term in _terms(url, anchor, language)]
        if same:
            yield Lesson(spelling, len(same), sum(same) / len(same))


def _by_folder(folders: Iterable[str], read: Sequence[tuple[str, str, float]]) -> Iterator[Lesson]:
    for folder in folders:
        same = [relevance for url, _, relevance in read if folder in folders_of(url)]
        if same:
            yield Lesson(folder, len(same), sum(same) / len(same))


def _terms(url: str, anchor: str, language: str) -> list[str]:
    return [*terms(path_words(url), language), *terms(anchor, language)]


def _spellings(text: str, language: str) -> dict[str, str]:
    """The terms of a text, each with a word as it is written there."""
    written = {term: word for word in _WORD.findall(text) for term in terms(word, language)}
    return {term: written.get(term, term) for term in terms(text, language)}
