"""Breadth-first: in the order of finding, whatever the pages are about."""

from __future__ import annotations

from judged_pages import A, B, U, V, found, judged_page

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import open_frontier
from focused_crawler.strategy import Options, found_links
from focused_crawler.strategy.breadth_first import BreadthFirst


def test_links_come_out_in_the_order_they_were_found() -> None:
    strategy, frontier = BreadthFirst(Options()), open_frontier("memory:")
    pages = [
        judged_page(A, [(0.1, [U, V])], relevance=0.0, is_relevant=False),
        judged_page(B, [(1.0, ["http://w.example/", U])], relevance=1.0),
    ]
    for page in pages:
        for link in found_links(page.page):
            candidate = strategy.score(link, page, frontier.get(Candidate(link.url).key))
            assert candidate is not None
            frontier.push(candidate)
    popped = [frontier.pop() for _ in range(3)]
    assert [candidate and candidate.url for candidate in popped] == [U, V, "http://w.example/"]
    assert frontier.pop() is None


def test_the_first_parent_stays_the_parent() -> None:
    strategy = BreadthFirst(Options())
    first, second = judged_page(A, [(0.1, [U])]), judged_page(B, [(0.9, [U])], relevance=0.9)
    waiting = strategy.score(found(first, U), first, None)
    again = strategy.score(found(second, U), second, waiting)
    assert again is not None
    assert (again.parent, again.depth, again.score) == (A, 1, 0.0)


def test_nothing_is_ever_dropped() -> None:
    strategy = BreadthFirst(Options(max_level=0))
    for clock in range(5):
        strategy.observe(judged_page(A, [], is_relevant=False, level=1, score=1.0, clock=clock))
    assert strategy.admits(Candidate(U, level=1))
