"""What counts as a term: words of any script, stop words, stems."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.topic.terms import (
    LONGEST_TOKEN,
    common_words,
    count_terms,
    stem,
    terms,
    tokens,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Iron-ore, IRON ore!", ["iron", "ore", "iron", "ore"]),
        ("in 2014, page 7 of 12", ["in", "2014", "page", "of", "12"]),
        ("COVID19 b2b 3d", ["covid19", "b2b", "3d"]),
        ("snake_case e.g. a/b", ["snake", "case", "e", "g", "a", "b"]),
        ("don't the company's o'neil 'quoted'", ["don't", "the", "company", "o'neil", "quoted"]),
        ("the company\u2019s don\u2019t", ["the", "company", "don't"]),
        ("Zürich\u2014naïve\u00a0été", ["zürich", "naïve", "été"]),
        ("e\u0301te\u0301", ["été"]),
        ("inter\u00adnational", ["international"]),
        ("ＦＵＬＬ w\uff07s 𝓐x", ["full", "w", "ax"]),
        ("слова на русском", ["слова", "на", "русском"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("", []),
        ("\ud800 lone \udfff", ["lone"]),
    ],
)
def test_tokens_are_lower_case_words_and_numbers(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("東京都", ["東京", "京都"]),
        ("水", ["水"]),
        ("これはペン。", ["これ", "れは", "はペ", "ペン"]),
        ("2014年のiron価格", ["2014", "年の", "iron", "価格"]),
        ("ภาษา", ["ภา", "าษ", "ษา"]),
        ("한국어 단어", ["한국어", "단어"]),
    ],
)
def test_unspaced_scripts_give_pairs_not_one_giant_word(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected
    assert terms(text) == expected


def test_encoded_data_is_no_word() -> None:
    assert tokens(f"{'x' * LONGEST_TOKEN} {'y' * (LONGEST_TOKEN + 1)}") == ["x" * LONGEST_TOKEN]


def test_terms_drop_stop_words_and_single_letters_and_share_stems() -> None:
    assert terms("The mining of a mine, and what it doesn't mine: x") == ["mine"] * 3


def test_words_the_papers_weigh_are_no_stop_words() -> None:
    words = "mine new free program site web book family history date poll quote trade".split()
    assert len(terms(" ".join(words))) == len(words)


def test_counts_are_how_often_each_term_stands_in_the_text() -> None:
    counts = count_terms("Ore prices: the price of ore, of ores.")
    assert counts == {"ore": 3, "price": 2}


def test_common_word_of_a_term_is_the_one_seen_most() -> None:
    words = common_words(["computing computer the computers", "computer compute"])
    assert words == {"comput": "computer"}


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_gives_clean_tokens(text: str) -> None:
    for token in tokens(text):
        assert token and not token[0].isspace() and len(token) <= LONGEST_TOKEN
        assert not token.isascii() or token == token.lower()


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=100), st.text(max_size=100))
def test_counts_of_two_texts_add_up(left: str, right: str) -> None:
    assert count_terms(f"{left}\n{right}") == count_terms(left) + count_terms(right)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_terms_are_stems_of_the_tokens_in_order(text: str) -> None:
    stems = iter([stem(token) for token in tokens(text)])
    assert all(term in stems for term in terms(text))


def test_topic_package_loads_neither_nltk_nor_scrapy_before_a_word_is_stemmed() -> None:
    code = (
        "import sys, focused_crawler.topic.library, focused_crawler.topic.contrast;"
        "print([m for m in ('nltk', 'sklearn', 'scrapy', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_stems_load_no_scientific_package_and_hide_none_from_others() -> None:
    script = (
        "import sys; from focused_crawler.topic.terms import stem; stem('mines');"
        "print([m for m in ('scipy', 'sklearn') if m in sys.modules]);"
        "import sklearn.svm; print(sklearn.svm.__name__)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["[]", "sklearn.svm"]
