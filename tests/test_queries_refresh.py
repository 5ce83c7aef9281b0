"""From a log to a topic's table: all or nothing, with its history."""

from __future__ import annotations

from pathlib import Path

import pytest

from focused_crawler.queries.interest import FILE, Interest, load_interest, save_interest
from focused_crawler.queries.refresh import TableOptions, combined, refreshed
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import Topic
from focused_crawler.topic.weights import WeightTable

OPTIONS = TableOptions(phrases=("lok sabha",))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "log.txt"
    file.write_text(
        "Kejriwal new manifesto for lok sabha polls 2014.\n"
        "Manifesto of BJP for lok sabha polls 2014.\n"
        "lok sabha polls 2014 dates\n"
    )
    return file


def append(log: Path, *queries: str) -> None:
    with open(log, "a") as file:
        file.writelines(f"{query}\n" for query in queries)


def test_table_of_the_paper_with_its_history(log: Path) -> None:
    interest = refreshed(Interest(), log, OPTIONS)
    assert interest.weights == {"2014": 1.5, "lok sabha": 1.5, "poll": 1.5, "manifesto": 1.0}
    assert interest.words == {"poll": "polls"}
    (change,) = interest.history
    assert change.added == interest.weights
    assert (change.changed, change.dropped, change.queries) == ({}, {}, 3)
    assert "lok sabha polls 2014 dates" in change.by


def test_only_new_queries_count_and_old_interest_fades(log: Path) -> None:
    first = refreshed(Interest(), log, OPTIONS)
    assert refreshed(first, log, OPTIONS) is first
    append(log, "cricket scores", "cricket", "poll results", "polls", "poll dates")
    second = refreshed(first, log, OPTIONS)
    assert second.weights == {"poll": 2.25, "cricket": 1.0}
    change = second.history[1]
    assert change.added == {"cricket": 1.0}
    assert change.changed == {"poll": (1.5, 2.25)}
    assert change.dropped == {"2014": 1.5, "lok sabha": 1.5, "manifesto": 1.0}


def test_log_with_a_fault_changes_nothing(log: Path, tmp_path: Path) -> None:
    first = refreshed(Interest(), log, OPTIONS)
    save_interest(first, tmp_path)
    kept = (tmp_path / FILE).read_bytes()
    append(log, "cricket", "cricket\tmany")
    with pytest.raises(TopicError, match="line 5"):
        refreshed(load_interest(tmp_path), log, OPTIONS)
    assert (tmp_path / FILE).read_bytes() == kept


def test_interest_survives_its_file(log: Path, tmp_path: Path) -> None:
    first = refreshed(Interest(), log, OPTIONS)
    append(log, "cricket", "cricket", "polls")
    second = refreshed(first, log, OPTIONS)
    save_interest(second, tmp_path)
    assert load_interest(tmp_path) == second
    assert load_interest(tmp_path / "elsewhere") == load_interest(None) == Interest()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"weights": 1}', '{"weights": {"a": "x"}}'])
def test_damaged_file_is_named_with_its_remedy(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(TopicError, match=r"queries\.json is damaged .*; remove it"):
        load_interest(tmp_path)


def test_queries_join_the_table_a_topic_has() -> None:
    interest = Interest(weights={"iron ore": 4.0, "price": 2.0})
    given = WeightTable({"iron": 1.0, "mine": 0.5})
    both = combined(given, interest, share=0.5)
    assert both is not None
    assert dict(both.items()) == {"iron": 1.0, "ore": 0.5, "price": 0.25, "mine": 0.25}
    assert combined(None, interest, share=0.5) == WeightTable({"iron": 1, "ore": 1, "price": 0.5})
    assert combined(given, Interest(), share=0.5) is given
    assert combined(given, interest, share=0.0) is given


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"QUERY_ALPHA": "0.9"}, "QUERY_ALPHA is 0.9; it must be above 0"),
        ({"QUERY_ALPHA": "half"}, "QUERY_ALPHA is 'half', not a number"),
        ({"QUERY_THRESHOLD": -1}, "QUERY_THRESHOLD"),
    ],
)
def test_settings_out_of_range_are_named(settings: dict[str, object], message: str) -> None:
    with pytest.raises(TopicError, match=message):
        TableOptions.of(Topic("birds"), settings)
