"""The default method: worked scores, what outcomes do to links that wait, restarts."""

from __future__ import annotations

from math import exp, log, log1p

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_pages import A, B, C, U, V

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import open_frontier
from focused_crawler.frontier.base import Frontier
from focused_crawler.page import Block, Link, Page
from focused_crawler.ranker import Ranker
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy import JudgedPage, Options, Outcome
from focused_crawler.strategy.adaptive import BIAS, WEIGHTS, Adaptive, chance
from focused_crawler.strategy.reputation import Evidence
from focused_crawler.topic.weights import WeightTable

ORE, CAKE = "iron iron ore", "cake icing flour"
SEED_KEYS = {"places", "parents", "path", "text", "company", "rare", "topic", "words"}


def ranker_of(**options: object) -> Ranker:
    judge = Judge(WeightTable({"iron": 1.0, "ore": 0.5}), learn_share=0.0).fit()
    return Ranker(judge, Adaptive(Options(), **options))  # type: ignore[arg-type]


def page_of(url: str, *groups: tuple[str, list[str]], title: str = "") -> Page:
    """A page of one block for each text, its links in one group: "URL anchor words"."""
    blocks = []
    for i, (text, links) in enumerate(groups):
        made = tuple(Link(*link.split(" ", 1), 0, group=i) for link in links)  # type: ignore[arg-type]
        blocks.append(Block(i, "heading", text, made, text))
    return Page(url, title, tuple(blocks))


def queue(ranker: Ranker, frontier: Frontier, page: Page, candidate: Candidate) -> JudgedPage:
    """Read a page as a crawl does."""
    judged = ranker.read(page, candidate)
    ranker.settle(frontier)
    for found in ranker.links(judged, frontier.get):
        frontier.push(found)
    frontier.done(candidate.key)
    return judged


def link_on(url: str) -> Candidate:
    return Candidate(url, parent=A)


def score_of(frontier: Frontier, url: str) -> float:
    waiting = frontier.get(Candidate(url).key)
    assert waiting is not None
    return waiting.score


def test_the_parts_of_a_first_link_are_those_of_the_formulas() -> None:
    ranker = ranker_of()
    judged = ranker.read(page_of(A, (ORE, [f"{U} iron", f"{V} to a cake"])), Candidate(A))
    first, second = ranker.links(judged, lambda _: None)
    block = judged.judgement.blocks[0]
    rep = 0.8 * block + 0.2  # of a seed, whose relevance is 1
    unweighted = {name: value / WEIGHTS[name] for name, value in first.parts.items()}
    assert unweighted.keys() == SEED_KEYS
    assert unweighted["places"] == pytest.approx(log(0.03 + rep / 2))
    assert unweighted["parents"] == pytest.approx(0.0)  # log 2 - log 2
    assert unweighted["path"] == pytest.approx(0.0)  # nothing was fetched from there
    assert unweighted["text"] == 1.0
    assert unweighted["company"] == pytest.approx(-log1p(2))
    assert unweighted["topic"] == 1.0  # "iron" is the heaviest word
    assert unweighted["words"] == 0.0
    assert first.score == pytest.approx(1 / (1 + exp(-(BIAS + sum(first.parts.values())))))
    assert second.parts["topic"] == 0.0
    assert first.score > second.score


def test_rare_words_count_up_to_those_in_the_titles_of_the_seeds() -> None:
    seen = {}
    for title in ("", "the people of the time"):
        ranker = ranker_of()
        page = page_of(A, (ORE, [f"{U} haematite magnetite"]), title=title)
        (link,) = ranker.links(ranker.read(page, Candidate(A)), lambda _: None)
        seen[title] = link.parts["rare"]
    common, free = seen["the people of the time"], seen[""]
    assert 0 < common < free


def test_later_seeds_change_the_limit_for_links_found_before() -> None:
    ranker, frontier = ranker_of(), open_frontier("memory:")
    queue(ranker, frontier, page_of(A, (ORE, [f"{U} haematite"]), title="haematite"), Candidate(A))
    queue(ranker, frontier, page_of(B, (ORE, []), title="people time"), Candidate(B))
    waiting = frontier.pop()
    assert waiting is not None
    before = waiting.parts["rare"]
    ranker.strategy.refresh(waiting)
    assert waiting.parts["rare"] < before


def test_a_good_outcome_moves_the_links_beside_it_at_once_and_no_others() -> None:
    ranker, frontier = ranker_of(), open_frontier("memory:")
    links = [f"{A}{n} see" for n in range(3)]
    queue(ranker, frontier, page_of(A, (CAKE, links[:2]), (CAKE, links[2:])), Candidate(A))
    before = [score_of(frontier, f"{A}{n}") for n in range(3)]
    fetched = frontier.get(Candidate(f"{A}0").key)
    assert fetched is not None
    queue(ranker, frontier, page_of(f"{A}0", (ORE, [])), fetched)
    assert score_of(frontier, f"{A}1") > before[1]
    assert score_of(frontier, f"{A}2") == before[2]


