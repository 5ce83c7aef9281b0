"""The simulator: the parts of the live crawler on a web of known shape."""

from __future__ import annotations

import pytest
from frozen import HOST, small_task, small_web

from focused_crawler.laboratory.library import PageLibrary
from focused_crawler.laboratory.methods import ORACLE, chosen_methods, method_names, ranker_for
from focused_crawler.laboratory.simulate import Simulation, Visit
from focused_crawler.laboratory.tasks import Task
from focused_crawler.laboratory.web import FrozenPage, FrozenWeb, FrozenWebError
from focused_crawler.strategy import Options


def crawl(web: FrozenWeb, task: Task, method: str, pages: int, concurrency: int = 1) -> list[Visit]:
    ranker = ranker_for(task, method, web, Options())
    return Simulation(PageLibrary(web), ranker, concurrency=concurrency).run(task.seeds, pages)


@pytest.mark.parametrize("method", method_names())
def test_every_method_fetches_pages_once_and_within_the_budget(method: str) -> None:
    visits = crawl(small_web(), small_task(), method, 15)
    urls = [visit.url for visit in visits]
    assert urls[:2] == [f"{HOST}/iron0", f"{HOST}/iron1"]
    assert len(set(urls)) == len(urls) <= 15
    assert len(urls) > 5


@pytest.mark.parametrize("method", method_names())
def test_a_method_crawls_the_same_way_twice(method: str) -> None:
    web, task = small_web(), small_task()
    assert crawl(web, task, method, 20) == crawl(web, task, method, 20)


def test_the_oracle_fetches_targets_alone_while_links_lead_to_them() -> None:
    task = small_task()
    visits = crawl(small_web(), task, ORACLE, 10)
    assert all(visit.url in task.relevant for visit in visits[2:])


def test_breadth_first_takes_links_in_the_order_they_were_found() -> None:
    visits = crawl(small_web(), small_task(), "breadth-first", 6)
    assert [visit.url.rpartition("/")[2] for visit in visits] == [
        "iron0", "iron1", "hub", "tea0", "iron2", "tea1",
    ]  # fmt: skip
    assert [visit.depth for visit in visits] == [0, 0, 1, 1, 1, 1]


def test_a_focused_method_prefers_the_topic() -> None:
    task = small_task()
    found = [visit.url in task.relevant for visit in crawl(small_web(), task, "link-score", 11)]
    assert sum(found) >= 8


def test_more_requests_at_a_time_queue_links_later() -> None:
    one, four = (
        [visit.url for visit in crawl(small_web(), small_task(), "link-score", 20, concurrency)]
        for concurrency in (1, 4)
    )
    assert one != four
    assert set(one[:2]) == set(four[:2])


def test_a_mirror_is_fetched_but_gives_no_links() -> None:
    html = b"<h1>iron ore</h1><p>iron ore mine smelt furnace</p>"
    seed = html + b'<a href="/copy1">iron</a><a href="/copy2">iron</a>'
    copies = [FrozenPage(f"{HOST}/copy{i}", html + b'<a href="/end">iron</a>') for i in (1, 2)]
    web = FrozenWeb([FrozenPage(f"{HOST}/seed", seed), *copies])
    visits = crawl(web, Task("iron", 0, (f"{HOST}/seed",), frozenset()), "best-first", 10)
    assert [visit.url for visit in visits] == [f"{HOST}/{n}" for n in ("seed", "copy1", "copy2")]
    assert visits[2].relevance == 0.0


def test_a_seed_that_is_not_there_does_not_stop_a_crawl() -> None:
    task = Task("iron", 0, (f"{HOST}/nowhere", f"{HOST}/iron0"), frozenset())
    visits = crawl(small_web(), task, "best-first", 5)
    assert visits[0].url == f"{HOST}/iron0"
    assert len(visits) == 5


def test_an_unknown_method_is_named_with_those_there_are() -> None:
    assert chosen_methods("") == method_names()
    with pytest.raises(FrozenWebError, match="no method 'worst-first'; there are"):
        chosen_methods("best-first, worst-first")
