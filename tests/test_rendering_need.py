"""Which pages need JavaScript: those that are an empty frame, and no others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from focused_crawler.rendering import needs_rendering
from focused_crawler.sample_web import build_sample_web

WORDS = b"An article says what it has to say in words of its own. " * 10
EMPTY_FRAMES = [
    b"<body><div id=root></div><script src=/app.js></script>",
    b"<body><main id=main></main><SCRIPT>start()</SCRIPT>",
    b"<body><shop-page></shop-page><script type=module src=a.js></script>",
    b"<body><p>Loading ...</p><div id=app></div><script>run()</script>",
    b"<body><noscript>Please enable JavaScript.</noscript><p>Wait</p><script>run()</script>",
    b"<body><noscript>You need Java Script</noscript><script>var data = 'words words';</script>",
]
PAGES = [
    b"",
    b"<body><div id=root></div>",
    b"<body><p>Closed on Sundays.</p><script src=count.js></script>",
    b"<body><p>" + WORDS + b"</p><div id=ads></div><script src=ads.js></script>",
    b"<body><noscript>Enable JavaScript</noscript><p>" + WORDS + b"</p><script>a()</script>",
    b"<body><form action=/in><input name=q></form><script>focus()</script>",
]


@pytest.mark.parametrize("body", EMPTY_FRAMES)
def test_empty_frame_needs_its_script(body: bytes) -> None:
    assert needs_rendering(body)


@pytest.mark.parametrize("body", PAGES)
def test_page_that_says_something_or_runs_nothing_does_not(body: bytes) -> None:
    assert not needs_rendering(body)


def test_of_the_sample_web_only_scripted_pages_do() -> None:
    pages = [page for page in build_sample_web().pages.values() if page.is_html]
    wanted = {page.url for page in pages if needs_rendering(page.body)}
    assert wanted == {page.url for page in pages if "/script/" in page.url}
    assert wanted


@given(st.binary(max_size=400))
def test_any_bytes_get_an_answer(body: bytes) -> None:
    assert needs_rendering(b"<script>" + body) in (True, False)
