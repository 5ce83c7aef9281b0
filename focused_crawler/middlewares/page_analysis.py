"""Parse once, test whether the content was seen, judge: `response.meta["page"]` for all others.

Links are scored and told to the crawl in one go, before any other page is judged. Those known
already never become requests, and where only their score changes, no candidates either: the
frontier hears of it at once. Those whose page was fetched before are not scored: nothing depends
on it any more.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response, TextResponse

from focused_crawler.analysis import Analysis
from focused_crawler.candidate import Candidate
from focused_crawler.crawl import Crawl, as_candidate, crawl_of
from focused_crawler.deepweb.found_form import found_forms
from focused_crawler.frontier import Pushed
from focused_crawler.guards import refusal
from focused_crawler.middlewares.guards import limits_from
from focused_crawler.middlewares.page_reading import declared_encoding
from focused_crawler.page_reader import ReadPage, read_page, unpacked
from focused_crawler.strategy import FoundLink

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector


VISITED, KEPT, RAISED, LOWERED = (
    f"frontier/{event.value}"
    for event in (Pushed.VISITED, Pushed.KEPT, Pushed.RAISED, Pushed.LOWERED)
)


class NotAPage(IgnoreRequest):
    """The answer is not HTML."""


class ContentSeen(IgnoreRequest):
    """Another URL gave the same content: no item, no links."""


class PageAnalysisMiddleware:
    """Makes an Analysis of each response; a mirrored page never reaches the spider."""

    def __init__(
        self, crawl: Crawl, stats: StatsCollector, refusal: Callable[[str], str | None]
    ) -> None:
        self.crawl, self.stats, self.refusal = crawl, stats, refusal
        self.segmenter = crawl.ranker.strategy.segmenter
        self.reads_forms = crawl.ranker.strategy.reads_forms
        self._read = crawl.spent.timed("parse", self._parsed)
        self._judge = crawl.spent.timed("score", self._judged)
        self._seed_turn = asyncio.Lock()  # seeds wait for each other and go on in their order

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        limits = limits_from(crawler.settings)
        return cls(crawl_of(crawler), crawler.stats, lambda url: refusal(url, limits))

    def process_spider_input(self, response: Response) -> None:
        if not isinstance(response, TextResponse):
            self.stats.inc_value("page/not_html")
            raise NotAPage(f"not HTML: {response.headers.get('Content-Type') or b''!r}")
        candidate = as_candidate(response.meta.get("candidate"), response.url)
        declared = declared_encoding(response)
        page, fingerprint = self._read(response, declared)
        self._refuse_mirror(response.url, fingerprint)
        forms = found_forms(response.url, response.body, declared) if self.reads_forms else ()
        response.meta["page"] = Analysis(
            page, candidate, fingerprint, response.status, forms, queue=self._queue
        )
        if candidate.is_seed:
            self.crawl.add_example(candidate.key, page)

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        analysis = response.meta.get("page")
        if not isinstance(analysis, Analysis) or analysis.judged is not None:
            async for found in result:
                yield found
            return
        async with self._seed_turn if analysis.candidate.is_seed else nullcontext():
            await self.crawl.until_ready()
            self._judge(analysis)
            async for found in result:
                yield found

    def _refuse_mirror(self, url: str, fingerprint: int) -> None:
        original = self.crawl.contents.find(url, fingerprint)
        if original:
            self.stats.inc_value("content_seen/dropped")
            raise ContentSeen(f"same content as {original}")

    def _parsed(self, response: Response, declared: str | None) -> ReadPage:
        url, read = response.meta.pop("read", ("", b""))
        if read and url == response.url:
            return unpacked(read)
        return read_page(response.url, response.body, declared, segmenter=self.segmenter)

    def _judged(self, analysis: Analysis) -> None:
        ranker = self.crawl.ranker
        judged = ranker.read(analysis.page, analysis.candidate, analysis.forms)
        analysis.judged = judged
        frontier = self.crawl.frontier
        frontier.expect([found.key for found in judged.links])
        ranker.settle(frontier)
        events = [self._event(found, analysis) for found in judged.links]
        frontier.rescore_all([(key, met.score) for key, met in analysis.met.items() if met.change])
        outcomes = Counter([event for event in events if event])
        wanted = [f for f, event in zip(judged.links, events, strict=True) if event is None]
        for candidate in ranker.links(judged, self.crawl.waiting, wanted):
            analysis.candidates[candidate.key] = candidate
            outcome = self.crawl.announce(candidate)
            if outcome is None:
                analysis.fresh.append(candidate)
            else:
                outcomes[f"frontier/{outcome.value}"] += 1
        self._count(outcomes)

    def _event(self, found: FoundLink, analysis: Analysis) -> str | None:
        """Why a link needs no candidate, as the name of its counter; None where it does."""
        state = self.crawl.frontier.state(found.key)
        if state is None:
            reason = self.refusal(found.url)
            return f"guard/{reason}" if reason else None
        if state == "waiting":
            return self._meet(found, analysis)
        analysis.visited.add(found.key)
        return VISITED

    def _meet(self, found: FoundLink, analysis: Analysis) -> str | None:
        assert analysis.judged is not None
        met = self.crawl.ranker.strategy.meet(found, analysis.judged)
        if met is None:
            return None
        analysis.met[found.key] = met
        if not met.change:
            return KEPT
        return RAISED if met.change > 0 else LOWERED

    def _queue(self, candidates: Iterable[Candidate]) -> None:
        self._count(Counter(f"frontier/{self.crawl.queue(c).value}" for c in candidates))

    def _count(self, events: Counter[str]) -> None:
        for event, times in events.items():
            self.stats.inc_value(event, times)
