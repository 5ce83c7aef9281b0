"""Best-first: a link is as good as the best whole page that holds it."""

from __future__ import annotations

import pytest
from judged_pages import A, B, U, V, found, judged_page

from focused_crawler.strategy import STRATEGIES, JudgedPage, Options
from focused_crawler.strategy.best_first import BestFirst

POOR = judged_page(A, [(0.9, [U]), (0.0, [V])], relevance=0.3)
RICH = judged_page(B, [(0.1, [U])], relevance=0.7)


def best(*parents: JudgedPage) -> tuple[float, str | None]:
    strategy, candidate = BestFirst(Options()), None
    for parent in parents:
        candidate = strategy.score(found(parent, U), parent, candidate)
    assert candidate is not None
    return candidate.score, candidate.parent


def test_all_links_of_a_page_have_its_relevance_in_whatever_block_they_stand() -> None:
    strategy = BestFirst(Options())
    for url in (U, V):
        candidate = strategy.score(found(POOR, url), POOR, None)
        assert candidate is not None
        assert candidate.score == pytest.approx(0.3)
        assert candidate.parts == pytest.approx({"page": 0.3})


def test_a_better_page_raises_a_waiting_link_and_a_worse_one_leaves_it() -> None:
    assert best(POOR, RICH) == (pytest.approx(0.7), B)
    assert best(RICH, POOR) == (pytest.approx(0.7), B)


def test_it_judges_whole_pages() -> None:
    assert BestFirst.segmenter == "page"
    assert STRATEGIES["best-first"] is BestFirst
