"""Saved pages, what a page says about itself, and the laws every segmenter keeps."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.fingerprints import folded
from focused_crawler.page import SEGMENTERS, Page, parse_page

PAGES = Path(__file__).parent / "pages"
URL = "http://club.example/start.html"
SOUP = [
    "<div>", "</div>", "<p>", "</p>", "<h1>", "</h1>", "<h2>", "</h2>", "<h3>Title</h3>", "<nav>",
    "</nav>", "<footer>", "</footer>", "<header>", "</header>", "<aside>", "</aside>", "<table>",
    "<tr>", "<td>", "</table>", "<ul>", "<li>", "</ul>", '<a href="/x">', '<a href="y" title="Y">',
    '<a href="mailto:z">', "</a>", "<b>", "</b>", "<br>", '<img alt="picture">', "<section>",
    "</section>", "<article>", "</article>", '<div role="heading" aria-level="3">',
    '<div role="navigation">', '<table role="presentation">', "<blockquote>", "</blockquote>",
    "<script>", "</script>", "<select>", "<option>", '<area href="/map" alt="map">', "<form>",
    '<iframe src="/frame" title="frame"></iframe>', "<object>", "</object>", "<main>", "</main>",
    " ", "\n", "word", "two words ", " three", "é&nbsp;&lt;", "<!-- c -->", "</", "<", "&",
]  # fmt: skip
soup = st.lists(st.sampled_from(SOUP), max_size=40).map("".join)
segmenters = st.sampled_from(sorted(SEGMENTERS))


def words(page: Page) -> Counter[str]:
    return Counter(word for block in page.blocks for word in block.text.split())


def links(page: Page) -> Counter[str]:
    return Counter(link.url for block in page.blocks for link in block.links)


@pytest.mark.parametrize("name", ["garden", "boats"])
def test_saved_page_has_the_blocks_written_beside_it(name: str) -> None:
    page = parse_page(URL, (PAGES / f"{name}.html").read_bytes())
    blocks = [
        {
            "kind": block.kind,
            "text": block.text,
            "heading": block.heading,
            "level": block.level,
            "parent": block.parent,
            "links": [[link.url, link.anchor] for link in block.links],
        }
        for block in page.blocks
    ]
    expected = json.loads((PAGES / f"{name}.json").read_text("utf-8"))
    assert blocks == expected.pop("blocks")
    assert {key: getattr(page, key) for key in expected} == expected


def test_rel_nofollow_marks_the_link_alone() -> None:
    page = parse_page(URL, '<a href=a rel="external NOFOLLOW">a</a> <a href=b>b</a>')
    assert [link.is_nofollow for block in page.blocks for link in block.links] == [True, False]
    assert not page.is_nofollow


def test_meta_robots_none_is_noindex_and_nofollow() -> None:
    page = parse_page(URL, '<meta name="Robots" content="none">')
    assert page.is_nofollow
    assert page.is_noindex


def test_page_segmenter_gives_one_block() -> None:
    page = parse_page(URL, (PAGES / "garden.html").read_bytes(), segmenter="page")
    assert [block.kind for block in page.blocks] == ["page"]


def test_link_without_text_takes_its_label() -> None:
    page = parse_page(URL, '<p>Go <a href="up" title="one level up"><svg></svg></a>')
    (link,) = page.blocks[0].links
    assert link.anchor == "one level up"
    assert page.blocks[0].text == "Go one level up"


def test_link_around_a_picture_takes_its_alternative_text() -> None:
    page = parse_page(URL, '<a href="tree"><img alt="an old tree"></a>')
    assert page.blocks[0].links[0].anchor == "an old tree"


def test_surrounding_leaves_the_anchor_out() -> None:
    block = parse_page(URL, "<p>one <a href=x>two</a> three").blocks[0]
    assert block.surrounding(block.links[0]).split() == ["one", "three"]


def test_heading_path_leads_from_the_top_to_the_block() -> None:
    page = parse_page(URL, "<h1>Trees</h1><h3>Oak</h3>leaf<h2>Ash</h2>seed")
    assert page.heading_path(1) == ("Trees", "Oak")
    assert page.heading_path(2) == ("Trees", "Ash")


@settings(max_examples=300, deadline=None)
@given(soup, segmenters)
def test_offset_points_at_the_anchor(markup: str, segmenter: str) -> None:
    for block in parse_page(URL, markup, segmenter=segmenter).blocks:
        for link in block.links:
            assert block.text[link.offset : link.offset + len(link.anchor)] == link.anchor


@settings(max_examples=300, deadline=None)
@given(soup)
def test_every_segmenter_keeps_each_word_and_link_once(markup: str) -> None:
    whole = parse_page(URL, markup, segmenter="page")
    for segmenter in ("headings", "dom"):
        cut = parse_page(URL, markup, segmenter=segmenter)
        assert words(cut) == words(whole)
        assert links(cut) == links(whole)


@settings(max_examples=300, deadline=None)
@given(soup, segmenters)
def test_blocks_are_numbered_filled_and_folded(markup: str, segmenter: str) -> None:
    page = parse_page(URL, markup, segmenter=segmenter)
    for number, block in enumerate(page.blocks):
        assert block.index == number
        assert block.text or block.links
        assert block.text == " ".join(block.text.split())
        assert block.parent is None or page.blocks[block.parent].level < block.level


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400), segmenters, st.none() | st.text(max_size=12))
def test_no_bytes_raise(body: bytes, segmenter: str, encoding: str | None) -> None:
    assert parse_page(URL, body, encoding=encoding, segmenter=segmenter).url == URL


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(), max_size=300), st.text(max_size=60))
def test_no_text_and_no_page_url_raise(body: str, url: str) -> None:
    assert parse_page(url, f"{body}<a href='{body}'>x</a>").url == url


@given(soup, segmenters)
@settings(max_examples=60, deadline=None)
def test_folded_text_is_the_text_with_its_white_space_folded(html: str, segmenter: str) -> None:
    page = parse_page(URL, html, segmenter=segmenter)
    assert page.folded_text == folded(page.text)


@pytest.mark.parametrize("space", ["  ", "\n", "\t", "\v", "\x1f", "\xa0", "\u2003", " \x1c  "])
def test_a_long_text_is_folded_at_every_space_there_is(space: str) -> None:
    text = f" {'many words ' * 200}{space}last "
    assert parse_page(URL, f"<p>{text}</p>").text == " ".join(text.split())
