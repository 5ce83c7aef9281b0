"""The terms of a page, read for a topic in some language.

A page in the topic's language has its stop words dropped and its words stemmed. In a page of
another language the words of the topic may stand all the same (names, loans), so it is read in
the same way; but the function words of its own language, which would count as its commonest
terms and dilute every cosine, are dropped as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from focused_crawler.page import Page, Terms
from focused_crawler.topic.languages import recognise
from focused_crawler.topic.stopwords import stop_words
from focused_crawler.topic.terms import count_terms


def page_terms(page: Page, language: str = "en") -> Terms:
    """The term counts of a page and of each of its blocks."""
    if page.terms is not None and page.terms.language == language:
        return page.terms
    counts: list[dict[str, int]] = [count_terms(block.text, language) for block in page.blocks]
    other = page_language(page)
    if other not in (None, language):
        dropped = stop_words(other or "")
        counts = [{t: n for t, n in block.items() if t not in dropped} for block in counts]
    return Terms(language, counts, merged(counts))


def merged(counts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """The counts of some blocks together."""
    together: dict[str, int] = {}
    known = together.get
    for block in counts:
        for term, count in block.items():
            together[term] = known(term, 0) + count
    return together


def page_language(page: Page) -> str | None:
    """The language a page says it is in, or else seems to be in."""
    return recognise(page.text, page.language)
