"""Requests of any spider get their score, level and parent on the way to the scheduler."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from judged_pages import page_of
from opened_crawl import SEEDS, crawler_of, opened
from scrapy import Request
from scrapy.downloadermiddlewares.retry import get_retry_request
from scrapy.http import HtmlResponse, Response

from focused_crawler.candidate import Candidate
from focused_crawler.crawl import Crawl
from focused_crawler.fingerprints import url_fingerprint
from focused_crawler.middlewares.link_score import PRIORITY_SCALE, LinkScoreMiddleware
from focused_crawler.middlewares.page_analysis import (
    ContentSeen,
    NotAPage,
    PageAnalysisMiddleware,
)

ROCK = "granite basalt magma volcano lava crater"
CAKE = "flour butter sugar oven cake icing"
PARENT, U, V = "http://p.example/", "http://u.example/", "http://v.example/"

Callback = Callable[[Response], Iterator[Any]]


class Chain:
    """Both middlewares in their order around a callback, as the engine calls them."""

    def __init__(self, crawl: Crawl) -> None:
        self.crawl = crawl
        self.stats = crawler_of().stats
        assert self.stats is not None
        self.analysis = PageAnalysisMiddleware(crawl, self.stats, lambda _: None)
        self.scores = LinkScoreMiddleware(crawl, self.stats)

    def response(self, body: str, url: str = PARENT, **candidate: Any) -> HtmlResponse:
        values = Candidate(url, parent=SEEDS[0], **candidate).to_dict()
        request = Request(url, meta={"candidate": values, "lease": values["key"]})
        return HtmlResponse(url, body=body.encode(), encoding="utf-8", request=request)

    def run(self, response: Response, callback: Callback) -> list[Any]:
        self.analysis.process_spider_input(response)

        async def output() -> AsyncIterator[Any]:
            for found in callback(response):
                yield found

        async def collect() -> list[Any]:
            judged = self.analysis.process_spider_output(response, output())
            return [found async for found in self.scores.process_spider_output(response, judged)]

        return asyncio.run(collect())


@pytest.fixture
def chain(tmp_path: Path) -> Iterator[Chain]:
    crawl = opened(tmp_path, seeds=SEEDS[:1])
    crawl.add_example(Candidate(SEEDS[0]).key, page_of(SEEDS[0], (ROCK, [])))
    yield Chain(crawl)
    crawl.close("finished")


def section(words: str, *urls: str) -> str:
    links = "".join(f'<a href="{url}">{url}</a> ' for url in urls)
    return f"<h2>{words}</h2><p>{words} {links}</p>"


def follow_all(response: Response) -> Iterator[Request]:
    for href in response.css("a::attr(href)").getall():
        yield response.follow(href)


def test_a_plain_follow_gets_priority_score_parent_and_block(chain: Chain) -> None:
    response = chain.response(section(ROCK, U) + section(CAKE, V))
    good, bad = chain.run(response, follow_all)
    candidate = Candidate.from_dict(good.meta["candidate"])
    assert candidate.score > 0.5 > Candidate.from_dict(bad.meta["candidate"]).score
    assert good.priority == int(candidate.score * PRIORITY_SCALE) > bad.priority
    assert (candidate.parent, candidate.heading, candidate.anchor) == (PARENT, ROCK, U)
    assert set(candidate.parts) == {"block", "parents"}


def test_what_the_spider_said_stays(chain: Chain) -> None:
    def callback(response: Response) -> Iterator[Request]:
        yield response.follow(U, headers={"X-A": "1"}, meta={"own": 1}, cb_kwargs={"n": 2})

    (request,) = chain.run(chain.response(section(ROCK, U)), callback)
    assert (request.headers["X-A"], request.cb_kwargs) == (b"1", {"n": 2})
    assert request.meta["own"] == 1
    assert "page" not in request.meta


def test_copied_meta_does_not_carry_the_page_or_its_lease(chain: Chain) -> None:
    def callback(response: Response) -> Iterator[Request]:
        yield response.follow(U, meta=response.meta)

    (request,) = chain.run(chain.response(section(ROCK, U)), callback)
    assert "lease" not in request.meta
    assert "page" not in request.meta
    assert request.meta["candidate"]["url"] == U


def test_a_url_the_page_does_not_hold_is_scored_by_the_page(chain: Chain) -> None:
    def callback(_: Response) -> Iterator[Request]:
        yield Request("http://made-up.example/")

    response = chain.response(section(ROCK))
    (request,) = chain.run(response, callback)
    relevance = response.meta["page"].judged.judgement.relevance
    assert request.meta["candidate"]["score"] == pytest.approx(relevance)


def test_a_url_asked_for_twice_is_no_second_parent(chain: Chain) -> None:
    def callback(_: Response) -> Iterator[Request]:
        for url in (U, U, "http://made-up.example/", "http://made-up.example/"):
            yield Request(url)

    requests = chain.run(chain.response(section(ROCK, U)), callback)
    assert [request.meta["candidate"]["blocks_seen"] for request in requests] == [1, 1, 1, 1]


def test_links_too_deep_in_a_tunnel_give_no_request(chain: Chain) -> None:
    assert chain.run(chain.response(section(CAKE, U), level=3), follow_all) == []
    assert chain.stats.get_value("tunnel/not_entered") == 1  # type: ignore[union-attr]


def test_a_waiting_link_is_moved_without_a_request(chain: Chain) -> None:
    crawl = chain.crawl
    low = Candidate(
        U, score=0.1, parent=SEEDS[0], parts={"block": 0.1}, blocks_seen=1, relevance_sum=0.1
    )
    crawl.frontier.push(low)
    response = chain.response(section(ROCK, U))
    found = chain.run(response, lambda response: iter(response.meta["page"].new_urls()))
    assert found == []
    moved = crawl.frontier.get(low.key)
    assert moved is not None
    assert moved.parts["parents"] == pytest.approx((0.1 + moved.parts["block"]) / 2)
    assert moved.score > 0.1
    assert chain.stats.get_value("frontier/raised") == 1  # type: ignore[union-attr]


def test_links_that_a_spider_passes_over_are_forgotten(chain: Chain) -> None:
    chain.run(chain.response(section(ROCK, U, V)), lambda _: iter([Request(V)]))
    assert chain.crawl.waiting(url_fingerprint(U)) is None
    assert chain.crawl.waiting(url_fingerprint(V)) is not None


def test_two_pages_judged_before_their_requests_arrive_are_both_parents(chain: Chain) -> None:
    chain.run(chain.response(section(ROCK, U)), follow_all)
    second = chain.response(section(CAKE + " tea", U), url="http://q.example/")
    (request,) = chain.run(second, follow_all)
    arrived = chain.crawl.arrived(Candidate.from_dict(request.meta["candidate"]))
    assert arrived.blocks_seen == 2
    assert arrived.parent == PARENT


def test_a_page_asked_for_again_keeps_its_lease(chain: Chain) -> None:
    def callback(response: Response) -> Iterator[Any]:
        spider = crawler_of().spidercls("again", topic="rocks")
        spider.crawler = crawler_of()
        yield get_retry_request(response.request, spider=spider, reason="half a page")

    response = chain.response(section(ROCK, U))
    (request,) = chain.run(response, callback)
    assert request.meta["lease"] == response.meta["lease"]
    assert "page" not in request.meta


def test_items_pass_unchanged_and_hold_the_links_where_they_stand_on_the_page(chain: Chain) -> None:
    better = Candidate(
        U, score=1.0, parent=SEEDS[0], block=7, anchor="elsewhere", parts={"block": 1.0},
        blocks_seen=1, relevance_sum=1.0,
    )  # fmt: skip
    chain.crawl.frontier.push(better)
    response = chain.response(section(CAKE, V) + section(f"{ROCK} {CAKE}", U))
    (item,) = chain.run(response, lambda response: iter([response.meta["page"].item()]))
    places = {link.url: (item.blocks[link.block].heading, link.anchor) for link in item.links}
    assert places == {V: (CAKE, V), U: (f"{ROCK} {CAKE}", U)}


def test_the_same_content_under_another_url_gives_nothing(chain: Chain) -> None:
    body = section(ROCK, U)
    chain.run(chain.response(body), follow_all)  # its item has not been stored yet
    with pytest.raises(ContentSeen, match=PARENT):
        chain.run(chain.response(body, url="http://mirror.example/"), follow_all)
    chain.run(chain.response(body), follow_all)  # the same URL again is no mirror


def test_what_is_not_text_is_not_a_page(chain: Chain) -> None:
    image = Response(PARENT, headers={"Content-Type": "image/png"}, request=Request(PARENT))
    with pytest.raises(NotAPage, match="image/png"):
        chain.analysis.process_spider_input(image)


def test_an_answer_without_a_content_type_is_read(chain: Chain) -> None:
    response = chain.response(section(ROCK, U))
    assert "Content-Type" not in response.headers
    assert len(chain.run(response, follow_all)) == 1
