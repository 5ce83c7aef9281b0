"""Stages that are told the events of others end in the same state, wherever those stopped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.deepweb.context import LinkContext, home_page
from focused_crawler.deepweb.recorded_stage import Event, RecordedStage, page_from, page_values
from focused_crawler.deepweb.two_stage import ReadPage

SITES = [f"http://rock{n}.example/" for n in range(8)]


def link(number: int, word: str = "granite") -> LinkContext:
    return LinkContext(SITES[number], word, f"{word} around", SITES[0], number / 10)


def read(url: str, numbers: Sequence[int], *, has_form: bool) -> ReadPage:
    inside = LinkContext(f"{url}find", "Search")
    forms = frozenset({f"get {url} q"} if has_form else ())
    links = (inside, *map(link, numbers))
    return ReadPage(url, LinkContext(url), 0.7, True, 1, forms, links, url == home_page(url))


def recorded() -> tuple[RecordedStage, list[Event]]:
    stage, events = RecordedStage(learn_after_sites=1, learn_after_forms=1), []
    stage.start(SITES[:2])
    stage.record = events.append
    return stage, events


def as_json(events: list[Event]) -> list[Event]:
    return [(kind, value) for kind, value in json.loads(json.dumps(events))]


STEPS = st.lists(
    st.one_of(
        st.integers(1, 3),
        st.tuples(st.integers(0, 7), st.lists(st.integers(0, 7), max_size=4), st.booleans()),
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(STEPS, st.integers(0, 12))
def test_replayed_events_lead_to_the_same_state(
    steps: list[int | tuple[int, list[int], bool]], saved_after: int
) -> None:
    stage, events = recorded()
    state = json.loads(json.dumps(stage.to_dict()))
    for number, step in enumerate(steps):
        if number == saved_after:
            state = json.loads(json.dumps(stage.to_dict()))
            events.clear()
        if isinstance(step, int):
            list(stage.enter(step))
        else:
            at, numbers, has_form = step
            stage.read(read(SITES[at], numbers, has_form=has_form))
    again = RecordedStage(learn_after_sites=1, learn_after_forms=1)
    again.restore(state)
    again.replay(as_json(events))
    assert again.to_dict() == stage.to_dict()
    assert [s.name for s in again.enter(9)] == [s.name for s in stage.enter(9)]


def test_page_comes_back_as_it_was() -> None:
    page = read(SITES[0], [1, 2], has_form=True)
    assert page_from(json.loads(json.dumps(page_values(page)))) == page


def test_entered_site_without_a_page_is_handed_out_again() -> None:
    stage, events = recorded()
    first, second = stage.enter(2)
    stage.read(read(first.link.url, [], has_form=False))
    again = RecordedStage()
    again.start(SITES[:2])
    again.replay(as_json(events))
    assert [site.name for site in again.unread()] == [second.name]


def test_centre_pages_and_results_are_replayed() -> None:
    stage, events = recorded()
    stage.read_centre(read("http://links.example/a", [3, 4], has_form=False))
    stage.read_result(SITES[0])
    again = RecordedStage()
    again.start(SITES[:2])
    again.replay(as_json(events))
    assert again.to_dict() == stage.to_dict()


def test_page_and_result_that_come_again_after_a_replay_count_once() -> None:
    stage, events = recorded()
    page = replace(read(SITES[0], [], has_form=False), key=1)
    stage.read(page)
    stage.read_result(SITES[0], key=2)
    again = RecordedStage()
    again.replay(as_json(events))
    again.read(page)
    again.read_result(SITES[0], key=2)
    visit = again.visits["rock0.example"]
    assert (visit.pages, visit.results) == (1, 1)


def test_unknown_event_is_refused() -> None:
    with pytest.raises(ValueError, match="no event is called 'sing'"):
        RecordedStage().replay([("sing", 1)])
