"""Requests to candidates and back: retries, redirects and failures, in parts and in real crawls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from judged_pages import page_of
from opened_crawl import SEEDS, QuietSpider, opened, scheduler_of
from own_spider import HTML, PLAIN, TableWeb, page, run_spider
from scrapy import FormRequest, Request
from scrapy.exceptions import CloseSpider
from scrapy.http import Response as Answer
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.python.failure import Failure

from focused_crawler.candidate import Candidate
from focused_crawler.crawl import NO_SEEDS, SEED_SCORE
from focused_crawler.frontier import open_frontier
from focused_crawler.sample_web import Response, serve
from focused_crawler.scheduler import FocusedScheduler
from focused_crawler.store import CrawlStore

U, V = "http://u.example/?b=1&a=2", "http://v.example/"
ROCK = "granite basalt magma volcano lava crater"


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[FocusedScheduler]:
    crawl = opened(tmp_path, seeds=SEEDS[:1])
    crawl.add_example(Candidate(SEEDS[0]).key, page_of(SEEDS[0], (ROCK, [])))
    yield scheduler_of(crawl)
    crawl.close("finished")


def link(url: str, score: float = 0.5, **fields: Any) -> Request:
    """A request as it comes from the link-score middleware."""
    request = Request(url, **fields)
    request.meta["candidate"] = Candidate(url, score=score, parent=SEEDS[0]).to_dict()
    return request


def given_out(scheduler: FocusedScheduler, request: Request) -> Request:
    assert scheduler.enqueue_request(request)
    out = scheduler.next_request()
    assert out is not None
    return out


def state(scheduler: FocusedScheduler, url: str) -> str | None:
    return scheduler.frontier.state(Candidate(url).key)


def test_the_best_request_comes_first_and_seeds_before_all(scheduler: FocusedScheduler) -> None:
    for request in (link(U, 0.2), link(V, 0.9), Request("http://seed.example/")):
        assert scheduler.enqueue_request(request)
    out = [scheduler.next_request() for _ in range(3)]
    assert [r and r.url for r in out] == ["http://seed.example/", V, U]
    assert [r and r.priority for r in out] == [int(SEED_SCORE * 1e6), 900_000, 200_000]
    assert scheduler.next_request() is None


def test_a_url_given_out_is_not_given_out_again(scheduler: FocusedScheduler) -> None:
    given_out(scheduler, link(U))
    assert not scheduler.enqueue_request(link("http://u.example/?a=2&b=1"))
    assert not scheduler.has_pending_requests()


def test_nothing_but_seeds_is_given_out_before_the_topic_is_known(tmp_path: Path) -> None:
    crawl = opened(tmp_path)
    scheduler = scheduler_of(crawl)
    scheduler.enqueue_request(link(U))
    assert scheduler.next_request() is None
    assert state(scheduler, U) == "waiting"
    scheduler.enqueue_request(Request(SEEDS[0]))
    seed = scheduler.next_request()
    assert seed is not None
    assert seed.url == SEEDS[0]
    crawl.close("finished")


def test_a_retry_waits_again_with_its_score_and_its_own_fields(scheduler: FocusedScheduler) -> None:
    callback = scheduler.spider.parse_detail  # type: ignore[attr-defined]
    out = given_out(scheduler, link(U, 0.5, callback=callback, cb_kwargs={"n": 1}))
    retry = out.copy()
    retry.meta["retry_times"] = 1
    retry.dont_filter = True
    again = given_out(scheduler, retry)
    assert (again.url, again.priority, again.callback) == (U, 500_000, callback)
    assert (again.meta["retry_times"], again.cb_kwargs) == (1, {"n": 1})


def test_a_retry_of_a_url_that_scrapy_spells_differently_is_not_lost(
    scheduler: FocusedScheduler,
) -> None:
    request = Request("http://u.example/caf\u00e9")
    request.meta["candidate"] = Candidate("http://u.example/caf\u00e9", 0.5, parent=V).to_dict()
    out = given_out(scheduler, request)
    assert given_out(scheduler, out.copy()).url == "http://u.example/caf%C3%A9"


def test_a_redirect_closes_the_old_url_and_queues_the_new_one(scheduler: FocusedScheduler) -> None:
    out = given_out(scheduler, link(U, 0.5))
    moved = given_out(scheduler, out.replace(url=V))
    assert (moved.url, moved.priority) == (V, 500_000)
    assert moved.meta["candidate"]["parent"] == SEEDS[0]
    assert (state(scheduler, U), state(scheduler, V)) == ("done", "leased")


def test_a_redirect_to_a_known_url_ends_there(scheduler: FocusedScheduler) -> None:
    first, second = given_out(scheduler, link(V)), given_out(scheduler, link(U))
    assert not scheduler.enqueue_request(second.replace(url=V))
    assert state(scheduler, U) == "done"
    assert first.url == V
    assert scheduler.frontier.leased() == 1


def test_a_redirect_to_another_spelling_of_the_same_url_is_followed(
    scheduler: FocusedScheduler,
) -> None:
    out = given_out(scheduler, link(U))
    again = given_out(scheduler, out.replace(url="http://u.example/?a=2&b=1"))
    assert again.url == "http://u.example/?a=2&b=1"


def test_a_redirected_form_is_not_sent_to_its_new_url(scheduler: FocusedScheduler) -> None:
    form = FormRequest(U, formdata={"q": "ore"}, meta=link(U).meta)
    out = given_out(scheduler, form)
    assert (out.method, out.body) == ("POST", b"q=ore")
    moved = given_out(scheduler, out.replace(url=V, method="GET", body=b"", cls=Request))
    assert (moved.method, moved.body) == ("GET", b"")
    assert state(scheduler, V) == "leased"


def test_forms_with_different_fields_and_the_plain_page_all_wait(
    scheduler: FocusedScheduler,
) -> None:
    for sent in ("iron", "gold"):
        form = FormRequest(U, formdata={"q": sent}, meta=link(U).meta)
        assert scheduler.enqueue_request(form)
    assert scheduler.enqueue_request(link(U))
    assert len(scheduler.frontier) == 3


def test_the_first_request_says_how_a_url_is_fetched(scheduler: FocusedScheduler) -> None:
    callback = scheduler.spider.parse_detail  # type: ignore[attr-defined]
    scheduler.enqueue_request(link(U, 0.2, callback=callback))
    scheduler.enqueue_request(link(U, 0.8))
    out = scheduler.next_request()
    assert out is not None
    assert out.callback == callback


def test_a_request_that_is_not_plain_data_survives_a_retry_in_memory(
    scheduler: FocusedScheduler,
) -> None:
    callback = lambda response: None  # noqa: E731
    out = given_out(scheduler, link(U, callback=callback, meta={"pair": (1, 2)}))
    again = given_out(scheduler, out.copy())
    assert (again.callback, again.meta["pair"]) == (callback, (1, 2))
    assert given_out(scheduler, again.replace(url=V)).callback is callback


def test_a_failure_closes_the_lease_and_is_kept_and_the_spider_hears_of_it(
    scheduler: FocusedScheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Failure] = []
    monkeypatch.setattr(QuietSpider, "complain", lambda self, failure: heard.append(failure))
    errback = scheduler.spider.complain  # type: ignore[attr-defined]
    out = given_out(scheduler, link(U, errback=errback))
    assert out.errback is not None
    out.errback(Failure(HttpError(Answer(U, status=410), "gone for good")))
    assert state(scheduler, U) == "done"
    assert len(heard) == 1
    (failure,) = scheduler.crawl.store.failures()
    assert (failure.url, failure.status, failure.parent) == (U, 410, SEEDS[0])
    assert scheduler.stats is not None
    assert scheduler.stats.get_value("failure/410") == 1


def test_a_candidate_no_request_can_be_made_of_is_closed_and_the_next_one_given(
    scheduler: FocusedScheduler,
) -> None:
    gone = Candidate(U, 0.9, parent=SEEDS[0], request={"callback": "parse_gone"})
    scheduler.frontier.push(gone)
    scheduler.enqueue_request(link(V, 0.1))
    out = scheduler.next_request()
    assert out is not None
    assert out.url == V
    assert state(scheduler, U) == "done"


def test_a_closed_tunnel_is_passed_over(scheduler: FocusedScheduler) -> None:
    scheduler.frontier.push(Candidate(U, 0.9, level=4, parent=SEEDS[0]))
    scheduler.enqueue_request(link(V, 0.1))
    out = scheduler.next_request()
    assert out is not None
    assert out.url == V
    assert scheduler.stats is not None
    assert scheduler.stats.get_value("tunnel/dropped") == 1


def test_the_best_candidate_of_a_free_host_is_given_out(scheduler: FocusedScheduler) -> None:
    busy = SimpleNamespace(lastseen=0.0, active={1, 2}, concurrency=2)
    scheduler.crawler.engine.downloader.slots["u.example"] = busy  # type: ignore[union-attr]
    scheduler.enqueue_request(link(U, 0.9))
    scheduler.enqueue_request(link(V, 0.1))
    out = scheduler.next_request()
    assert out is not None
    assert out.url == V
    assert scheduler.next_request() is None
    busy.active.pop()
    assert scheduler.next_request() is not None


def test_a_page_is_closed_when_its_links_are_queued(scheduler: FocusedScheduler) -> None:
    out = given_out(scheduler, link(U))
    leases, key = scheduler.crawl.leases, out.meta["lease"]
    for _ in range(2):  # the output of the page, and one request in it
        leases.begin(key)
    leases.end(key)
    assert state(scheduler, U) == "leased"
    found = link(V)
    found.meta["found_on"] = key
    scheduler.enqueue_request(found)
    assert state(scheduler, U) == "done"


def test_an_idle_crawl_ends_with_its_reason(tmp_path: Path) -> None:
    crawl = opened(tmp_path, max_pages=1)
    scheduler = scheduler_of(crawl)
    with pytest.raises(CloseSpider) as closed:
        scheduler.spider_idle()
    assert closed.value.reason == NO_SEEDS
    crawl.add_example(Candidate(SEEDS[0]).key, page_of(SEEDS[0], (ROCK, [])))
    scheduler.spider_idle()
    crawl.ranker.clock = 1
    with pytest.raises(CloseSpider) as closed:
        scheduler.spider_idle()
    assert closed.value.reason == "max_pages"
    crawl.close("finished")


def numbered(host: str, count: int) -> list[str]:
    return [f"http://{host}.example/{i}" for i in range(count)]


def moved(url: str) -> Response:
    return Response(302, (("Location", url),), b"")


def test_a_real_crawl_leaves_no_lease_whatever_its_pages_do(tmp_path: Path) -> None:
    seed, good, known, target = (f"http://a.example/{n}" for n in ("seed", "good", "known", "end"))
    faulty = {
        "http://b.example/busy": [Response(503, HTML, b"busy"), Response(200, HTML, b"back")],
        "http://b.example/gone": Response(404, HTML, b"gone"),
        "http://b.example/reset": Response(200, HTML, b"", fault="reset"),
        "http://b.example/image": Response(200, (("Content-Type", "image/png"),), b"\x89PNG"),
        "http://b.example/moved": moved(target),
        "http://b.example/moved-to-known": moved(seed),
        "http://b.example/loop": moved("http://b.example/loop"),
        "http://b.example/mirror": page(ROCK, good),
        "http://b.example/empty": "",
    }
    links = [good, known, *faulty]
    pages = {seed: page(f"{ROCK} one", *links), good: page(ROCK, good), target: page("the end")}
    web = TableWeb({**pages, known: page("known", seed, *links), **faulty})
    with serve(web) as served:  # type: ignore[arg-type]
        arguments = {"topic": "rocks", "seeds": seed}
        settings = {"RETRY_TIMES": 1, "REDIRECT_MAX_TIMES": 3}
        ended = run_spider(PLAIN, cwd=tmp_path, proxy=served.proxy, settings=settings, **arguments)
        fetched = served.fetched
        served.forget()
        run_spider(PLAIN, cwd=tmp_path, proxy=served.proxy, settings=settings, **arguments)
        assert served.fetched == []
    times = {url: fetched.count(url) for url in {*pages, known, *faulty}}
    assert times.pop("http://b.example/reset") >= 2  # the HTTP client tries again by itself, too
    repeated = {"http://b.example/busy": 2, "http://b.example/loop": 4}
    assert times == dict.fromkeys(times, 1) | repeated
    frontier = open_frontier(str(tmp_path / "job" / "frontier.log"))
    assert (len(frontier), frontier.leased()) == (0, 0)
    frontier.close()
    with_reasons = {f.url: f for f in CrawlStore.read(tmp_path / "job" / "crawl.db").failures()}
    assert with_reasons["http://b.example/gone"].status == 404
    assert {"http://b.example/reset", "http://b.example/image", "http://b.example/loop"} <= set(
        with_reasons
    )
    assert ended.stats["finish_reason"] == "finished"
    assert ended.stats["content_seen/dropped"] == 1


def test_a_slow_host_with_the_best_links_does_not_hold_up_the_others(tmp_path: Path) -> None:
    slow, quick = numbered("slow", 8), numbered("quick", 8)
    seed = "http://seed.example/"
    sections = page(f"{ROCK} {ROCK}", *slow) + page("granite harbour ferry timetable", *quick)
    pages: dict[str, Any] = {seed: sections}
    for i, url in enumerate(slow):
        pages[url] = Response(200, HTML, page(f"{ROCK} slow{i}").encode(), delay=0.15)
    pages |= {url: page(f"harbour ferry quick{i}") for i, url in enumerate(quick)}
    with serve(TableWeb(pages)) as served:  # type: ignore[arg-type]
        run_spider(
            PLAIN, cwd=tmp_path, proxy=served.proxy, topic="rocks", seeds=seed,
            settings={"CONCURRENT_REQUESTS_PER_DOMAIN": 1, "CONCURRENT_REQUESTS": 4},
        )  # fmt: skip
        order = served.fetched
    assert sorted(order) == sorted(pages)
    assert order[1] in slow  # the best link is asked for first, then every host that is free
    assert max(map(order.index, quick)) < max(map(order.index, slow))


def test_max_pages_is_kept_and_failures_do_not_count(tmp_path: Path) -> None:
    urls = numbered("a", 30)
    pages = {url: page(f"{ROCK} number{i}", *urls) for i, url in enumerate(urls) if i % 3 != 1}
    with serve(TableWeb(pages)) as served:  # type: ignore[arg-type]
        ended = run_spider(
            PLAIN, cwd=tmp_path, proxy=served.proxy, topic="rocks", seeds=urls[0], max_pages=12
        )
        good = [url for url in served.fetched if url in pages]
    assert len(good) == 12
    assert ended.stats["finish_reason"] == "max_pages"
    assert ended.stats["elapsed_time_seconds"] < 20
    assert CrawlStore.read(tmp_path / "job" / "crawl.db").counts()[0] == 12
