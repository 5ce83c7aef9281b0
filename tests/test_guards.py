from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.guards import Limits, refusal, safety_refusal

WORDS = st.sampled_from(["a", "b", "news", "2024", "x.html"])


def of(url: str, **limits: object) -> str | None:
    return refusal(url, Limits(**limits))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("file:///etc/passwd", "scheme"),
        ("ftp://a.example/", "scheme"),
        ("javascript:void(0)", "scheme"),
        ("http://127.1/", "private_address"),
        ("http://user:pw@[::1]:8080/", "private_address"),
        ("http:///nowhere", "private_address"),
        ("http://[bad/", "malformed"),
        ("http://a.example/" + "x" * 2083, "url_length"),
        ("http://a.example" + "".join(f"/{i}" for i in range(21)), "path_depth"),
        ("http://a.example/x/x/x", "path_repeats"),
        ("http://a.example/start/a/b/a/b/a/b/end", "path_repeats"),
        ("http://a.example/photo.JPG", "suffix"),
        ("http://a.example/paper.pdf?download=1", "suffix"),
        ("http://a.example/photo.jpg;v=2", "suffix"),
    ],
)
def test_refusal_names_the_first_test_that_refuses(url: str, name: str):
    assert of(url) == name


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example",
        "http://photos.zip",
        "http://a.example/",
        "http://a.example/Image.jpg.htm",
        "http://a.example/photos.zip/",
        "http://a.example/photos.zip/index.html",
        "http://a.example/wiki/Node.js",
        "http://a.example/?file=photo.jpg",
        "http://a.example/jpg",
        "http://a.example/x/x/y/x/x",
        "http://a.example/2024/11/11/",
        "http://a.example/a/b/a/b/a",
        "http://a.example//////a",
    ],
)
def test_ordinary_pages_pass(url: str):
    assert of(url) is None


def test_zero_switches_a_limit_off():
    assert of("http://a.example/" + "x" * 3000, url_length=0) is None
    assert of("http://a.example" + "".join(f"/{i}" for i in range(50)), path_depth=0) is None
    assert of("http://a.example/x/x/x", path_repeats=0) is None
    assert of("http://a.example/a.zip", suffixes=frozenset()) is None
    assert of("http://127.0.0.1/", is_private_allowed=True) is None


def test_request_for_something_else_than_a_page_is_only_checked_for_safety():
    assert safety_refusal("http://a.example/photo.jpg", Limits()) is None
    assert safety_refusal("http://10.0.0.1/robots.txt", Limits()) == "private_address"


@settings(max_examples=200, deadline=None)
@given(
    st.lists(WORDS, max_size=4),
    st.lists(WORDS, min_size=1, max_size=3),
    st.integers(3, 4),
    st.lists(WORDS, max_size=3),
)
def test_whatever_repeats_three_times_is_found_wherever_it_stands(
    before: list[str], unit: list[str], times: int, after: list[str]
):
    path = "/".join([*before, *unit * times, *after])
    assert of(f"http://a.example/{path}") == "path_repeats"


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=12), st.integers(2, 4))
def test_found_repeats_are_those_that_a_plain_search_finds(names: list[str], times: int):
    found = any(
        names[start : start + period] * times == names[start : start + period * times]
        for period in range(1, len(names) + 1)
        for start in range(len(names) - period * times + 1)
    )
    url = "http://a.example/" + "/".join(names)
    assert (of(url, path_repeats=times) == "path_repeats") == found


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_no_text_raises(text: str):
    of(text)
    of(f"http://{text}")
    of(f"http://a.example/{text}")
