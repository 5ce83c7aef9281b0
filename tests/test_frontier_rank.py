from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.frontier.rank import key_in, rank_of, score_in, sequence_in

SCORES = st.floats(allow_nan=False)
SEQUENCES = st.integers(0, (1 << 40) - 1)
KEYS = st.integers(0, (1 << 64) - 1)


@given(SCORES, SEQUENCES, KEYS)
@settings(max_examples=300, deadline=None)
def test_a_rank_gives_back_what_it_was_made_from(score: float, sequence: int, key: int) -> None:
    rank = rank_of(score, sequence, key)
    assert (score_in(rank), sequence_in(rank), key_in(rank)) == (score, sequence, key)


@given(SCORES, SCORES, SEQUENCES, SEQUENCES, KEYS, KEYS)
@settings(max_examples=300, deadline=None)
def test_ranks_order_by_falling_score_then_by_age(
    score: float, other_score: float, sequence: int, other_sequence: int, key: int, other_key: int
) -> None:
    ranks = rank_of(score, sequence, key), rank_of(other_score, other_sequence, other_key)
    tuples = (-score, sequence, key), (-other_score, other_sequence, other_key)
    assert (ranks[0] < ranks[1]) == (tuples[0] < tuples[1])
