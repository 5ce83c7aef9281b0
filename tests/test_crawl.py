"""The life of a crawl: its folder, its topic, its budget, and what a second run takes up."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from pathlib import Path

import pytest
from judged_pages import page_of
from opened_crawl import SEEDS, opened
from scrapy import Spider
from scrapy.utils.test import get_crawler

from focused_crawler.candidate import Candidate
from focused_crawler.crawl import (
    SEED_SCORE,
    Crawl,
    CrawlError,
    as_candidate,
    crawl_of,
)
from focused_crawler.crawl_folder import refuse_emptied
from focused_crawler.fingerprints import url_fingerprint
from focused_crawler.frontier import Pushed
from focused_crawler.frontier.embedded import EmbeddedFrontier
from focused_crawler.items import PageItem
from focused_crawler.strategy.adaptive import Adaptive

ROCK = "granite basalt magma volcano lava crater"
U = "http://u.example/"


def seed(crawl: Crawl, url: str) -> Candidate:
    """A seed that has been given out."""
    crawl.frontier.push(Candidate(url, score=SEED_SCORE))
    leased = crawl.frontier.pop()
    assert leased is not None
    return leased


def learn(crawl: Crawl) -> None:
    for url in SEEDS:
        crawl.add_example(seed(crawl, url).key, page_of(url, (ROCK, [])))


def test_the_topic_is_learnt_when_the_last_seed_is_in(tmp_path: Path) -> None:
    crawl = opened(tmp_path)
    first, second = (seed(crawl, url) for url in SEEDS)
    crawl.add_example(first.key, page_of(first.url, (ROCK, [])))
    assert not crawl.is_ready
    crawl.add_example(second.key, page_of(second.url, (ROCK, [])))
    assert crawl.is_ready
    assert crawl.ranker.judge.relevance_of("volcano lava") > 0.25
    crawl.close("finished")


def test_a_seed_that_fails_is_not_waited_for(tmp_path: Path) -> None:
    crawl = opened(tmp_path)
    first, second = (seed(crawl, url) for url in SEEDS)
    crawl.add_example(first.key, page_of(first.url, (ROCK, [])))
    crawl.fail(second, "no route to host")
    assert crawl.is_ready
    (failure,) = crawl.store.failures()
    assert (failure.url, failure.reason) == (second.url, "no route to host")
    crawl.close("finished")


def test_when_every_seed_fails_there_is_nothing_to_go_on_with(tmp_path: Path) -> None:
    crawl = opened(tmp_path)
    for url in SEEDS:
        assert not crawl.has_no_seeds
        crawl.fail(seed(crawl, url), "refused")
    assert crawl.has_no_seeds
    crawl.close("finished")


def test_a_redirected_seed_is_waited_for_under_its_new_url(tmp_path: Path) -> None:
    crawl = opened(tmp_path, seeds=SEEDS[:1])
    crawl.move_seed(Candidate(SEEDS[0]).key, Candidate(U).key)
    crawl.settle_seed(Candidate(SEEDS[0]).key)
    assert not crawl.has_no_seeds
    crawl.add_example(Candidate(U).key, page_of(U, (ROCK, [])))
    assert crawl.is_ready
    crawl.close("finished")


def test_a_slow_seed_is_waited_for_no_longer_than_its_patience(tmp_path: Path) -> None:
    crawl = opened(tmp_path, SEED_PATIENCE=0.05)
    crawl.add_example(Candidate(SEEDS[0]).key, page_of(SEEDS[0], (ROCK, [])))
    asyncio.run(crawl.until_ready())
    assert crawl.is_ready
    crawl.close("finished")


@pytest.mark.parametrize("limits", [{"SEED_EXAMPLES": 1}, {"max_pages": 1}])
def test_no_more_seeds_are_waited_for_than_can_be_used(
    tmp_path: Path, limits: dict[str, int]
) -> None:
    crawl = opened(tmp_path, **limits)  # type: ignore[arg-type]
    crawl.add_example(Candidate(SEEDS[0]).key, page_of(SEEDS[0], (ROCK, [])))
    assert crawl.is_ready
    crawl.close("finished")


def test_pages_judged_and_pages_under_way_both_use_the_budget(tmp_path: Path) -> None:
    crawl = opened(tmp_path, max_pages=2)
    leased = seed(crawl, SEEDS[0])
    assert crawl.has_budget
    crawl.ranker.clock = 1
    assert not crawl.has_budget
    crawl.fail(leased, "refused")
    assert crawl.has_budget
    crawl.close("finished")


def test_a_link_on_its_way_to_the_frontier_gathers_its_parents(tmp_path: Path) -> None:
    crawl = opened(tmp_path)
    assert crawl.announce(Candidate(U, score=0.2, parent=SEEDS[0])) is None
    assert crawl.waiting(url_fingerprint(U)) is not None
    assert crawl.announce(Candidate(U, score=0.6, parent=SEEDS[1])) is None
    late = crawl.arrived(Candidate(U, score=0.2, parent=SEEDS[0]))
    assert late.score == 0.6
    crawl.frontier.push(late)
    assert crawl.announce(Candidate(U, score=0.7, parent=SEEDS[1])) is Pushed.RAISED
    assert crawl.arrived(Candidate(U, score=0.6, parent=SEEDS[1])).score == 0.7
    crawl.close("finished")


def test_a_link_no_request_was_made_for_is_forgotten(tmp_path: Path) -> None:
    crawl = opened(tmp_path)
    candidate = Candidate(U, score=0.2, parent=SEEDS[0])
    crawl.announce(candidate)
    crawl.withdraw(candidate.key)
    assert crawl.waiting(url_fingerprint(U)) is None
    crawl.close("finished")


def test_a_second_run_takes_up_topic_queue_clock_and_contents(tmp_path: Path) -> None:
    crawl = opened(tmp_path)
    learn(crawl)
    crawl.store.save(
        PageItem(SEEDS[0], "", 0.0, False, "", score=0.4, level=1, clock=9, content_fingerprint=77)
    )
    crawl.frontier.push(Candidate(U, score=0.5, parent=SEEDS[0]))
    crawl.close("shutdown")
    again = opened(tmp_path)
    assert again.is_ready
    assert again.ranker.judge.weights_ == crawl.ranker.judge.weights_
    assert again.ranker.clock == 10  # later than any bump, though only one page is stored
    assert again.contents.find(U, 77) == SEEDS[0]
    assert again.waiting(url_fingerprint(U)) is not None
    again.close("finished")


def test_a_run_killed_before_the_topic_was_learnt_waits_only_for_the_seeds_that_are_left(
    tmp_path: Path,
) -> None:
    crawl = opened(tmp_path)
    crawl.fail(seed(crawl, SEEDS[0]), "refused")
    crawl.close("killed")
    again = opened(tmp_path)
    again.add_example(Candidate(SEEDS[1]).key, page_of(SEEDS[1], (ROCK, [])))
    assert again.is_ready
    again.close("finished")


def test_a_folder_of_another_topic_is_refused(tmp_path: Path) -> None:
    crawl = opened(tmp_path)
    learn(crawl)
    crawl.close("finished")
    with pytest.raises(CrawlError, match=r"holds a crawl of the topic 'rocks'.*another JOBDIR"):
        opened(tmp_path, name="birds")
    opened(tmp_path).close("finished")  # and nothing of it is held


def test_a_folder_of_another_spider_is_refused(tmp_path: Path) -> None:
    crawl = opened(tmp_path, spider="deepweb")
    learn(crawl)
    crawl.close("finished")
    with pytest.raises(CrawlError, match=r"holds a crawl of the spider 'deepweb'.*another JOBDIR"):
        opened(tmp_path)
    opened(tmp_path, spider="deepweb").close("finished")


def test_a_folder_goes_on_by_another_method_and_one_line_names_both(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    crawl = opened(tmp_path)
    learn(crawl)
    crawl.close("finished")
    opened(tmp_path).close("finished")
    assert not caplog.records
    other = opened(tmp_path, method="best-first")
    assert "by the method block-score and goes on by best-first; -a method=" in caplog.text
    assert len(caplog.records) == 1
    assert other.store.meta["method"] == "best-first"
    other.close("finished")


def test_a_recrawl_of_an_empty_folder_says_that_it_starts_a_crawl(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    crawl = opened(tmp_path)
    with caplog.at_level("INFO"):
        crawl.begin_recrawl(timedelta(days=7))
    assert [record.getMessage() for record in caplog.records] == [
        f"{tmp_path} holds no crawl yet: this run starts one"
    ]
    crawl.close("finished")


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"examples": 3}', None])
def test_a_damaged_or_missing_topic_file_is_named(tmp_path: Path, content: str | None) -> None:
    crawl = opened(tmp_path)
    learn(crawl)
    crawl.store.save(PageItem(SEEDS[0], "", 0.0, False, ""))
    crawl.close("finished")
    topic = tmp_path / "topic.json"
    topic.unlink()
    if content is not None:
        topic.write_text(content)
    told = "missing" if content is None else "damaged"
    with pytest.raises(CrawlError, match=rf"topic\.json is {told}.* another JOBDIR"):
        opened(tmp_path)


@pytest.mark.parametrize("file", ["crawl.db", "frontier.log"])
def test_a_damaged_crawl_folder_is_refused_in_one_line(tmp_path: Path, file: str) -> None:
    opened(tmp_path).close("finished")
    (tmp_path / file).write_bytes(b"neither a database nor a log\n" * 200)
    with pytest.raises(CrawlError) as refused:
        opened(tmp_path)
    assert "\n" not in str(refused.value)
    assert file in str(refused.value)


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CrawlError, match=r"cannot write to the crawl folder .*-s JOBDIR=FOLDER"):
        opened(tmp_path / "file")


def test_without_jobdir_each_crawl_gets_a_folder_of_its_own(tmp_path: Path) -> None:
    crawl = opened(tmp_path, JOBDIR=None, CRAWLS_FOLDER=str(tmp_path / "crawls"))
    assert crawl.folder.parent == tmp_path / "crawls"
    assert crawl.folder.name.startswith("rocks-")
    crawl.close("finished")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SCORE_MU", 1.5),
        ("SCORE_MU", "much"),
        ("TOPIC_THRESHOLD", -1),
        ("TOPIC_NORM", "euclid"),
        ("TOPIC_PAGE_RELEVANCE", "median"),
        ("TOPIC_TABLE", "periodic"),
        ("MEMORY_LINKS", 0),
        ("MEMORY_CANDIDATES", "few"),
    ],
)
def test_a_bad_setting_is_named(tmp_path: Path, name: str, value: object) -> None:
    with pytest.raises(CrawlError, match=f"{name} = {value!r}"):
        opened(tmp_path, **{name: value})  # type: ignore[arg-type]


def test_memory_is_bounded_by_settings(tmp_path: Path) -> None:
    crawl = opened(tmp_path, method="adaptive", MEMORY_LINKS=7, MEMORY_CANDIDATES=3)
    strategy, frontier = crawl.ranker.strategy, crawl.frontier
    assert isinstance(strategy, Adaptive)
    assert isinstance(frontier, EmbeddedFrontier)
    assert strategy.links.most_links == 7
    for number in range(20):
        frontier.push(Candidate(f"http://a.example/{number}"))
    assert len(frontier._payloads._latest) <= 3
    crawl.close("finished")


def test_the_reason_of_the_end_is_kept(tmp_path: Path) -> None:
    opened(tmp_path).close("max_pages")
    crawl = opened(tmp_path)
    assert crawl.store.meta["stop_reason"] == "max_pages"
    crawl.close("finished")


def test_a_spider_without_a_topic_is_told_what_to_do() -> None:
    crawler = get_crawler(Spider)
    crawler.spider = Spider("plain")
    with pytest.raises(CrawlError, match=r"'plain' has no topic: subclass FocusedSpider"):
        crawl_of(crawler)


def test_a_candidate_travels_in_meta_as_json() -> None:
    candidate = Candidate(U, 0.5, level=1, parts={"block": 0.5})
    assert as_candidate(json.loads(json.dumps(candidate.to_dict())), U) == candidate
    assert as_candidate(None, U).is_seed


@pytest.mark.parametrize("name", ["crawl.db", "frontier.log"])
def test_an_emptied_file_is_refused(name: str, tmp_path: Path) -> None:
    for file in ("crawl.db", "frontier.log"):
        (tmp_path / file).write_bytes(b"" if file == name else b"something")
    with pytest.raises(CrawlError, match=rf"{name} is empty.*another JOBDIR"):
        refuse_emptied(tmp_path / "crawl.db", tmp_path / "frontier.log")