def test_a_link_whose_group_fell_waits_again_with_less_and_another_goes_first() -> None:
    ranker, frontier = ranker_of(), open_frontier("memory:")
    bad = [f"http://bad.example/{n} iron ore" for n in range(9)]
    rest = ["http://other.example/0 iron stone"]
    queue(ranker, frontier, page_of(A, (ORE, bad), (ORE, rest)), Candidate(A))
    for number in range(6):
        fetched = link_on(f"http://bad.example/{number}")
        queue(ranker, frontier, page_of(fetched.url, (CAKE, [])), fetched)
    stale = score_of(frontier, "http://bad.example/8")
    assert stale > score_of(frontier, "http://other.example/0") * 0.9
    chosen = ranker.next(frontier)
    assert chosen is not None
    assert chosen.url == "http://other.example/0"
    assert score_of(frontier, "http://bad.example/8") <= stale


def test_what_is_fetched_carries_the_parts_of_the_moment() -> None:
    ranker, frontier = ranker_of(), open_frontier("memory:")
    queue(ranker, frontier, page_of(A, (CAKE, [f"{U} see", f"{V} see"])), Candidate(A))
    queue(ranker, frontier, page_of(U, (ORE, [])), link_on(U))
    chosen = ranker.next(frontier)
    assert chosen is not None
    assert chosen.url == V
    assert chosen.score == pytest.approx(chance(chosen.parts))
    assert chosen.parts["words"] > 0  # "see" has led to ore


def test_dead_links_make_those_beside_them_and_their_host_worth_less() -> None:
    ranker, frontier = ranker_of(), open_frontier("memory:")
    queue(ranker, frontier, page_of(A, (ORE, [f"{B}1 x", f"{B}2 x", f"{C}1 x"])), Candidate(A))
    before = {url: score_of(frontier, url) for url in (f"{B}2", f"{C}1")}
    ranker.strategy.failed(link_on(f"{B}1"))
    after = {}
    for url in before:
        candidate = link_on(url)
        ranker.strategy.refresh(candidate)
        after[url] = candidate.score
    assert after[f"{B}2"] < after[f"{C}1"] < before[f"{C}1"]


def test_a_link_to_a_page_read_before_is_passed_over_and_leaves_no_evidence() -> None:
    ranker, frontier = ranker_of(), open_frontier("memory:")
    queue(ranker, frontier, page_of(A, (ORE, [f"{U} x"])), Candidate(A))
    queue(ranker, frontier, page_of(U, (ORE, [f"{A} back"])), link_on(U))
    judged = ranker.read(page_of(B, (CAKE, [f"{U} x"])), link_on(B))
    assert list(ranker.links(judged, frontier.get)) == []
    assert isinstance(ranker.strategy, Adaptive)
    assert len(ranker.strategy.links) == 0


def test_a_url_a_spider_made_up_is_scored_by_its_page() -> None:
    scores = []
    for text in (ORE, CAKE):
        ranker = ranker_of()
        judged = ranker.read(page_of(A, (text, [])), link_on(A))
        made_up = ranker.link(U, judged, lambda _: None)
        assert made_up is not None
        scores.append(made_up.score)
    assert scores[0] > 2 * scores[1] > 0


def test_extra_parts_are_asked_and_shown() -> None:
    class Longing:
        def __init__(self) -> None:
            self.pages: list[str] = []

        def observe(self, judged: JudgedPage) -> None:
            self.pages.append(judged.page.url)

        def parts(self, link: Evidence) -> dict[str, float]:
            return {"longing": 2.0}

    longing = Longing()
    with_it, without = ranker_of(extra=[longing]), ranker_of()
    links = []
    for ranker in (with_it, without):
        judged = ranker.read(page_of(A, (ORE, [f"{U} iron"])), Candidate(A))
        links += ranker.links(judged, lambda _: None)
    assert longing.pages == [A]
    assert links[0].parts == links[1].parts | {"longing": 2.0}
    assert links[0].score > links[1].score


def test_a_weight_of_0_switches_a_part_off() -> None:
    ranker = ranker_of(weights=WEIGHTS | {"topic": 0.0})
    judged = ranker.read(page_of(A, (ORE, [f"{U} iron"])), Candidate(A))
    (link,) = ranker.links(judged, lambda _: None)
    assert link.parts["topic"] == 0.0


