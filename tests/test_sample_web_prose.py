from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.sample_web.dice import Dice
from focused_crawler.sample_web.drafts import slug
from focused_crawler.sample_web.duplicates import reword
from focused_crawler.sample_web.forms import echo
from focused_crawler.sample_web.prose import Writer, with_articles
from focused_crawler.sample_web.subjects import SUBJECTS, TOPICS
from focused_crawler.sample_web.vocabulary import plural

WEIGHTED = {
    "stock-market": "stock market quote finance trade invest exchange",
    "iron-ore": "iron ore mine mining metal hematite magnetite",
    "genetic-dna": "dna genetic family ancestor history micro bio",
    "computer-books": "book free program computer web ebook site",
}


def words_of(subject: str) -> set[str]:
    slots = SUBJECTS[subject].slots
    text = " ".join(" ".join(slots[name]) for name in slots if name not in ("things", "people"))
    return set(re.findall(r"[a-z]+", text.lower()))


def page_text(subject: str, paragraphs: int = 6) -> str:
    writer = Writer(subject, Dice("test", subject), focus=Dice("focus", subject))
    return "\n".join(writer.paragraph() for _ in range(paragraphs))


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_subject_has_a_rich_vocabulary(subject: str) -> None:
    assert len(words_of(subject)) >= 80


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topics_pages_use_the_words_of_its_weight_table(topic: str) -> None:
    found = set(re.findall(r"[a-z]+", page_text(topic, paragraphs=40).lower()))
    assert set(WEIGHTED[topic].split()) <= found


@pytest.mark.parametrize("topic", TOPICS)
def test_other_subjects_share_words_with_a_topic(topic: str) -> None:
    heavy = set(WEIGHTED[topic].split())
    text = {s: " ".join(SUBJECTS[s].sentences).lower() for s in SUBJECTS if s != topic}
    sharing = [s for s in text if heavy & (words_of(s) | set(text[s].split()))]
    assert len(sharing) >= 3


@pytest.mark.parametrize("subject", SUBJECTS)
def test_text_is_made_of_sentences_without_open_gaps(subject: str) -> None:
    text = page_text(subject)
    assert "{" not in text
    assert "%s" not in text
    assert "  " not in text
    for sentence in re.findall(r"[^.]+\.", text):
        assert sentence.strip()[0].isupper()
    assert not re.search(r"\b[Aa] [aeiou]", text)


def test_two_pages_of_a_subject_differ() -> None:
    pages = [Writer("bees", Dice(n), focus=Dice("focus", n)).paragraph() for n in range(50)]
    assert len(set(pages)) == 50


def test_plurals() -> None:
    assert [plural(word) for word in ("quarry", "bus", "leaf/leaves", "day", "box", "mine")] == [
        "quarries", "buses", "leaves", "days", "boxes", "mines",
    ]  # fmt: skip


def test_slug_keeps_only_letters_and_digits() -> None:
    assert slug("The trade, the quote & the broker") == "the-trade-the-quote-the-broker"


def test_reword_changes_no_more_than_asked() -> None:
    assert reword("It is often so, again and again.", 1) == "It is frequently so, again and again."
    assert reword("Nothing here.") == "Nothing here."


def test_articles_fit_the_next_word() -> None:
    assert with_articles("a ore, A index, a mine") == "an ore, An index, a mine"


def test_echo_escapes_what_it_repeats() -> None:
    assert b"<script>" not in echo(b"x=%3Cscript%3E")


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(), max_size=30), st.integers(0, 40), st.text())
def test_a_sample_is_a_part_of_its_values_and_repeatable(
    values: list[int], count: int, seed: str
) -> None:
    chosen = Dice(seed).sample(values, count)
    assert len(chosen) == min(count, len(values))
    rest = list(values)
    for value in chosen:
        rest.remove(value)
    assert chosen == Dice(seed).sample(values, count)


@settings(max_examples=50, deadline=None)
@given(st.integers(-100, 100), st.integers(0, 100), st.text())
def test_between_keeps_both_bounds(low: int, width: int, seed: str) -> None:
    assert low <= Dice(seed).between(low, low + width) <= low + width
