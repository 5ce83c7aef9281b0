"""What a crawl had learnt when it fetched a page, told again from its database."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from stored_pages import make_page

from focused_crawler.items import LinkRecord
from focused_crawler.reports.lessons import Lesson, lessons_for
from focused_crawler.reports.parts_text import parts_in_words
from focused_crawler.reports.story import story_of
from focused_crawler.reports.story_text import write_story
from focused_crawler.reports.terminal import Terminal
from focused_crawler.store import CrawlStore

SEED, HOST = "http://seed.example/", "http://ore.example/mines"
# places: 1.3 log(.03 + .6), company: -.2 log 5
PARTS = {"places": -0.60065, "text": 3.0, "topic": 0.85, "words": 0.4, "path": 0.1,
         "company": -0.32189, "parents": -0.2, "rare": 1.35, "meaning": 0.7}  # fmt: skip


@pytest.fixture
def store(tmp_path: Path):
    """A seed whose block holds four links; two were read before the third, one after it."""
    links = [LinkRecord(f"{HOST}/{name}.html", 0, f"{name} pits", 0.5, 0) for name in "abcd"]
    with CrawlStore(tmp_path / "crawl.db") as opened:
        opened.save(make_page(SEED, links=links))
        for clock, (link, relevance) in enumerate(zip(links, (0.9, 0.1, 0.8, 0.7), strict=True), 1):
            opened.save(
                make_page(
                    link.url, clock=clock, parent=SEED, anchor=link.anchor, relevance=relevance,
                    is_relevant=relevance > 0.5, parts=PARTS, score=0.62,
                )
            )  # fmt: skip
        yield opened


def page_c(store: CrawlStore):
    page = store.page(f"{HOST}/c.html")
    assert page is not None
    return page


def test_only_what_was_read_before_counts(store: CrawlStore):
    lessons = lessons_for(store, page_c(store))

    assert lessons is not None
    assert (lessons.beside, lessons.beside_relevant) == (2, 1)
    assert lessons.words == [Lesson("mines", 2, 0.5), Lesson("pits", 2, 0.5)]
    assert lessons.folders == [Lesson("ore.example", 2, 0.5), Lesson("ore.example/mines", 2, 0.5)]


def test_a_method_that_does_not_learn_has_no_lessons(store: CrawlStore):
    store.save(make_page("http://x.test/", parts={"block": 0.5}, parent=SEED, clock=9))
    page = store.page("http://x.test/")

    assert page is not None
    assert lessons_for(store, page) is None


def test_parts_are_told_in_words_the_largest_first_with_the_numbers_behind_them(store: CrawlStore):
    lessons = lessons_for(store, page_c(store))
    assert lessons is not None
    told = parts_in_words(PARTS, lessons)

    assert [value for value, _ in told] == [*sorted(PARTS.values(), reverse=True), -4.0]
    words = {meaning.partition(":")[0]: meaning for _, meaning in told}
    assert "reputation of 0.60; 1 of 2 links beside it were relevant" in words["places"]
    assert "0.50 of the topic's first word" in words["topic"]
    assert "has 4 links" in words["company"]
    assert "pits 0.50 (2 read)" in words["words"]
    assert "ore.example/mines 0.50 (2 read)" in words["path"]
    assert "1.40 of what the seeds' titles mean" in words["meaning"]


def test_the_story_shows_them(store: CrawlStore):
    stream = io.StringIO()
    write_story(story_of(store, f"{HOST}/c.html"), Terminal(stream, width=80, is_coloured=False))

    assert "What its link was worth (log-odds, the largest first)\n  +3.00  text: " in (
        stream.getvalue()
    )
    assert "together a chance of 0.620" in stream.getvalue()


def test_outcomes_come_in_the_order_of_reading_with_seeds_marked(store: CrawlStore):
    outcomes = list(store.outcomes())

    assert [(url, is_seed) for url, _, _, is_seed, _ in outcomes] == [
        (SEED, True), *((f"{HOST}/{name}.html", False) for name in "abcd")
    ]  # fmt: skip
    assert outcomes[1] == (f"{HOST}/a.html", "a pits", 0.9, False, f"Title of {HOST}/a.html")
    assert len(list(store.outcomes(before=2))) == 2
