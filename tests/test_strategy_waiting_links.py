"""Evidence of waiting links: taken in from pages, moved by redirects, forgotten at the limit."""

from __future__ import annotations

import pytest
from judged_pages import A, B, U, V

from focused_crawler.candidate import Candidate
from focused_crawler.page import Block, Link, Page
from focused_crawler.scoring.judge import Judgement
from focused_crawler.strategy import JudgedPage, found_links
from focused_crawler.strategy.waiting_links import WaitingLinks


def judged(url: str, *places: tuple[str, float, int], relevance: float = 0.5) -> JudgedPage:
    """A page of one block for each place: URL of the link, relevance of the block, group."""
    blocks = tuple(
        Block(i, "heading", "x", (Link(target, "iron ore", 0, group=group),))
        for i, (target, _, group) in enumerate(places)
    )
    page = Page(url, "", blocks)
    judgement = Judgement(relevance, True, tuple(place[1] for place in places), "", {})
    return JudgedPage(page, judgement, Candidate(url, parent=B), 0, None, found_links(page))


def words(text: str) -> list[str]:
    return text.replace("/", " ").split()


def key(url: str) -> int:
    return Candidate(url).key


def test_a_link_has_the_priors_of_its_places_and_the_words_of_url_and_anchor() -> None:
    links = WaitingLinks()
    links.take_in(judged(A, (U, 0.6, 0), (U, 0.1, 1)), 0.5, words)
    link = links.get(key(U))
    assert link is not None
    assert link.places == pytest.approx(0.58 + 0.18)  # .8 * .6 + .2 * .5 and .8 * .1 + .2 * .5
    assert (link.groups_seen, link.parents, link.parents_seen) == (2, 0.5, 1)
    assert link.words == ("page", "iron", "ore")
    assert (link.has_text, link.company) == (True, 1)


def test_outcomes_known_before_count_for_the_links_beside_them_wherever_they_stand() -> None:
    for order in ((U, V), (V, U)):
        links = WaitingLinks()
        links.note(key(V), 1.0)
        page = Page(A, "", (Block(0, "page", "x", tuple(Link(u, "", 0) for u in order)),))
        judgement = Judgement(0.0, False, (0.5,), "", {})
        read = JudgedPage(page, judgement, Candidate(A, parent=B), 0, None, found_links(page))
        links.take_in(read, 0.0, words)
        link = links.get(key(U))
        assert link is not None
        assert link.places == pytest.approx((2 * 0.4 + 1) / 3)
        assert links.get(key(V)) is None


def test_a_page_is_no_evidence_for_itself() -> None:
    links = WaitingLinks()
    links.settle(key(A), 1.0)
    page = Page(A, "", (Block(0, "nav", "x", (Link(A, "", 0), Link(U, "", 0))),))
    read = JudgedPage(
        page, Judgement(1.0, True, (0.0,), "", {}), Candidate(A, parent=B), 0, None,
        found_links(page),
    )  # fmt: skip
    links.take_in(read, 1.0, words)
    link = links.get(key(U))
    assert link is not None
    assert link.places == pytest.approx(0.2)


def test_a_redirect_takes_the_evidence_along() -> None:
    links = WaitingLinks()
    links.take_in(judged(A, (U, 0.5, 0), (V, 0.5, 1)), 0.5, words)
    known = links.get(key(U))
    links.move(key(U), key(B))
    assert links.get(key(U)) is None
    assert links.get(key(B)) is known
    settled, _ = links.settle(key(B), 1.0)
    assert settled is known


def test_a_redirect_to_a_page_read_before_is_an_outcome() -> None:
    links = WaitingLinks()
    page = Page(A, "", (Block(0, "page", "x", (Link(U, "", 0), Link(V, "", 0))),))
    judgement = Judgement(0.5, True, (0.5,), "", {})
    read = JudgedPage(page, judgement, Candidate(A, parent=B), 0, None, found_links(page))
    links.take_in(read, 0.5, words)
    links.note(key(B), 1.0)
    links.move(key(U), key(B))
    beside = links.get(key(V))
    assert beside is not None
    assert beside.places == pytest.approx(2 / 3)


def test_a_candidate_tells_what_memory_has_lost_and_only_once() -> None:
    links = WaitingLinks()
    waiting = Candidate(
        U, parent=B, anchor="iron mine", blocks_seen=3, relevance_sum=1.2, parts={"text": 3.0}
    )
    links.take_in(judged(A, (U, 0.5, 0)), 0.5, words)
    for _ in range(2):
        link = links.take_up(waiting, words)
        assert (link.places, link.groups_seen) == (pytest.approx(1.7), 4)
        assert set(link.words) == {"page", "iron", "ore", "mine"}


def test_beyond_its_limits_the_oldest_is_forgotten() -> None:
    links = WaitingLinks(most_links=20, most_outcomes=20)
    for number in range(200):
        links.take_in(judged(A, (f"{A}{number}", 0.5, 0)), 0.5, words)
        links.note(number, 1.0)
        assert len(links) <= 20
    assert links.get(key(f"{A}199")) is not None
    assert links.get(key(f"{A}0")) is None
    assert links.outcome(199) == 1.0
    assert links.outcome(0) is None


def test_a_link_that_pages_still_have_is_not_forgotten() -> None:
    links = WaitingLinks(most_links=20)
    for number in range(200):
        links.take_in(judged(A, (U, 0.5, 0), (f"{A}{number}", 0.5, 0)), 0.5, words)
    known = links.get(key(U))
    assert known is not None
    assert known.parents_seen == 200


def test_what_is_forgotten_or_fetched_is_in_no_group_any_more() -> None:
    links = WaitingLinks(most_links=20)
    for number in range(30):
        places = [(f"{A}{number}", 0.5, 0), (U, 0.5, 0), (V, 0.5, 0)]
        page = Page(A, "", (Block(0, "x", "x", tuple(Link(u, "", 0) for u, *_ in places)),))
        judgement = Judgement(0.5, True, (0.5,), "", {})
        read = JudgedPage(page, judgement, Candidate(A, parent=B), 0, None, found_links(page))
        links.take_in(read, 0.5, words)
    links.settle(key(V), 1.0)
    known = links.get(key(U))
    assert known is not None
    members = [member for group in known.groups for member in group.members]
    assert all(links.get(member.key) is member for member in members)
    assert len({member.key for member in members}) == len(links) <= 20
