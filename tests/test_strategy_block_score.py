"""Score(u) = mu R(t,b) + (1 - mu) R(t,l), by numbers worked out by hand."""

from __future__ import annotations

import pytest
from judged_pages import A, B, C, U, V, found, judged_page

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import Pushed, open_frontier
from focused_crawler.strategy import JudgedPage, Options
from focused_crawler.strategy.block_score import BlockScore

FIRST = judged_page(A, [(0.8, [U]), (0.2, [U])])
BETTER = judged_page(B, [(0.9, [U])])
WORSE = judged_page(C, [(0.1, [U])])


def scored(
    *parents: JudgedPage, url: str = U, strategy: BlockScore | None = None, mu: float = 0.5
) -> Candidate:
    strategy = strategy or BlockScore(Options(mu=mu))
    candidate = None
    for parent in parents:
        candidate = strategy.score(found(parent, url), parent, candidate)
        assert candidate is not None
    assert candidate is not None
    return candidate


def test_score_of_a_link_in_two_blocks_of_one_page() -> None:
    candidate = scored(FIRST)  # 0.5 * 0.8 + 0.5 * (0.8 + 0.2) / 2
    assert candidate.score == pytest.approx(0.65)
    assert candidate.parts == pytest.approx({"block": 0.8, "parents": 0.5})
    assert (candidate.parent, candidate.block, candidate.heading) == (A, 0, "block 0")


def test_a_better_parent_raises_the_score_and_becomes_the_parent() -> None:
    candidate = scored(FIRST, BETTER)  # 0.5 * 0.9 + 0.5 * (0.8 + 0.2 + 0.9) / 3
    assert candidate.score == pytest.approx(0.45 + 0.5 * 1.9 / 3)
    assert candidate.parent == B


def test_a_worse_parent_lowers_the_mean_and_the_best_block_stays() -> None:
    candidate = scored(FIRST, WORSE)  # 0.5 * 0.8 + 0.5 * (0.8 + 0.2 + 0.1) / 3
    assert candidate.score == pytest.approx(0.4 + 0.5 * 1.1 / 3)
    assert (candidate.parent, candidate.block) == (A, 0)


def test_the_mean_is_over_every_block_of_every_parent() -> None:
    candidate = scored(FIRST, BETTER, WORSE)
    assert candidate.parts["parents"] == pytest.approx((0.8 + 0.2 + 0.9 + 0.1) / 4)
    assert candidate.blocks_seen == 4


def test_the_order_of_parents_does_not_matter() -> None:
    assert scored(FIRST, BETTER, WORSE).score == pytest.approx(scored(WORSE, FIRST, BETTER).score)


def test_with_mu_1_only_the_best_block_counts() -> None:
    assert scored(FIRST, WORSE, mu=1.0).score == pytest.approx(0.8)


def test_with_mu_0_only_the_mean_over_the_parents_counts() -> None:
    assert scored(FIRST, WORSE, mu=0.0).score == pytest.approx(1.1 / 3)


def test_a_link_that_no_block_holds_has_the_relevance_of_the_page() -> None:
    page = judged_page(A, [(0.8, [V])], relevance=0.4)
    candidate = scored(page)
    assert candidate.score == pytest.approx(0.4)
    assert (candidate.parent, candidate.block) == (A, None)


@pytest.mark.parametrize(("parent", "outcome"), [(BETTER, Pushed.RAISED), (WORSE, Pushed.LOWERED)])
def test_a_queued_url_moves_when_a_new_parent_is_found(parent: JudgedPage, outcome: Pushed) -> None:
    strategy, frontier = BlockScore(Options()), open_frontier("memory:")
    waiting = scored(FIRST, strategy=strategy)
    rival = Candidate(V, score=0.7 if outcome is Pushed.RAISED else 0.6)
    for candidate in (waiting, rival):
        frontier.push(candidate)
    moved = strategy.score(found(parent, U), parent, frontier.get(waiting.key))
    assert moved is not None
    assert frontier.push(moved) is outcome
    first = frontier.pop()
    assert first is not None
    assert first.url == (U if outcome is Pushed.RAISED else V)


