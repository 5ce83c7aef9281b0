"""DOM blocks (003, algorithm 1) by hand-drawn trees."""

from __future__ import annotations

import pytest

from focused_crawler.page import parse_page

URL = "http://club.example/"


def texts(markup: str) -> list[str]:
    return [block.text for block in parse_page(URL, markup, segmenter="dom").blocks]


def test_region_splits_while_tall_and_a_child_has_links() -> None:
    # Heights: root 3, outer div 2, its children 1. The inner ones are below half of the root's.
    left, right = (f"<div><p><a href={name}>{name}</a></div>" for name in "lr")
    assert texts(f"<div>{left}{right}</div>") == ["l", "r"]


def test_region_below_half_of_the_root_height_stays_whole() -> None:
    deep = "<div><div><div><div><a href=d>d</a></div></div></div></div>"
    low = "<div><p><a href=a>a</a></p><p><a href=b>b</a></p></div>"
    assert texts(deep + low) == ["d", "a b"]


def test_region_without_links_is_not_split() -> None:
    assert texts("<div><p>a</p><p>b</p></div>") == ["a b"]


def test_text_beside_the_children_stays_together() -> None:
    assert texts("<div>one<p><a href=x>x</a></p>two</div>") == ["one two", "x"]


@pytest.mark.parametrize("tag", ["h1", "h6"])
def test_headings_segmenter_falls_back_to_dom_blocks(tag: str) -> None:
    markup = f"<nav>n</nav><table><td><{tag}>t</{tag}><a href=x>x</a></table>"
    assert [block.kind for block in parse_page(URL, markup).blocks] == ["nav", "dom"]