pages = st.lists(
    st.tuples(
        st.integers(0, 7),
        st.sampled_from([ORE, CAKE, f"{ORE} {CAKE}"]),
        st.lists(st.integers(0, 7), max_size=5),
    ),
    max_size=8,
)


@settings(max_examples=40, deadline=None)
@given(pages)
def test_scores_are_chances_whatever_is_crawled(web) -> None:  # type: ignore[no-untyped-def]
    ranker, frontier = ranker_of(), open_frontier("memory:")
    for number, text, targets in web:
        links = [f"http://h{n % 3}.example/{n} {text}" for n in targets]
        url = f"http://h{number % 3}.example/{number}"
        if frontier.state(Candidate(url).key) != "done":
            queue(ranker, frontier, page_of(url, (text, links)), link_on(url))
    for waiting in frontier.waiting():
        ranker.strategy.refresh(waiting)
        assert 0 < waiting.score < 1
        assert waiting.score == pytest.approx(chance(waiting.parts))


def test_the_cost_of_a_page_does_not_grow_with_the_crawl() -> None:
    ranker = ranker_of()
    strategy = ranker.strategy
    assert isinstance(strategy, Adaptive)
    touched = []
    for number in range(300):
        url = f"http://h.example/{number}"
        links = [f"http://h.example/{number + 1} next", "http://h.example/about about us"]
        ranker.read(page_of(url, (ORE, [*links, f"http://h.example/x{number} x"])), link_on(url))
        known = strategy.links.get(Candidate("http://h.example/about").key)
        assert known is not None
        touched.append(len(list(strategy.moved())) + len(known.groups))
    assert max(touched[150:]) <= max(touched[:150])


def test_a_restart_goes_on_with_the_rates_of_words_and_folders_and_the_seeds_titles() -> None:
    pages = [
        (Candidate(A), page_of(A, (ORE, [f"{B}mine/1 pit", f"{B}cafe/1 tea"]), title="iron pits")),
        (Candidate(f"{B}mine/1", parent=A, anchor="pit"), page_of(f"{B}mine/1", (ORE, []))),
        (Candidate(f"{B}cafe/1", parent=A, anchor="tea"), page_of(f"{B}cafe/1", (CAKE, []))),
    ]
    through, outcomes = ranker_of(), []
    for candidate, page in pages:
        judged = through.read(page, candidate)
        outcomes.append(
            Outcome(candidate.url, candidate.anchor, judged.judgement.relevance,
                    candidate.is_seed, page.title)
        )  # fmt: skip
    resumed = ranker_of()
    resumed.strategy.relearn(outcomes, resumed.judge)
    next_page = page_of(C, (ORE, [f"{B}mine/2 pit", f"{B}cafe/2 tea"]))
    found = [
        list(ranker.links(ranker.read(next_page, link_on(C)), lambda _: None))
        for ranker in (through, resumed)
    ]
    for one, other in zip(*found, strict=True):
        assert one.parts == pytest.approx(other.parts, rel=0.02)
    assert found[1][0].parts["words"] > 0 > found[1][1].parts["words"]
    assert found[1][0].parts["path"] > found[1][1].parts["path"]


def test_after_a_restart_a_waiting_link_keeps_what_it_had_and_follows_what_is_learnt() -> None:
    ranker, frontier = ranker_of(), open_frontier("memory:")
    queue(ranker, frontier, page_of(A, (ORE, [f"{U} pit", f"{V} tea"])), Candidate(A))
    resumed = ranker_of()
    for waiting in list(frontier.waiting()):
        before = waiting.score
        resumed.strategy.relearn([], resumed.judge)
        resumed.strategy.refresh(waiting)
        assert waiting.score == pytest.approx(before, rel=0.15)
    queue(resumed, frontier, page_of(B, (ORE, [f"{V} tea"])), link_on(B))
    again = frontier.get(Candidate(V).key)
    assert again is not None
    assert again.blocks_seen == 2  # of the page before the restart and of the one after it


def test_what_another_worker_read_moves_the_links_beside_it_and_teaches_its_words() -> None:
    ranker, frontier = ranker_of(), open_frontier("memory:")
    links = [f"{A}{n} see" for n in range(3)]
    queue(ranker, frontier, page_of(A, (CAKE, links[:2]), (CAKE, links[2:])), Candidate(A))
    before = [score_of(frontier, f"{A}{n}") for n in range(3)]
    ranker.strategy.hear([Outcome(f"{A}0", "see", 1.0, is_seed=False)], ranker.judge)
    ranker.settle(frontier)
    assert score_of(frontier, f"{A}1") > before[1]
    assert score_of(frontier, f"{A}2") == before[2]
    assert isinstance(ranker.strategy, Adaptive)
    assert ranker.strategy.experience.pages == 2
