"""Content seen: each content belongs to the first URL, and near-duplicates find the first page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from focused_crawler.contents import MAX_COMPARED, MIN_CHARACTERS, SeenContents, content_key
from focused_crawler.fingerprints import distance, simhash
from focused_crawler.page import parse_page
from focused_crawler.sample_web import SamplePage, build_sample_web
from focused_crawler.topic.terms import count_terms

SIMHASHES = st.integers(1, 2**64 - 1)


def test_second_url_with_a_content_finds_the_first():
    contents = SeenContents()
    contents.add("http://a.test/", 7, 0)

    assert contents.find("http://b.test/", 7) == "http://a.test/"
    assert contents.find("http://a.test/", 7) is None
    assert contents.find("http://c.test/", 8) is None


def test_asking_claims_a_content_until_it_is_added():
    contents = SeenContents()

    assert contents.find("http://a.test/", 7) is None
    assert contents.find("http://b.test/", 7) == "http://a.test/"
    contents.add("http://b.test/", 7, 1)
    assert len(contents) == 0
    contents.add("http://a.test/", 7, 1)
    assert contents.find("http://b.test/", 7) == "http://a.test/"
    assert len(contents) == 1


def test_pages_without_content_are_never_the_same():
    contents = SeenContents()
    for text in ("", " \n ", "Loading..."):
        contents.add("http://a.test/", content_key(text), 5)
        assert contents.find("http://b.test/", content_key(text)) is None

    assert len(contents) == 0


def test_key_ignores_case_and_white_space_and_tells_short_texts_from_long_ones():
    assert content_key("Not  Found on this\nserver") == content_key("not found on this server")
    assert content_key("x" * MIN_CHARACTERS) != 0
    assert content_key("x" * (MIN_CHARACTERS - 1)) == 0


def test_text_with_a_few_words_changed_is_near():
    words = {f"word{number}": 1 + number % 7 for number in range(300)}
    changed = dict(words)
    changed["other"] = changed.pop("word0")
    contents = SeenContents()
    contents.add("http://a.test/", 1, simhash(words))

    assert contents.near("http://b.test/", simhash(changed)) == "http://a.test/"
    assert contents.near("http://b.test/", simhash({"quite": 3, "another": 2, "text": 1})) is None


def test_near_duplicates_point_at_the_first_page_and_never_at_themselves():
    contents = SeenContents()
    for number, url in enumerate(("http://a.test/", "http://b.test/", "http://c.test/")):
        contents.add(url, number + 1, 0xF0 + number)

    assert contents.near("http://a.test/", 0xF0) is None
    assert contents.near("http://b.test/", 0xF1) == "http://a.test/"
    assert contents.near("http://c.test/", 0xF2) == "http://a.test/"


def test_page_without_a_simhash_is_near_to_none():
    contents = SeenContents()
    contents.add("http://a.test/", 1, 0)

    assert contents.near("http://b.test/", 0) is None


@pytest.mark.parametrize("others", [MAX_COMPARED - 1, MAX_COMPARED])
def test_many_pages_of_one_template_cost_a_bounded_search(others: int) -> None:
    contents = SeenContents()
    contents.add("http://a.test/first", 1, 0xABCD)
    for number in range(others):  # alike in one quarter only
        contents.add(f"http://a.test/{number}", number + 2, 0xFFFF_FFFF_0000_ABCD | number << 20)

    near = 1 << 16 | 1 << 32 | 1 << 48 | 0xABCD  # alike in that quarter, and one bit off in others
    is_found = contents.near("http://a.test/near", near) == "http://a.test/first"
    assert is_found == (others < MAX_COMPARED)


def test_most_near_duplicates_of_the_sample_web_are_found():
    pages = build_sample_web().pages
    copies = [page for page in pages.values() if page.kind == "near-duplicate"]
    found = 0
    for page in copies:
        contents = SeenContents()
        contents.add(page.copy_of, 1, simhash(counts_of(pages[page.copy_of])))
        found += contents.near(page.url, simhash(counts_of(page))) == page.copy_of

    assert found >= 0.6 * len(copies) > 10


def counts_of(page: SamplePage) -> dict[str, int]:
    return count_terms(parse_page(page.url, page.body).text)


@given(SIMHASHES, st.sets(st.integers(0, 63), max_size=8))
def test_near_is_up_to_three_bits_wherever_they_are(original: int, flipped: set[int]):
    other = original
    for bit in flipped:
        other ^= 1 << bit
    contents = SeenContents()
    contents.add("http://a.test/", 1, original)

    is_near = other != 0 and len(flipped) <= 3
    assert distance(original, other) == len(flipped)
    assert contents.near("http://b.test/", other) == ("http://a.test/" if is_near else None)


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(1, 5)), max_size=30))
def test_each_content_has_one_owner_for_ever(asked: list[tuple[str, int]]):
    contents = SeenContents()
    owners: dict[int, str] = {}
    for number, (url, content) in enumerate(asked):
        owner = owners.setdefault(content, url)
        assert contents.find(url, content) == (None if owner == url else owner)
        if number % 2:
            contents.add(url, content, content)
    assert len(contents) <= len(owners)


def test_what_is_heard_takes_no_content_from_a_page_under_way() -> None:
    contents = SeenContents()
    assert contents.find("http://a.test/own", 77) is None
    contents.hear("http://b.test/heard", 77, 5)
    assert contents.find("http://a.test/own", 77) is None
    contents.hear("http://b.test/mirror", 0, 0)
    assert len(contents) == 0
