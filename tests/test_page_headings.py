"""What cuts a page at its headings, and what does not."""

from __future__ import annotations

from focused_crawler.page import Block, parse_page

URL = "http://club.example/"


def blocks(markup: str) -> tuple[Block, ...]:
    return parse_page(URL, markup).blocks


def kinds_and_texts(markup: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in blocks(markup)]


def test_heading_starts_a_block_and_text_before_it_is_the_lead() -> None:
    assert kinds_and_texts("a<h2>b</h2>c<h2>d</h2>e") == [
        ("lead", "a"),
        ("heading", "b c"),
        ("heading", "d e"),
    ]


def test_parent_is_the_nearest_earlier_heading_of_a_smaller_level() -> None:
    found = blocks("<h1>a</h1><h3>b</h3><h2>c</h2><h3>d</h3><h1>e</h1>")
    assert [(block.level, block.parent) for block in found] == [
        (1, None),
        (3, 0),
        (2, 0),
        (3, 2),
        (1, None),
    ]


def test_heading_in_a_table_cell_does_not_cut_the_table() -> None:
    assert kinds_and_texts("<h1>a</h1><table><td><h2>b</h2>c<td>d</table>e") == [
        ("heading", "a b c d e")
    ]


def test_heading_in_a_layout_table_cuts() -> None:
    markup = "<h1>a</h1><table role=presentation><td><h2>b</h2>c<td>d</table>e"
    assert kinds_and_texts(markup) == [("heading", "a"), ("heading", "b c d e")]


def test_role_heading_cuts_at_its_aria_level() -> None:
    found = blocks("<div role=heading aria-level=3>a</div>b<div role=heading>c</div>d")
    assert [(block.heading, block.level) for block in found] == [("a", 3), ("c", 2)]


def test_landmarks_do_not_join_the_block_around_them() -> None:
    assert kinds_and_texts("<h1>a</h1>b<nav>c</nav>d<div role=contentinfo>e</div>f") == [
        ("heading", "a b d f"),
        ("nav", "c"),
        ("footer", "e"),
    ]


def test_footer_of_an_article_is_part_of_it() -> None:
    assert kinds_and_texts("<article><h1>a</h1>b<footer>c</footer></article>") == [
        ("heading", "a b c")
    ]


def test_header_with_a_heading_introduces_the_text_after_it() -> None:
    assert kinds_and_texts("<header>a<h1>b</h1></header>c") == [("lead", "a"), ("heading", "b c")]


def test_several_headings_cut_a_landmark() -> None:
    found = blocks("<h1>a</h1><nav><h2>b</h2>c<h2>d</h2>e</nav>f")
    assert [(block.kind, block.heading, block.text) for block in found] == [
        ("heading", "a", "a f"),
        ("nav", "b", "b c"),
        ("nav", "d", "d e"),
    ]


def test_link_around_a_heading_belongs_to_it_with_its_picture() -> None:
    found = blocks("<h1>a</h1><a href=x><img alt=b><h2>c</h2></a>d")
    assert found[1].text == "b c d"
    assert found[1].links[0].anchor == "b c"


def test_empty_heading_does_not_cut() -> None:
    assert kinds_and_texts("<h1>a</h1>b<h2> </h2>c") == [("heading", "a b c")]


def test_heading_never_closed_is_not_the_whole_page() -> None:
    (block,) = blocks("<h1><div>" + "word " * 10_000)
    assert len(block.heading) <= 500
    assert len(block.text) == 49_999
