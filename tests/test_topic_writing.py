"""Writing a topic: read back the same, all or nothing, never over another one."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import Topic, load_topic
from focused_crawler.topic.weights import WeightTable
from focused_crawler.topic.writing import toml_text, write_topic

BIRDS = Topic(
    name="birds",
    title='Birds of "prey"',
    description="Owls \\ eagles\nand \u732b",
    seeds=("https://a.test/owl", "https://b.test/"),
    weights=WeightTable({"owl": 1.0, "eagl": 0.25}, words={"eagl": "eagles"}),
    settings={"TUNNEL_MAX_LEVEL": 3, "SITE_RATIO": 0.5, "DEEP": {"a b": [True, "x"]}},
    phrases=("great auk",),
)


def test_written_topic_reads_back_the_same(tmp_path: Path) -> None:
    target = write_topic(BIRDS, tmp_path / "new" / "topics")
    assert target == tmp_path / "new" / "topics" / "birds"
    assert load_topic("birds", [target.parent]) == replace(BIRDS, folder=str(target))
    assert [entry.name for entry in target.parent.iterdir()] == ["birds"]


def test_topic_without_weights_has_no_weights_file(tmp_path: Path) -> None:
    target = write_topic(replace(BIRDS, weights=None), tmp_path)
    assert sorted(entry.name for entry in target.iterdir()) == ["seeds.txt", "topic.toml"]


def test_existing_topic_is_kept_unless_told(tmp_path: Path) -> None:
    target = write_topic(BIRDS, tmp_path)
    (target / "queries.csv").write_text("owl\n")
    other = replace(BIRDS, title="Other", weights=None)
    with pytest.raises(TopicError, match=r"birds exists already; .*--force"):
        write_topic(other, tmp_path)
    assert load_topic("birds", [tmp_path]).title == BIRDS.title
    write_topic(other, tmp_path, overwrite=True)
    assert load_topic("birds", [tmp_path]) == replace(other, folder=str(target))
    assert (target / "queries.csv").read_text() == "owl\n"


@pytest.mark.parametrize("name", ["", "a b", "../x", "a/b", ".x", "-x", "x" * 65, "ü", "x\n"])
def test_name_that_is_no_safe_folder_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(TopicError, match="use letters, digits"):
        write_topic(replace(BIRDS, name=name), tmp_path)
    assert not any(tmp_path.iterdir())


def test_failure_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "birds").write_text("a file")
    with pytest.raises(TopicError, match="exists already"):
        write_topic(BIRDS, tmp_path)
    with pytest.raises(TopicError, match=r"cannot write .*birds: Not a directory"):
        write_topic(BIRDS, tmp_path, overwrite=True)
    with pytest.raises(TopicError, match=r"cannot write .*Not a directory"):
        write_topic(BIRDS, tmp_path / "birds" / "topics")
    assert [entry.name for entry in tmp_path.iterdir()] == ["birds"]


VALUES = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=200, deadline=None)
@given(st.text(), st.dictionaries(st.text(), VALUES, max_size=3))
def test_any_text_and_setting_survives_toml(text: str, values: dict[str, object]) -> None:
    topic = Topic(name="x", title=text, description=text, phrases=(text,), settings=values)
    read = tomllib.loads(toml_text(topic))
    assert (read["title"], read["phrases"]) == (text, [text])
    assert read.get("settings", {}) == values
