from __future__ import annotations

import random
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler import seen
from focused_crawler.seen import FingerprintSet

KEYS = st.integers(min_value=0, max_value=(1 << 64) - 1) | st.integers(0, 20)


@given(st.lists(KEYS), st.lists(KEYS), KEYS)
@settings(max_examples=200, deadline=None)
def test_it_is_a_set(given_keys: list[int], added: list[int], asked: int) -> None:
    keys = FingerprintSet(np.array(given_keys, dtype=np.uint64))
    for key in added:
        keys.add(key)
    model = {*given_keys, *added}
    assert len(keys) == len(model)
    assert all(key in keys for key in model)
    assert (asked in keys) == (asked in model)


def test_merges_keep_every_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "SMALLEST_MERGE", 16)
    chance = random.Random(1)
    model = {chance.getrandbits(64) for _ in range(5000)}
    keys = FingerprintSet()
    for key in [*model, *model]:
        keys.add(key)
    assert len(keys) == 5000
    assert all(key in keys for key in model)
    assert not any(chance.getrandbits(64) in keys for _ in range(1000))


def test_chunks_are_the_keys_of_the_moment_they_were_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seen, "SMALLEST_MERGE", 16)
    keys = FingerprintSet()
    for key in range(40):
        keys.add(key)
    chunks = keys.chunks(10)
    for key in range(40, 200):
        keys.add(key)
    arrays = list(chunks)
    assert max(len(array) for array in arrays) <= 10
    assert sorted(int(key) for array in arrays for key in array) == list(range(40))


def test_a_key_takes_at_most_twenty_bytes() -> None:
    chance = np.random.default_rng(1)
    old, new = (chance.integers(0, 1 << 63, size, dtype=np.uint64) for size in (10**6, 31_000))
    tracemalloc.start()
    try:
        keys = FingerprintSet(old)
        for key in new:
            keys.add(int(key))
        assert tracemalloc.get_traced_memory()[0] <= 20 * len(keys)
    finally:
        tracemalloc.stop()
