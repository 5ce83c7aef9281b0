"""Which links keep company: the innermost list, a table of its own, else the paragraph."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from focused_crawler.page import parse_page
from focused_crawler.page.groups import group_of, kind


def groups_of(html: str) -> dict[str, int]:
    """The number of the group of each link, by the last letter of its URL."""
    page = parse_page("http://a.example/", f"<body>{html}</body>".encode())
    return {link.url[-1]: link.group for block in page.blocks for link in block.links}


def companies(html: str) -> set[str]:
    """The links of each group, as words of their letters."""
    groups = groups_of(html)
    return {
        "".join(sorted(letter for letter in groups if groups[letter] == number))
        for number in groups.values()
    }


def link(letter: str) -> str:
    return f'<a href="/{letter}">link {letter}</a>'


@pytest.mark.parametrize(
    ("name", "expected"),
    [("ul", "list"), ("dl", "list"), ("table", "table"), ("td", "item"), ("li", "item"),
     ("p", "box"), ("div", "box"), ("section", "box")],
)  # fmt: skip
def test_what_a_region_is_to_its_links(name: str, expected: str) -> None:
    assert kind(name) == expected


@dataclass
class Box:
    kind: str


@pytest.mark.parametrize(
    ("kinds", "group"),
    [
        ([], None),
        (["item"], None),
        (["", "box", ""], 1),
        (["box", "box"], 1),
        (["box", "list", "item"], 1),
        (["list", "item", "list", "item"], 2),
        (["box", "table", "item", "item"], 1),
        (["box", "table", "item", "box"], 3),  # the table lays out the page
        (["list", "item", "table", "item", "item"], 2),
        (["table", "item", "list", "item", "box"], 2),
    ],
)
def test_the_group_around_a_link(kinds: list[str], group: int | None) -> None:
    assert group_of([(depth, Box(found)) for depth, found in enumerate(kinds)]) == group


def test_links_of_one_list_are_a_group_and_a_nested_list_is_its_own() -> None:
    inner = f"<ul><li>{link('c')}</li><li>{link('d')}</li></ul>"
    html = f"<ul><li>{link('a')}</li><li>{link('b')}{inner}</li></ul>"
    assert companies(html) == {"ab", "cd"}


def test_each_paragraph_is_a_group() -> None:
    html = f"<p>{link('a')} and {link('b')}</p><p>{link('c')}</p>"
    assert companies(html) == {"ab", "c"}


def test_a_table_of_links_is_one_group_over_all_its_rows() -> None:
    row = "<tr><td>{}</td><td>{}</td></tr>".format
    html = f"<table>{row(link('a'), link('b'))}{row(link('c'), link('d'))}</table>"
    assert companies(html) == {"abcd"}


def test_a_table_that_lays_out_the_page_leaves_its_paragraphs_apart() -> None:
    html = (
        f"<table><tr><td><p>{link('a')}</p><p>{link('b')}</p></td>"
        f"<td><ul><li>{link('c')}</li><li>{link('d')}</li></ul></td></tr></table>"
    )
    assert companies(html) == {"a", "b", "cd"}


def test_lists_under_one_heading_are_groups_apart() -> None:
    html = f"<h2>Ore</h2><ul><li>{link('a')}</li></ul><ul><li>{link('b')}</li></ul>"
    assert companies(html) == {"a", "b"}
