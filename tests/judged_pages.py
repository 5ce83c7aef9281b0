"""Pages and judgements made by hand, for tests of what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from focused_crawler.candidate import Candidate
from focused_crawler.page import Block, Link, Page
from focused_crawler.scoring.judge import Judgement
from focused_crawler.strategy import FoundLink, JudgedPage, found_links

A, B, C = "http://a.example/", "http://b.example/", "http://c.example/"
U, V = "http://u.example/page", "http://v.example/page"


def page_of(url: str, *blocks: tuple[str, Iterable[str]]) -> Page:
    """A page of blocks, each given as its text and the URLs it links to."""
    made = [
        Block(
            i, "heading", text, tuple(Link(target, f"to {target}", 0) for target in targets), text
        )
        for i, (text, targets) in enumerate(blocks)
    ]
    return Page(url=url, title="", blocks=tuple(made))


def judged_page(
    url: str,
    blocks: Sequence[tuple[float, Iterable[str]]],
    *,
    relevance: float = 0.0,
    is_relevant: bool = True,
    level: int = 0,
    score: float = 0.0,
    clock: int = 0,
) -> JudgedPage:
    """A page fetched and judged, its blocks given as their relevance and the URLs they hold."""
    page = page_of(url, *((f"block {i}", targets) for i, (_, targets) in enumerate(blocks)))
    relevances = tuple(block for block, _ in blocks)
    judgement = Judgement(relevance, is_relevant, relevances, "", {})
    return JudgedPage(page, judgement, Candidate(url, score, level=level, clock=clock), clock)


def found(judged: JudgedPage, url: str) -> FoundLink:
    return next((link for link in found_links(judged.page) if link.url == url), FoundLink(url))
