"""Pages that would take minutes or gigabytes without a guard. Bounds are wide for busy machines."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest

from focused_crawler.page import Page, parse_page
from focused_crawler.page.nesting import MAX_DEPTH, flattened

URL = "http://club.example/"
SECONDS = 6.0  # the slowest takes one or two; unguarded ones take from ten to sixty
MANY = 100_000
noise = random.Random(5)

PAGES: dict[str, bytes | str] = {
    "nested boxes": "<div>" * MANY + "end" + "</div>" * MANY,
    "nested lists": "<ul><li>" * MANY + "end",
    "nested tables": "<table><tr><td>" * MANY + "end",
    "nested lines, wrong ends": "<span>" * MANY + "</b>" * MANY + "end",
    "nested links": "".join(f"<object><a href=x{n}>" for n in range(MANY // 4)) + "end",
    "formatting left open": "".join(f"<p><font size={n}>x" for n in range(MANY)) + " end",
    "formatting left open, fewer": "".join(f"<p><font size={n}>x" for n in range(3_900)) + " end",
    "formatting misplaced": "<font size=1><b>" * 3 + "<div>x</font><p></b>" * 1_900 + "end",
    "many attributes": "<p " + " ".join(f"a{n}" for n in range(MANY)) + ">end",
    "headings left open": "<h1><div>" * MANY + "end",
    "landmarks left open": "<nav><h2>a</h2>" * (MANY // 4) + "end",
    "comments left open": "end" + "<!--" * MANY,
    "tags left open": "end" + "<a x " * MANY,
    "five megabytes of text": "word " * 1_000_000 + "end",
    "five megabytes in one word": "x" * 5_000_000 + " end",
    "signs only": "<" * 1_000_000 + " end",
}
NOT_TEXT = {
    "empty": b"",
    "zeros": bytes(1_000_000),
    "noise": noise.randbytes(5_000_000),
    "picture": b"\x89PNG\r\n\x1a\n" + noise.randbytes(1_000_000),
    "archive": b"PK\x03\x04" + noise.randbytes(1_000_000),
}


def in_time(body: bytes | str, segmenter: str = "headings") -> Page:
    start = time.process_time()
    page = parse_page(URL, body, segmenter=segmenter)
    assert time.process_time() - start < SECONDS
    return page


@pytest.mark.parametrize("segmenter", ["headings", "dom"])
@pytest.mark.parametrize("name", PAGES)
def test_hostile_page_is_read_in_time_to_its_last_word(name: str, segmenter: str) -> None:
    assert "end" in in_time(PAGES[name], segmenter).text[-50_000:]


@pytest.mark.parametrize("name", NOT_TEXT)
def test_binary_sent_as_html_is_a_page_like_any_other(name: str) -> None:
    assert in_time(NOT_TEXT[name]).url == URL


def test_a_hundred_thousand_links_are_all_found() -> None:
    page = in_time("".join(f'<a href="/p{n}">word {n}</a> ' for n in range(MANY)))
    assert len({link.url for block in page.blocks for link in block.links}) == MANY


def test_a_hundred_thousand_headings_are_all_found() -> None:
    assert len(in_time("<h2>a</h2>b" * MANY).blocks) == MANY


@pytest.mark.parametrize(
    "body", ["", "   ", "<html>", "<html><head><title>t</title></head></html>"]
)
def test_page_without_a_body_has_no_blocks(body: str) -> None:
    assert parse_page(URL, body).blocks == ()


def test_large_ordinary_page_reads_the_same_when_flattened() -> None:
    section = (
        "<section><h2 title='a > b'>Head</h2><div class=\"<i>\"><p>One <b>two</b> <a href=x>"
        "three <i>four</i></a><ul><li>five<li>six</ul><!-- <div> --></div></section>"
        "<script>if (a<b) document.write('<div>')</script>"
    )
    small = parse_page(URL, section).blocks[0]
    large = parse_page(URL, section * 400)
    assert len(large.blocks) == 400
    assert {block.text for block in large.blocks} == {small.text}
    links = {replace(link, group=0) for block in large.blocks for link in block.links}
    assert links == set(small.links)
    assert len({link.group for block in large.blocks for link in block.links}) == 400


def test_a_page_of_ordinary_size_is_parsed_as_it_is() -> None:
    page = "<div><p>One <b>two</b> <font color=red>three</font></p></div>" * 900
    assert flattened(page) == page


def test_flattening_keeps_what_is_within_the_depth() -> None:
    inside = "<div>" * MAX_DEPTH + "x" + "</div>" * MAX_DEPTH
    assert flattened(inside * 9) == inside * 9
    assert flattened("<div>" * 5_000 + "x" + "</div>" * 5_000) == inside
