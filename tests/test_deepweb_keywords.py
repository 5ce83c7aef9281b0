"""What is typed into search forms: whole words, the heaviest first."""

from __future__ import annotations

from focused_crawler.deepweb.keywords import Keywords
from focused_crawler.topic.terms import stem
from focused_crawler.topic.weights import WeightTable

TABLE = WeightTable({stem("granite"): 3.0, stem("volcanoes"): 2.0, stem("basalt"): 1.0})


def test_stems_are_spelt_as_relevant_pages_spell_them() -> None:
    keywords = Keywords()
    keywords.add("Volcanoes and granite, granite above all", TABLE)
    assert keywords.best(TABLE, 5) == ["granite", "volcanoes"]


def test_no_more_than_asked_for() -> None:
    keywords = Keywords()
    keywords.add("granite basalt volcanoes", TABLE)
    assert keywords.best(TABLE, 1) == ["granite"]
    assert keywords.best(TABLE, 0) == []


def test_words_a_person_gave_go_as_they_are() -> None:
    given = WeightTable({stem("granite"): 1.0}, words={stem("granite"): "Granite"})
    assert Keywords().best(given, 2) == ["Granite"]


def test_unknown_spellings_are_passed_over() -> None:
    assert Keywords().best(TABLE, 3) == []
