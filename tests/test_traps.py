from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.traps import ShapeTrap, shape


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("http://a.example/cal/2024/5", "http://a.example/cal/1999/12"),
        ("http://a.example/list?page=2&sort=up", "http://a.example/list?sort=down&page=3"),
        ("http://a.example/s/0a1b2c3d4e5f/x", "http://a.example/s/ffee00112233/x"),
        ("http://a.example/?20240101", "http://a.example/?20240102"),
    ],
)
def test_urls_that_differ_in_numbers_and_values_share_a_shape(left: str, right: str):
    assert shape(left) == shape(right) is not None


def test_hosts_paths_and_query_keys_keep_shapes_apart():
    urls = (
        "http://a.example/cal/1",
        "http://b.example/cal/1",
        "http://a.example/log/1",
        "http://a.example/cal/1?day=2",
        "http://a.example/cal/1?week=2",
    )
    assert len({shape(url) for url in urls}) == len(urls)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.from_regex(r"[^\W\d]+", fullmatch=True), max_size=5))
def test_path_of_words_has_no_shape_and_is_always_admitted(words: list[str]):
    url = "http://a.example/" + "/".join(words)
    trap = ShapeTrap(pages=1)
    for _ in range(3):
        trap.outcome(url, is_relevant=False)
    assert shape(url) is None
    assert trap.admit(url)
    assert len(trap) == 0


def test_escaped_words_of_another_script_are_words():
    assert shape("http://a.example/%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82") is None


def test_calendar_that_never_yields_costs_a_bounded_number_of_pages():
    trap, fetched = ShapeTrap(pages=50), 0
    for day in range(100_000):
        url = f"http://a.example/calendar/{day}"
        if trap.admit(url):
            trap.outcome(url, is_relevant=False)
            fetched += 1
    assert 50 < fetched < 50 * 5


def test_relevant_page_opens_its_shape_again():
    trap = ShapeTrap(pages=10)
    urls = [f"http://a.example/article/{i}" for i in range(200)]
    for url in urls[:10]:
        trap.outcome(url, is_relevant=False)
    assert sum(map(trap.admit, urls)) < 40
    trap.outcome(urls[0], is_relevant=True)
    assert all(map(trap.admit, urls))


def test_asking_twice_gives_the_same_answer():
    trap = ShapeTrap(pages=1)
    trap.outcome("http://a.example/1", is_relevant=False)
    urls = [f"http://a.example/{i}" for i in range(300)]
    assert [trap.admit(url) for url in urls] == [trap.admit(url) for url in urls]


def test_memory_is_bounded_and_keeps_the_shapes_fetched_last():
    trap = ShapeTrap(pages=1, shapes=10)
    for i in range(100):
        trap.outcome(f"http://host{i}.example/1", is_relevant=False)
    assert len(trap) == 10
    assert not all(trap.admit(f"http://host99.example/{i}") for i in range(100))
    assert all(trap.admit(f"http://host0.example/{i}") for i in range(100))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_no_text_raises(text: str):
    trap = ShapeTrap(pages=1)
    for url in (text, f"http://{text}", f"http://a.example/{text}1"):
        trap.outcome(url, is_relevant=False)
        trap.admit(url)


def test_long_url_is_read_in_linear_time():
    start = process_time()
    shape("http://a.example/" + "a" * 200_000)
    assert process_time() - start < 1
