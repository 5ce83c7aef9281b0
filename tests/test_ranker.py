"""From a page to candidates: the clock, merging with what waits, seeds, made-up URLs."""

from __future__ import annotations

import pytest
from judged_pages import A, B, U, V, page_of

from focused_crawler.candidate import Candidate
from focused_crawler.page import Block, Link, Page
from focused_crawler.ranker import Ranker
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy import STRATEGIES, Options
from focused_crawler.topic.weights import WeightTable

ORE, OTHER = "iron iron ore", "cake icing flour"


def ranker_of(method: str = "block-score") -> Ranker:
    judge = Judge(WeightTable({"iron": 1.0, "ore": 0.5}), learn_share=0.0).fit()
    return Ranker(judge, STRATEGIES[method](Options()))


def nothing_waits(_: int) -> None:
    return None


def test_a_page_gives_one_candidate_for_each_url_in_document_order() -> None:
    ranker = ranker_of()
    page = page_of(A, (OTHER, [V]), (ORE, [U, V]))
    judged = ranker.read(page, Candidate(A, depth=2))
    found = list(ranker.links(judged, nothing_waits))
    assert [candidate.url for candidate in found] == [V, U]
    assert [candidate.depth for candidate in found] == [3, 3]
    assert found[1].score == pytest.approx(1.0)  # the block holds the topic's words alone
    assert found[0].score == pytest.approx(0.75)  # 0.5 * 1 + 0.5 * (0 + 1) / 2


def test_two_spellings_of_a_url_are_one_link() -> None:
    ranker = ranker_of()
    spellings = ["http://u.example/?b=1&a=2", "http://U.example:80/?a=2&b=1#top"]
    judged = ranker.read(page_of(A, (ORE, spellings[:1]), (OTHER, spellings[1:])), Candidate(A))
    (candidate,) = ranker.links(judged, nothing_waits)
    assert (candidate.url, candidate.blocks_seen) == (spellings[0], 2)


def test_nofollow_is_obeyed() -> None:
    links = (Link(U, "u", 0, is_nofollow=True), Link(V, "v", 0))
    page = Page(A, "", (Block(0, "lead", ORE, links),))
    ranker = ranker_of()
    assert [c.url for c in ranker.links(ranker.read(page, Candidate(A)), nothing_waits)] == [V]
    closed = Page(A, "", page.blocks, is_nofollow=True)
    assert not list(ranker.links(ranker.read(closed, Candidate(A)), nothing_waits))


def test_the_clock_counts_the_pages_judged() -> None:
    ranker = ranker_of()
    clocks = [ranker.read(page_of(url, (ORE, [])), Candidate(url)).clock for url in (A, B)]
    assert clocks == [0, 1]
    assert ranker.clock == 2


def test_a_url_a_spider_made_up_has_the_relevance_of_the_page() -> None:
    ranker = ranker_of()
    judged = ranker.read(page_of(A, (ORE, []), (OTHER, [])), Candidate(A))
    candidate = ranker.link(U, judged, nothing_waits)
    assert candidate is not None
    assert candidate.score == judged.judgement.relevance > 0


def test_a_new_parent_does_not_change_how_a_url_is_fetched() -> None:
    waiting = Candidate(U, score=0.1, parent=B, request={"callback": "parse_detail"})
    for method in STRATEGIES:
        ranker = ranker_of(method)
        judged = ranker.read(page_of(A, (ORE, [U])), Candidate(A))
        (candidate,) = ranker.links(judged, lambda _: Candidate.from_dict(waiting.to_dict()))
        assert candidate.request == {"callback": "parse_detail"}, method


def test_a_seed_that_still_waits_stays_a_seed() -> None:
    for method in STRATEGIES:
        ranker = ranker_of(method)
        judged = ranker.read(page_of(A, (OTHER, [U])), Candidate(A))
        (candidate,) = ranker.links(judged, lambda _: Candidate(U, score=1e6))
        assert candidate.is_seed, method
        assert candidate.score == 1e6, method
