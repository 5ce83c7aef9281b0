"""Where the time of a crawl goes."""

from __future__ import annotations

from time import sleep

import pytest

from focused_crawler.time_spent import PARTS, REST, WAITING, TimeSpent


def test_a_part_is_not_charged_for_the_part_it_calls() -> None:
    spent = TimeSpent()
    inner = spent.timed("store", lambda: sleep(0.05))

    def work() -> None:
        sleep(0.02)
        inner()

    spent.timed("score", work)()
    seconds = spent.seconds()
    assert 0.05 <= seconds["store"] < 0.07
    assert 0.02 <= seconds["score"] < 0.04


def test_time_outside_of_all_parts_is_fetching_or_waiting() -> None:
    spent = TimeSpent()
    sleep(0.05)
    sum(range(1_000_000))
    seconds = spent.seconds()
    assert seconds[WAITING] >= 0.04
    assert seconds[REST] > 0
    assert sum(seconds[part] for part in PARTS) == 0


def test_a_part_that_fails_gives_the_time_back_to_the_one_around_it() -> None:
    spent = TimeSpent()

    def fail() -> None:
        raise ValueError("torn")

    with pytest.raises(ValueError, match="torn"):
        spent.timed("parse", fail)()
    sleep(0.02)
    assert spent.seconds()["parse"] < 0.01


def test_watched_methods_are_charged_and_do_what_they_did() -> None:
    names: list[str] = []
    spent = TimeSpent()
    assert not spent.is_kept

    class Shelf:
        def put(self, name: str) -> int:
            sleep(0.01)
            names.append(name)
            return len(names)

    shelf = Shelf()
    spent.watch("store", shelf, ["put"])
    assert shelf.put("a") == 1
    assert names == ["a"]
    assert spent.is_kept
    assert spent.seconds()["store"] >= 0.01
