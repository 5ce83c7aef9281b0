"""A short run of the fuzzer; `make fuzz` is the long one."""

from __future__ import annotations

import random

import pytest

from fuzz.__main__ import fault_of, fuzz
from fuzz.mutation import LONGEST, mutated
from fuzz.targets import TARGETS, Target

INPUTS = 2_000


def test_nothing_comes_out_of_what_reads_foreign_input() -> None:
    read, faults = fuzz(INPUTS, seed=11)
    assert faults == []
    assert read.total() == INPUTS
    assert set(read) == set(TARGETS)


def test_run_is_repeated_by_its_seed() -> None:
    examples = TARGETS["url"].examples()
    first, second = random.Random(5), random.Random(5)
    made = [mutated(first, examples) for _ in range(200)]
    assert made == [mutated(second, examples) for _ in range(200)]
    assert len(set(made)) > 150
    assert max(map(len, made)) <= LONGEST


def test_fault_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(data: bytes) -> None:
        raise KeyError(data.decode())

    monkeypatch.setitem(TARGETS, "faulty", Target(read, lambda: [b"x"]))
    assert "KeyError: 'here'" in fault_of("faulty", b"here")