def test_links_of_relevant_pages_are_at_level_0() -> None:
    parent = judged_page(A, [(0.1, [U])], is_relevant=True, level=2)
    assert scored(parent).level == 0


def test_links_of_an_irrelevant_page_are_one_level_below_it() -> None:
    for level in range(3):
        parent = judged_page(A, [(0.1, [U])], is_relevant=False, level=level)
        assert scored(parent).level == level + 1


def test_no_tunnel_passes_more_than_max_level_irrelevant_pages() -> None:
    strategy = BlockScore(Options(max_level=3))
    parent = judged_page(A, [(0.1, [U])], is_relevant=False, level=3)
    assert strategy.score(found(parent, U), parent, None) is None


def test_a_tunnel_can_be_followed_to_max_level() -> None:
    strategy = BlockScore(Options(max_level=3))
    candidate, levels = Candidate(A), []
    for clock in range(4):  # four irrelevant pages in a row, each linking to the next
        assert strategy.admits(candidate)
        levels.append(candidate.level)
        target = f"http://t.example/{clock}"
        parent = judged_page(
            candidate.url, [(0.1, [target])], is_relevant=False, level=candidate.level,
            score=candidate.score, clock=clock,
        )  # fmt: skip
        strategy.observe(parent)
        below = strategy.score(found(parent, target), parent, None)
        if below is None:
            break
        candidate = below
    assert levels == [0, 1, 2, 3]
    assert below is None


def test_gray_tunneling_follows_relevant_blocks_of_irrelevant_pages_at_level_0() -> None:
    parent = judged_page(A, [(0.7, [U]), (0.1, [V])], is_relevant=False, level=1)
    gray, plain = BlockScore(Options(is_gray=True)), BlockScore(Options(is_gray=False))
    assert scored(parent, strategy=gray).level == 0
    assert scored(parent, strategy=gray, url=V).level == 2
    assert scored(parent, strategy=plain).level == 2


def test_a_new_parent_gives_the_lower_level() -> None:
    tunnel = judged_page(A, [(0.1, [U])], is_relevant=False, level=1)
    assert scored(tunnel).level == 2
    assert scored(tunnel, FIRST).level == 0
    assert scored(FIRST, tunnel).level == 0


def test_a_parent_beyond_the_last_level_still_counts_for_what_waits() -> None:
    beyond = judged_page(C, [(0.1, [U])], is_relevant=False, level=3)
    candidate = scored(FIRST, beyond)
    assert candidate.blocks_seen == 3
    assert candidate.level == 0


def test_a_bump_counts_by_the_score_at_its_time() -> None:
    strategy = BlockScore(Options(is_gray=False))
    waiting = scored(judged_page(A, [(0.2, [U])], is_relevant=False), strategy=strategy)
    failed = judged_page(B, [], is_relevant=False, level=1, score=0.5, clock=1)
    strategy.observe(failed)  # 0.2 <= 0.5: one level up, whatever its score will be
    better = judged_page(C, [(0.9, [U])], is_relevant=False, level=2, clock=2)
    raised = strategy.score(found(better, U), better, waiting)
    assert raised is not None
    assert raised.score > 0.5
    assert strategy.admits(raised)
    assert raised.level == 2


def test_an_irrelevant_page_does_not_push_its_own_links_up() -> None:
    strategy = BlockScore(Options(is_gray=False))
    parent = judged_page(A, [(0.1, [U])], is_relevant=False, level=1, score=0.3, clock=5)
    strategy.observe(parent)
    candidate = scored(parent, strategy=strategy)
    assert strategy.admits(candidate)
    assert candidate.level == 2


def test_bumps_of_an_earlier_run_close_the_same_links() -> None:
    strategy = BlockScore(Options(max_level=1))
    strategy.restore([(1, 4, 0.5)])
    assert not strategy.admits(Candidate(U, score=0.4, level=1, clock=4))
    assert strategy.admits(Candidate(U, score=0.4, level=1, clock=5))
    assert strategy.admits(Candidate(U, score=0.6, level=1, clock=4))
