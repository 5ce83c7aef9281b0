"""Methods by name, and the default one with a part switched off."""

from __future__ import annotations

import pytest

from focused_crawler.laboratory.methods import (
    ablation_names,
    chosen_methods,
    method_names,
    ranker_for,
)
from focused_crawler.laboratory.sample import load_sample
from focused_crawler.laboratory.tasks import Task
from focused_crawler.laboratory.web import FrozenWebError
from focused_crawler.strategy import Options
from focused_crawler.strategy.adaptive import WEIGHTS, Adaptive


def test_the_ablation_has_a_row_for_each_part_and_one_for_all() -> None:
    assert ablation_names() == ["adaptive", *(f"adaptive-no-{part}" for part in WEIGHTS)]
    assert chosen_methods("adaptive-no-places,oracle") == ["adaptive-no-places", "oracle"]
    assert not set(ablation_names()[1:]) & set(method_names())  # in the laboratory only


def test_a_part_that_is_switched_off_weighs_nothing_and_the_others_as_before() -> None:
    task = Task("iron-ore", 0, ("http://a.example/",), frozenset())
    strategy = ranker_for(task, "adaptive-no-text", load_sample(), Options()).strategy
    assert isinstance(strategy, Adaptive)
    assert strategy.weights == WEIGHTS | {"text": 0.0}


def test_a_part_that_there_is_not_is_refused() -> None:
    with pytest.raises(FrozenWebError, match="no method 'adaptive-no-luck'"):
        chosen_methods("adaptive-no-luck")
