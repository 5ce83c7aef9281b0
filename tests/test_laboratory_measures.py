"""Measures, intervals, tables and floors, on numbers small enough to work out by hand."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from frozen import HOST, small_task, small_web
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.laboratory.bootstrap import interval, paired_difference
from focused_crawler.laboratory.curves import draw_curves, shared_pages
from focused_crawler.laboratory.gate import Floors, Reached, digest_of
from focused_crawler.laboratory.library import PageLibrary
from focused_crawler.laboratory.measures import Outcome, outcome_of
from focused_crawler.laboratory.progress import ProgressBar
from focused_crawler.laboratory.simulate import Visit
from focused_crawler.laboratory.study import Study, run_study
from focused_crawler.laboratory.svm_judge import SvmJudge
from focused_crawler.laboratory.table import as_csv, as_markdown, as_text, rows_of
from focused_crawler.laboratory.tasks import Task, draw_tasks, read_tasks
from focused_crawler.laboratory.web import FrozenWebError
from focused_crawler.page import Page


def outcome(method: str, hits: str, topic: str = "iron", task: str = "iron/0") -> Outcome:
    """Four targets; `hits` holds an x for each target found."""
    found = tuple(hit == "x" for hit in hits)
    return Outcome(
        method, topic, task, 4, found, (1,) * sum(found), own=tuple(hit == "x" for hit in hits)
    )


def visits(*names: str) -> list[Visit]:
    return [Visit(f"{HOST}/{name}", 0.5, depth, 0, 0.5, True) for depth, name in enumerate(names)]


def test_recall_and_harvest_after_n_pages() -> None:
    o = outcome("m", "x-xx----")
    assert [o.recall_after(n) for n in (0, 1, 3, 100)] == [0.0, 0.25, 0.5, 0.75]
    assert [o.recall_at(m) for m in (1, 2, 4)] == [0.75, 0.75, 0.75]
    assert [o.harvest_after(n) for n in (0, 1, 2, 100)] == [0.0, 1.0, 0.5, 3 / 8]


def test_curves_go_on_where_a_crawl_ended_early() -> None:
    o = outcome("m", "xx")
    assert o.recall_curve(4) == [0.25, 0.5, 0.5, 0.5]
    assert o.harvest_curve(4) == [1.0, 1.0, 2 / 3, 0.5]


def test_seeds_and_second_fetches_do_not_count() -> None:
    task = small_task()
    o = outcome_of("m", task, visits("iron0", "iron2", "tea1", "iron2", "iron3"))
    assert o.hits == (True, False, True)
    assert o.depths == (1, 4)
    assert (o.summed_length, o.target_length) == (5, 2.5)


@settings(max_examples=50, deadline=None)
@given(st.text("x-", max_size=30))
def test_recall_never_falls_and_stays_within_its_bounds(hits: str) -> None:
    curve = outcome("m", hits[: hits.find("x", 12)] if hits.count("x") > 4 else hits).recall_curve(
        30
    )
    assert curve == sorted(curve)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(st.floats(-1, 1), min_size=1, max_size=4), min_size=1, max_size=5))
def test_an_interval_lies_within_the_differences(groups: list[list[float]]) -> None:
    found = interval(groups, resamples=200)
    values = [value for group in groups for value in group]
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9


def test_a_constant_difference_is_certain_and_none_is_not() -> None:
    assert interval([[0.2, 0.2], [0.2]]).is_certain
    assert not interval([[0.2], [-0.2], [0.1], [-0.1]]).is_certain
    assert str(interval([])) == "+0.000 [+0.000, +0.000]"


def test_differences_are_paired_by_task() -> None:
    ours = [outcome("a", "xxxx", task="1"), outcome("a", "x", task="2")]
    theirs = [outcome("b", "xx", task="1"), outcome("b", "xxxx", task="3")]
    assert paired_difference(ours, theirs, _recall).mean == 0.5


def _recall(o: Outcome) -> float:
    return o.recall_at(4)


def test_a_table_puts_the_best_first_and_compares_with_ours() -> None:
    rows = rows_of(
        [outcome("low", "----x"), outcome("ours", "xx"), outcome("oracle", "xxxx")], "ours"
    )
    assert [row.method for row in rows] == ["oracle", "ours", "low"]
    assert [row.difference is None for row in rows] == [True, True, False]
    assert rows[2].difference is not None
    assert rows[2].difference.mean == 0.25
    assert as_text(rows).splitlines()[1].startswith("oracle")
    assert as_markdown(rows).count("\n") == 5
    assert as_csv(rows).splitlines()[1].startswith("oracle,1,1.0000,0.0000")


def test_curves_are_drawn_as_png_and_svg(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    made = [outcome(f"m{i}", "x-x-" * 5) for i in range(3)]
    files = draw_curves(made, "m1", "A title", tmp_path)
    assert files[0].read_bytes().startswith(b"\x89PNG")
    svg = files[1].read_text(encoding="utf-8")
    assert all(f"<!-- {text} -->" in svg for text in ("pages fetched", "m1 (ours)", "A title"))


def test_curves_end_where_the_shortest_task_ends() -> None:
    made = [
        outcome("a", "x-x", task="1"),
        outcome("b", "x-x-x", task="1"),
        outcome("a", "----", task="2"),
    ]
    assert shared_pages(made) == 4


def test_a_floor_holds_until_it_is_lowered_in_words(tmp_path: Path) -> None:
    path = tmp_path / "floors.json"
    good, bad = Reached("d", "m", (0.5, 0.6, 0.7)), Reached("d", "m", (0.5, 0.5, 0.7))
    assert Floors(path).failures("web", bad) == []
    Floors(path).pin("web", good)
    assert Floors(path).failures("web", good) == []
    assert "reached 0.500, the floor of m is 0.600" in Floors(path).failures("web", bad)[0]
    with pytest.raises(FrozenWebError, match="--lower-floors"):
        Floors(path).pin("web", bad)
    Floors(path).pin("web", bad, may_lower=True)
    assert Floors(path).failures("web", bad) == []
    assert json.loads(path.read_text())["web"]["recalls"] == [0.5, 0.5, 0.7]


def test_floors_of_another_web_do_not_hold(tmp_path: Path) -> None:
    floors = Floors(tmp_path / "floors.json")
    floors.pin("web", Reached("d", "m", (0.5,)))
    assert "other pages" in floors.failures("web", Reached("e", "m", (0.9,)))[0]
    (tmp_path / "floors.json").write_text("{")
    with pytest.raises(FrozenWebError, match="pin them anew"):
        Floors(tmp_path / "floors.json")


def test_a_digest_changes_with_pages_and_tasks() -> None:
    web, task = small_web(), small_task()
    other = replace(task, seeds=task.seeds[:1])
    digests = {digest_of(web, [task]), digest_of(web, [other]), digest_of(small_web(13), [task])}
    assert len(digests) == 3


def test_a_study_gives_every_outcome_in_one_process_and_in_two() -> None:
    web = small_web()
    tasks = [small_task(), replace(small_task(), seed_set=1, seeds=(f"{HOST}/iron5",))]
    study, seen = Study(["best-first", "oracle"], multiple=1), list[tuple[int, int]]()
    alone = run_study(study, web, tasks, progress=lambda *at: seen.append(at))
    both = run_study(study, web, tasks, jobs=2, progress=lambda *at: seen.append(at))
    assert [(o.method, o.task) for o in alone] == [
        ("best-first", "iron/0"),
        ("oracle", "iron/0"),
        ("best-first", "iron/1"),
        ("oracle", "iron/1"),
    ]
    assert alone == both
    assert seen[-1] == (4, 4)


def test_the_classifier_knows_labelled_pages_and_judges_others() -> None:
    web = small_web(30)
    judge = SvmJudge(PageLibrary(web), "iron")
    assert judge.is_relevant(f"{HOST}/iron3")
    assert not judge.is_relevant(f"{HOST}/tea3")
    assert not judge.is_relevant(f"{HOST}/hub")
    assert judge.harvest([f"{HOST}/iron1", f"{HOST}/tea1"]) == 0.5
    with pytest.raises(FrozenWebError, match="0 pages are labelled 'coal'"):
        SvmJudge(PageLibrary(web), "coal")


def test_drawn_tasks_have_reachable_targets_and_are_always_the_same() -> None:
    web = small_web(30)
    library = PageLibrary(web)

    def parse(url: str) -> Page | None:
        parsed = library.get(url, "page")
        return parsed.page if parsed else None

    tasks = draw_tasks(web, parse)
    assert {task.topic for task in tasks} == {"iron", "tea"}
    assert tasks == draw_tasks(web, parse)
    assert all(not task.relevant & set(task.seeds) for task in tasks)
    with pytest.raises(FrozenWebError, match="--tasks"):
        draw_tasks(small_web(5), parse)


@pytest.mark.parametrize("text", ["{", "[1]", '[{"topic": "x"}]'])
def test_a_file_that_holds_no_tasks_says_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "tasks.json").write_text(text)
    with pytest.raises(FrozenWebError, match="each needs topic, seeds and relevant"):
        read_tasks(tmp_path / "tasks.json")


def test_tasks_are_read_without_their_seeds_as_targets(tmp_path: Path) -> None:
    record = {"topic": "x", "rs": 2, "seeds": ["a"], "relevant": ["a", "b"]}
    (tmp_path / "tasks.json").write_text(json.dumps([record]))
    assert read_tasks(tmp_path / "tasks.json") == [Task("x", 2, ("a",), frozenset({"b"}))]


def test_a_progress_bar_tells_how_much_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    bar = ProgressBar(sys.stdout, "web")
    assert bar.line(1, 4, 10.0).endswith("1/4 crawls, 10 s, 30 s left")
    bar(4, 4)
    assert "4/4 crawls" in capsys.readouterr().out
