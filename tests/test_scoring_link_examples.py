"""Examples of links as a file: what goes in comes out, and a bad file says where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.scoring.classifiers import (
    LinkClassifier,
    Model,
    decision_tree,
    naive_bayes,
    neural_network,
)
from focused_crawler.scoring.link_examples import ExamplesError, read_examples, write_examples
from focused_crawler.strategy import STRATEGIES, Options
from focused_crawler.strategy.classified import FEATURES

NAMES = ("anchor", "block")
EXAMPLES = [((0.1 * (i % 3), 0.9 if i % 2 else 0.2), i % 2 == 1) for i in range(40)]
SHARES = st.floats(0, 1).map(lambda value: float(f"{value:.4g}"))


@settings(max_examples=30, deadline=None)
@given(examples=st.lists(st.tuples(st.tuples(SHARES, SHARES), st.booleans())))
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, examples: list[tuple[tuple[float, float], bool]]
) -> None:
    file = tmp_path_factory.mktemp("examples") / "links.csv"
    write_examples(file, NAMES, examples)
    assert read_examples(file, NAMES) == examples
    assert read_examples(file, NAMES[1:]) == [(values[1:], good) for values, good in examples]


@pytest.mark.parametrize("make", [naive_bayes, decision_tree, neural_network])
def test_saved_examples_are_the_model(make: Model, tmp_path: Path) -> None:
    first, second = LinkClassifier(make), LinkClassifier(make)
    first.train(EXAMPLES)
    write_examples(tmp_path / "links.csv", NAMES, first.examples)
    second.train(read_examples(tmp_path / "links.csv", NAMES))
    for row in ((0.1, 0.9), (0.0, 0.2)):
        assert second.forecast(row) == pytest.approx(first.forecast(row))
    assert first.forecast((0.1, 0.9)) > 0.8 > 0.2 > first.forecast((0.0, 0.2))  # type: ignore[operator]


@pytest.mark.parametrize(
    ("make", "told"),
    [(naive_bayes, "means"), (decision_tree, "tree"), (neural_network, "layers")],
)
def test_model_can_be_looked_at(make: Model, told: str) -> None:
    classifier = LinkClassifier(make)
    assert classifier.described(NAMES) == {"examples": 0, "features": list(NAMES)}
    classifier.train(EXAMPLES)
    described = json.loads(json.dumps(classifier.described(NAMES)))
    assert described["examples"] == 40 and described[told]


def test_tree_names_the_feature_that_decides() -> None:
    classifier = LinkClassifier(decision_tree)
    classifier.train(EXAMPLES)
    assert any("block" in line for line in classifier.described(NAMES)["tree"])


def test_a_strategy_that_was_trained_before_has_an_opinion_at_once(tmp_path: Path) -> None:
    rows = [((value,) * len(FEATURES), value > 0.5) for value in (0.1, 0.9) * 10]
    write_examples(tmp_path / "links.csv", FEATURES, rows)
    options = Options(link_examples=str(tmp_path / "links.csv"))
    strategy = STRATEGIES["naive-bayes"](options)
    assert strategy.combine(dict.fromkeys(FEATURES, 0.9)) > 0.9  # type: ignore[attr-defined]
    assert strategy.combine(dict.fromkeys(FEATURES, 0.1)) < 0.1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("anchor,relevant\n", "has no column 'block'"),
        ("anchor,block,relevant\n0.1,0.2,yes\n0.1,much,no\n", "line 3"),
        ("anchor,block,relevant\n0.1,0.2,maybe\n", "yes or no"),
        ("anchor,block,relevant\n0.1,nan,yes\n", "line 2"),
        ("anchor,block,relevant\n0.1\n", "line 2"),
        ("", "has no column"),
    ],
)
def test_fault_is_told_in_one_line(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "links.csv"
    file.write_text(text)
    with pytest.raises(ExamplesError, match=fault) as raised:
        read_examples(file, NAMES)
    assert "\n" not in str(raised.value)


def test_missing_file_and_file_of_bytes_are_told(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(bytes(range(256)))
    for name in ("nowhere", "picture"):
        with pytest.raises(ExamplesError, match="cannot be read"):
            read_examples(tmp_path / name, NAMES)
