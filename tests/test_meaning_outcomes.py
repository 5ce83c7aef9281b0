"""Outcomes by meaning: running sums give the ridge regression that all outcomes at once give."""

from __future__ import annotations

import numpy as np
import pytest

from focused_crawler.meaning.outcomes import FEWEST, LAMBDA, OutcomesByMeaning


def test_running_sums_give_the_regression_over_all_outcomes() -> None:
    dice = np.random.default_rng(3)
    rows = dice.normal(size=(FEWEST, 5)).astype(np.float32)
    outcomes = (rows[:, 0] > 0).astype(float)
    learnt = OutcomesByMeaning()
    for row, outcome in zip(rows, outcomes, strict=True):
        assert learnt.expected(row) == 0.0
        learnt.add(row, outcome)
    x, y = rows - rows.mean(axis=0), outcomes - outcomes.mean()
    slope = np.linalg.solve(x.T @ x + LAMBDA * np.eye(5), x.T @ y)
    for row in rows:
        wanted = (row - rows.mean(axis=0)) @ slope
        assert learnt.expected(row) == pytest.approx(wanted, abs=1e-4)


def test_equal_outcomes_teach_nothing() -> None:
    learnt = OutcomesByMeaning()
    for row in np.random.default_rng(3).normal(size=(50, 4)).astype(np.float32):
        learnt.add(row, 0.7)
        assert learnt.expected(row) == pytest.approx(0, abs=1e-5)
