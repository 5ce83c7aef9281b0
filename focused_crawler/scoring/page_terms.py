"""The terms of a page, read for a topic in some language.

A page in the topic's language has its stop words dropped and its words stemmed. In a page of
another language the words of the topic may stand all the same (names, loans), so it is read in
the same way; but the function words of its own language, which would count as its commonest
terms and dilute every cosine, are dropped as well.
"""

from __future__ import annotations

from collections import Counter

from focused_crawler.page import Page
from focused_crawler.topic.languages import recognise
from focused_crawler.topic.stopwords import stop_words
from focused_crawler.topic.terms import count_terms


def page_terms(page: Page, language: str = "en") -> list[Counter[str]]:
    """The term counts of each block."""
    counts = [count_terms(block.text, language) for block in page.blocks]
    other = page_language(page)
    if other in (None, language):
        return counts
    dropped = stop_words(other or "")
    return [Counter({t: n for t, n in block.items() if t not in dropped}) for block in counts]


def page_language(page: Page) -> str | None:
    """The language a page says it is in, or else seems to be in."""
    return recognise(page.text, page.language)
