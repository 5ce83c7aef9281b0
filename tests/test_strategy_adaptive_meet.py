"""The short way for links that wait already: the same score, without a candidate."""

from __future__ import annotations

from judged_pages import A, U
from test_strategy_adaptive import CAKE, ORE, page_of, queue, ranker_of, score_of

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import open_frontier
from focused_crawler.strategy.adaptive import TOLD_AT, Adaptive

PARENTS = [f"http://p{n}.test/" for n in range(6)]


def crawl(*, meets: bool) -> tuple[list[float], list[bool]]:
    """The scores of a link as page after page has it, and where the short way was taken."""
    ranker, frontier = ranker_of(), open_frontier("memory:")
    scores, short = [], []
    queue(ranker, frontier, page_of(A, (ORE, [f"{U} iron"])), Candidate(A))
    for number, url in enumerate(PARENTS):
        page = page_of(url, (ORE if number % 2 else CAKE, [f"{U} word{number}"]))
        judged = ranker.read(page, Candidate(url, parent=A))
        (found,) = judged.links
        met = ranker.strategy.meet(found, judged) if meets else None
        if met:
            frontier.rescore(found.key, met.score)
        else:
            for candidate in ranker.links(judged, frontier.get):
                frontier.push(candidate)
        short.append(met is not None)
        scores.append(score_of(frontier, U))
    return scores, short


def test_the_short_way_gives_the_score_of_the_long_one() -> None:
    scores, short = crawl(meets=True)
    assert any(short)
    assert scores == crawl(meets=False)[0]


def test_at_some_numbers_of_parents_the_frontier_is_told_everything() -> None:
    _, short = crawl(meets=True)
    parents = range(2, len(PARENTS) + 2)  # the seed page is the first
    assert not any(is_short for n, is_short in zip(parents, short, strict=True) if n in TOLD_AT)


def test_a_link_nobody_scored_is_not_met() -> None:
    ranker = ranker_of()
    assert isinstance(ranker.strategy, Adaptive)
    judged = ranker.read(page_of(A, (ORE, [f"{U} iron"])), Candidate(A))
    assert ranker.strategy.meet(judged.links[0], judged) is None
