"""weights.csv: read with clear errors, written so that it reads back the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.terms import terms
from focused_crawler.topic.weights import WeightTable
from focused_crawler.topic.weights_csv import read_weights, write_weights


def test_words_are_stemmed_and_remembered() -> None:
    table = read_weights("word,weight\nComputers,1\n# a note\n\nfinance, 0.35\n")
    assert dict(table.items()) == {"comput": 1.0, "financ": 0.35}
    assert table.word("comput") == "Computers"


def test_header_may_be_missing() -> None:
    assert dict(read_weights("iron,1\n").items()) == {"iron": 1.0}


def test_words_with_one_stem_are_one_term_with_the_larger_weight() -> None:
    table = read_weights("mine,0.51\nmining,0.52\nmines,0.1\n")
    assert dict(table.items()) == {"mine": 0.52}
    assert table.word("mine") == "mining"


def test_row_may_list_the_words_it_stands_for() -> None:
    table = read_weights("word,weight,stands_for\nhema,0.21,hematite haematite\nore,1,\n")
    assert dict(table.items()) == {"hematit": 0.21, "haematit": 0.21, "ore": 1.0}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "w.csv: no weights; write rows such as: iron,0.8"),
        ("word,weight\n", "w.csv: no weights"),
        ("iron,1\nore\n", "w.csv, line 2: 1 values; write word,weight"),
        ("iron,1,a,b\n", "w.csv, line 1: 4 values"),
        ("iron,heavy\n", "w.csv, line 1: weight 'heavy' is not a number above 0"),
        ("\n\niron,0\n", "w.csv, line 3: weight '0'"),
        ("iron,-1\n", "w.csv, line 1: weight '-1'"),
        ("iron,nan\n", "w.csv, line 1: weight 'nan'"),
        ("iron,inf\n", "w.csv, line 1: weight 'inf'"),
        ("the,1\n", "w.csv, line 1: 'the' is a stop word"),
        ("stock market,1\n", "w.csv, line 1: 'stock market' is more than one word"),
        ("=,1\n", "w.csv, line 1: '='"),
        ('iron,1\n"ore,1\n', "w.csv, line 2: not CSV"),
    ],
)
def test_bad_table_is_refused_in_one_line_with_its_place(text: str, message: str) -> None:
    with pytest.raises(TopicError) as caught:
        read_weights(text, "w.csv")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_stem_that_stemming_would_change_is_marked() -> None:
    table = WeightTable({"databas": 1.0, "comput": 0.5}, words={"comput": "computer"})
    assert terms("databas") != ["databas"]
    assert write_weights(table) == "word,weight\n=databas,1.0\ncomputer,0.5\n"


TERMS = st.text(max_size=12).map(terms).filter(bool).map(lambda found: found[0])
POSITIVE = st.floats(min_value=5e-324, max_value=1e308)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(TERMS, POSITIVE, min_size=1, max_size=10))
def test_written_table_reads_back_the_same(weights: dict[str, float]) -> None:
    table = WeightTable(weights)
    assert read_weights(write_weights(table)) == table
