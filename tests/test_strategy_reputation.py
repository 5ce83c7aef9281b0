"""Groups and evidence: worked numbers, sums against recomputation, bounded cost and memory."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.strategy.reputation import MOST_GROUPS, MOST_MEMBERS, Evidence, Group


def evidence(key: int = 1, words: tuple[str, ...] = ()) -> Evidence:
    return Evidence(key, (), words)


def test_a_reputation_begins_at_the_prior_and_moves_with_each_outcome() -> None:
    group = Group(0.5)
    assert group.reputation == 0.5
    assert group.hear(1.0) == pytest.approx(1 / 6)  # (2 * .5 + 1) / 3 - .5
    assert group.hear(0.0) == pytest.approx(0.5 - 2 / 3)  # (1 + 1 + 0) / 4 - 2/3
    assert group.reputation == pytest.approx(0.5)


def test_a_link_keeps_the_sum_of_its_groups() -> None:
    link, other = evidence(1), evidence(2)
    good, poor = Group(0.8), Group(0.2)
    good.join(link)
    poor.join(link)
    good.join(other)
    assert (link.places, link.groups_seen) == (pytest.approx(1.0), 2)
    good.hear(0.2)  # (1.6 + .2) / 3 = .6
    assert link.places == pytest.approx(0.8)
    assert other.places == pytest.approx(0.6)


def test_an_outcome_is_heard_in_every_group_of_the_link_and_names_those_that_rose() -> None:
    fetched, beside, apart = evidence(1), evidence(2), evidence(3)
    shared, other = Group(0.4), Group(0.4)
    for link in (fetched, beside):
        shared.join(link)
    other.join(apart)
    assert fetched.outcome(1.0, least=0.01) == {beside}
    assert beside.places == pytest.approx(0.6)  # (.8 + 1) / 3
    assert apart.places == pytest.approx(0.4)


def test_a_rise_too_small_to_matter_moves_nothing_yet_counts() -> None:
    fetched, beside = evidence(1), evidence(2)
    group = Group(0.98)
    group.join(fetched)
    group.join(beside)
    assert fetched.outcome(1.0, least=0.01) == set()
    assert beside.places == pytest.approx(0.98 + 0.02 / 3)


def test_words_are_kept_once_and_new_ones_change_the_rarity() -> None:
    link = evidence(words=("iron",))
    link.rarity = 1.0
    link.add_words(["iron"])
    assert link.rarity == 1.0
    link.add_words(["ore", "iron", "ore"])
    assert (link.words, link.rarity) == (("iron", "ore"), None)


shares = st.floats(0, 1)
# Groups by prior; then what happens: (group, link) joins, or (group, outcome) is heard.
events = st.lists(
    st.one_of(
        st.tuples(st.just("join"), st.integers(0, 3), st.integers(0, 5)),
        st.tuples(st.just("hear"), st.integers(0, 3), shares),
    ),
    max_size=40,
)


@settings(max_examples=100, deadline=None)
@given(st.lists(shares, min_size=4, max_size=4), events)
def test_running_sums_are_what_a_recomputation_gives(priors, happened) -> None:  # type: ignore[no-untyped-def]
    groups, links = [Group(prior) for prior in priors], [evidence(i) for i in range(6)]
    joined: list[set[int]] = [set() for _ in links]
    for kind, number, value in happened:
        if kind == "hear":
            groups[number].hear(value)
        elif number not in joined[value]:
            groups[number].join(links[value])
            joined[value].add(number)
    for link, members_of in zip(links, joined, strict=True):
        naive = sum(
            (2 * priors[n] + sum(v for kind, m, v in happened if kind == "hear" and m == n))
            / (2 + sum(kind == "hear" and m == n for kind, m, _ in happened))
            for n in members_of
        )
        assert link.places == pytest.approx(naive, abs=1e-9)
        assert link.groups_seen == len(members_of)


@settings(max_examples=100, deadline=None)
@given(shares, st.lists(shares, max_size=10))
def test_an_outcome_of_1_never_lowers_members_and_one_of_0_never_raises_them(
    prior: float, earlier: list[float]
) -> None:
    for outcome, is_right in ((1.0, lambda c: c >= -1e-12), (0.0, lambda c: c <= 1e-12)):
        group, member = Group(prior), evidence()
        group.join(member)
        for value in earlier:
            group.hear(value)
        before = member.places
        group.hear(outcome)
        assert is_right(member.places - before)
        assert 0 <= group.reputation <= 1


def test_a_group_moves_no_more_links_than_its_limit() -> None:
    group, links = Group(0.5), [evidence(i) for i in range(MOST_MEMBERS + 50)]
    for link in links:
        group.join(link)
    assert len(group.members) == MOST_MEMBERS
    group.hear(1.0)
    assert links[0].places > links[-1].places == 0.5  # the last ones keep what they came with


def test_a_link_of_every_page_keeps_only_its_latest_groups_and_so_does_its_cost() -> None:
    link = evidence()
    groups = [Group(0.5) for _ in range(1000)]
    for group in groups:
        group.join(link)
    assert link.groups_seen == 1000
    assert link.places == pytest.approx(500)
    assert len(link.groups) <= 2 * MOST_GROUPS
    link.outcome(1.0, least=0.0)
    heard = [number for number, group in enumerate(groups) if group.count]
    assert heard == list(range(1000 - MOST_GROUPS, 1000))
