"""The hand-made joins give what urljoin and safe_url_string give."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from w3lib.url import safe_url_string

from focused_crawler.page.urls import MAX_URL_CHARACTERS, OUTER_SPACE, UrlResolver

BASES = [
    "http://a.example", "http://a.example/", "https://a.example/b/c.html?d=e#f",
    "http://a.example/b//c/./../d/", "http://user:word@a.example:8080/x;y", "http://a.example/é/ü",
]  # fmt: skip
PIECES = [
    "http:", "https:", "HTTP:", "//", "/", "..", ".", "a", "b.html", "Example.org", "a.example",
    "?", "#", "&", "=", "%", "%41", "é", " ", "\t", ";", ":", "@", "8080", "[", "]", "'", '"',
    "mailto:", "javascript:", "\\", "|", "-", "_", "~", "+", ",", "!", "x=1",
]  # fmt: skip
hrefs = st.lists(st.sampled_from(PIECES), max_size=8).map("".join) | st.text(max_size=20)


def slowly(base: str, href: str) -> str | None:
    try:
        url = safe_url_string(urljoin(base, href.strip(OUTER_SPACE))).partition("#")[0]
        parts = urlsplit(url)
        return url if parts.scheme in {"http", "https"} and parts.hostname else None
    except ValueError:
        return None


@settings(max_examples=2_000, deadline=None)
@given(st.sampled_from(BASES), hrefs)
@example("http://a.example/b/c", "../../../x")
@example("http://a.example/b/c", "d//e")
@example("http://a.example/b/c", "?x'y")
def test_fast_joins_equal_slow_ones(base: str, href: str) -> None:
    base_url = slowly(base, "")
    assert base_url is not None
    resolver = UrlResolver("http://elsewhere.example/", base)
    assert resolver.resolve(href) == slowly(base_url, href.partition("#")[0])


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("c.html", "http://a.example/b/c.html"),
        ("../c", "http://a.example/c"),
        ("/c?d=1#e", "http://a.example/c?d=1"),
        ("//other.example/c", "http://other.example/c"),
        (" \n c d ", "http://a.example/b/c%20d"),
        ("#here", None),
        ("", None),
        ("p.html", None),  # the page itself
        ("javascript:go()", None),
        ("data:text/html,x", None),
        ("http://[broken", None),
        ("http://a.example:99999/", None),
        ("http:///here", "http://a.example/here"),
        ("x" * MAX_URL_CHARACTERS, "http://a.example/b/" + "x" * MAX_URL_CHARACTERS),
        ("x" * (MAX_URL_CHARACTERS + 1), None),
    ],
)
def test_links_of_a_page(href: str, url: str | None) -> None:
    assert UrlResolver("http://a.example/b/p.html").resolve(href) == url


@pytest.mark.parametrize("base", ["javascript:x", "http://[", "", "x" * 10_000])
def test_unusable_base_is_ignored(base: str) -> None:
    assert UrlResolver("http://a.example/b/p", base).resolve("c") == "http://a.example/b/c"


@settings(max_examples=300, deadline=None)
@given(hrefs)
@example(";\\;")
def test_resolving_twice_is_resolving_once(href: str) -> None:
    resolver = UrlResolver("http://elsewhere.example/", "http://a.example/b/c")
    url = resolver.resolve(href)
    # Where a backslash became a slash, urljoin sees an empty parameter only the second time.
    assert url is None or resolver.resolve(url) in (url, url.removesuffix(";"))
