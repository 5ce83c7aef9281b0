from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from focused_crawler.fingerprints import (
    _derive_canonical,
    canonical_url,
    content_fingerprint,
    distance,
    simhash,
    url_fingerprint,
)

# Letters, marks and escapes that a URL's spelling can turn on, more often than chance would.
PIECES = st.sampled_from(
    ["a", "B", "9", ".", "..", "-", "_", "~", "/", "//", "%20", "%41", "%c3%a9", "%C3%A9", "%",
     "%2F", "+", "&", "=", ";", ",", ":", "@", "(", "!", "'", " ", "é", "\ud800"]
)  # fmt: skip
TEXT = st.lists(PIECES, max_size=8).map("".join)
HOSTS = st.sampled_from(["a.test", "A.Test", "xn--e1a.test", "1.2.3.4", "[::1]", "a..test", "a-b"])
PORTS = st.sampled_from(["", ":", ":80", ":443", ":080", ":8080"])


@st.composite
def urls(draw: st.DrawFn) -> str:
    base = f"{draw(st.sampled_from(['http', 'https', 'HTTP']))}://{draw(HOSTS)}{draw(PORTS)}"
    query = draw(st.none() | TEXT)
    return base + draw(st.just("") | TEXT.map("/".__add__)) + ("" if query is None else f"?{query}")


@given(urls() | st.text())
@settings(max_examples=500, deadline=None)
@example("http://[::1")
@example("http://a.test:port/")
def test_canonicalising_twice_is_canonicalising_once(url: str) -> None:
    once = canonical_url(url)
    assert canonical_url(once) == once


@given(urls())
@settings(max_examples=1000, deadline=None)
def test_the_short_way_to_a_canonical_url_agrees_with_the_long_one(url: str) -> None:
    assert canonical_url(url) == _derive_canonical.__wrapped__(url)


@pytest.mark.parametrize(
    ("spelling", "canonical"),
    [
        ("HTTP://Www.A.Test", "http://www.a.test/"),
        ("http://a.test:80/x", "http://a.test/x"),
        ("https://a.test:443", "https://a.test/"),
        ("http://user:80@a.test:80/", "http://user:80@a.test/"),
        ("http://a.test:443/x", "http://a.test:443/x"),
        ("https://a.test:80/", "https://a.test:80/"),
        ("http://a.test/x:80/", "http://a.test/x:80/"),
        (
            "http://a.test/?next=http://b.test:80/",
            "http://a.test/?next=http%3A%2F%2Fb.test%3A80%2F",
        ),
        ("http://a.test/x?b=2&a=1&a=0#top", "http://a.test/x?a=0&a=1&b=2"),
        ("http://a.test/x?a-b=1&a=2", "http://a.test/x?a=2&a-b=1"),
        ("http://a.test/a/./b/../c", "http://a.test/a/c"),
        ("http://a.test/caf%c3%a9", "http://a.test/caf%C3%A9"),
    ],
)
def test_spellings_of_one_url_have_one_canonical_form(spelling: str, canonical: str) -> None:
    assert canonical_url(spelling) == canonical
    assert url_fingerprint(spelling) == url_fingerprint(canonical)


def test_different_pages_have_different_fingerprints() -> None:
    pages = [
        "http://a.test/", "https://a.test/", "http://a.test/x", "http://a.test/X",
        "http://a.test/x/", "http://a.test/x?a=1", "http://a.test/x?a=2", "http://b.test/x",
    ]  # fmt: skip
    assert len({url_fingerprint(page) for page in pages}) == len(pages)


@given(st.text(alphabet=st.characters()))
@settings(max_examples=200, deadline=None)
def test_any_text_has_64_bit_fingerprints(text: str) -> None:
    assert 0 < url_fingerprint(text) < 1 << 64
    assert 0 <= content_fingerprint(text) < 1 << 64
    assert 0 <= simhash({text: 1}) < 1 << 64


def test_content_is_the_same_whatever_its_white_space_and_case() -> None:
    assert content_fingerprint("Iron  ore\n rose") == content_fingerprint("iron ore rose ")
    assert content_fingerprint("iron ore rose") != content_fingerprint("iron ore fell")


def test_near_duplicates_are_near_and_other_texts_are_far() -> None:
    words = {f"word{number}": 1 + number % 3 for number in range(200)}
    near = {**words, "word0": 2, "added": 1}
    other = {f"term{number}": 1 + number % 3 for number in range(200)}
    assert distance(simhash(words), simhash(near)) <= 6
    assert distance(simhash(words), simhash(other)) >= 16


def test_simhash_of_nothing_is_zero() -> None:
    assert simhash({}) == 0
