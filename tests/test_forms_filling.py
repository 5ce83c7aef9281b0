"""Asking a form: which words go where, and which forms are left alone."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.forms import find_forms
from focused_crawler.forms.filling import filled

FULL = """<form action="/find?old=1#top"><input type=hidden name=part value=main>
<input name=words value=old><input name=year value=1900>
<select name=kind><option value=a>A<option value=b selected>B</select>
<select name=sort><option>By name<option>By date</select>
<input type=checkbox name=exact value=1><input type=radio name=in value=all checked>
<input type=radio name=in value=titles><input type=submit name=go value=Search></form>"""


def form_of(html: str):
    (form,) = find_forms("http://a.example/x/", html.encode())
    return form


def asked(html: str, words: str) -> dict[str, str]:
    url = filled(form_of(html), words)
    assert url is not None
    return dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))


def test_words_go_into_the_first_box_and_everything_else_stays() -> None:
    assert asked(FULL, "iron ore") == {
        "part": "main", "words": "iron ore", "year": "1900", "kind": "b", "sort": "By name",
        "in": "all",
    }  # fmt: skip
    url = filled(form_of(FULL), "x")
    assert url is not None
    assert url.startswith("http://a.example/find?part=main&")


@pytest.mark.parametrize(
    "html",
    [
        "<form method=post action=/find><input name=q></form>",
        "<form action=/find><input type=hidden name=q></form>",
        "<form action=/find><input></form>",  # a box without a name sends nothing
        "<form action=/find><input name=q><input name=zip required></form>",
        "<input type=search name=q>",  # no form: only a script knows where it leads
    ],
)
def test_forms_that_cannot_be_asked_are_left_alone(html: str) -> None:
    assert filled(form_of(html), "ore") is None


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_words_arrive_as_they_are(words: str) -> None:
    assert asked("<form action=/find><input name=q></form>", words) == {"q": words}
