"""Scrapy requests to candidates and back; the frontier decides the order.

Three kinds of requests come in: new ones (a push), retries, which still hold their lease (a
requeue), and redirects, which hold the lease of another URL (a push, then that lease is closed).
What a plain GET would lose (callback, method, headers, ...) travels with the candidate as JSON; a
request that is not plain data is kept in memory beside its candidate, as in Scrapy's own queues.
The first request for a URL says how it is fetched; later ones only tell of another parent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.exceptions import CloseSpider, DontCloseSpider
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.utils.httpobj import urlparse_cached
from twisted.python.failure import Failure

from focused_crawler.candidate import Candidate
from focused_crawler.crawl import NO_SEEDS, SEED_SCORE, Crawl, crawl_of
from focused_crawler.failures import failure_reason
from focused_crawler.frontier import FrontierError, Pushed
from focused_crawler.host_pause import paused_for
from focused_crawler.request_fields import fields_of, request_key, request_of, returned_fields

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)


DOWNLOAD_SLOT = "download_slot"  # meta that Scrapy sets when a request enters its host's slot
STORAGE_FAILED = "storage failed"  # as the store's pipeline says it

# Scrapy looks for something to do when a page has come in, and every 5 s. Other workers may have
# found something meanwhile: the topic, or links for a worker that has none.
HEARTBEAT_SECONDS = 0.5

Errback = Callable[[Failure], Any]


@dataclass(frozen=True, slots=True)
class Failed:
    """The errback of a request that was given out: closes the lease, then asks the spider's own."""

    report: Callable[[Candidate, Failure], None]
    candidate: Candidate
    own: Errback | None

    def __call__(self, failure: Failure) -> Any:
        self.report(self.candidate, failure)
        return self.own(failure) if self.own else None


class FocusedScheduler(BaseScheduler):
    """Gives Scrapy the best candidate among the hosts that may be asked now."""

    def __init__(self, crawler: Crawler, crawl: Crawl) -> None:
        self.crawler, self.crawl, self.frontier = crawler, crawl, crawl.frontier
        self.stats = crawler.stats
        self.concurrency = crawler.settings.getint("CONCURRENT_REQUESTS")
        self._first_delay = crawler.settings.getfloat("DOWNLOAD_DELAY")
        if crawler.settings.getbool("AUTOTHROTTLE_ENABLED"):
            start = crawler.settings.getfloat("AUTOTHROTTLE_START_DELAY")
            self._first_delay = max(start, self._first_delay)
        crawl.companions.keep_pace(self._delay)
        self._in_memory: dict[int, Request] = {}
        self._closing: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        scheduler = cls(crawler, crawl_of(crawler))
        crawler.signals.connect(scheduler.spider_idle, signals.spider_idle)
        return scheduler

    def open(self, spider: Spider) -> None:
        self.spider = spider
        if self.crawl.companions.are_there:
            self.crawler.engine._SLOT_HEARTBEAT_INTERVAL = HEARTBEAT_SECONDS  # noqa: SLF001

    def close(self, reason: str) -> None:
        self.crawl.close(reason)

    def spider_idle(self) -> None:
        if self.crawl.has_failed:
            raise CloseSpider(STORAGE_FAILED)
        if not self.crawl.has_budget and self.crawl.is_ready:
            raise CloseSpider("max_pages")
        if self.crawl.companions.are_busy():
            raise DontCloseSpider
        self.crawl.take_over_topic()
        if not self.crawl.is_ready:
            raise CloseSpider(NO_SEEDS)

    def has_pending_requests(self) -> bool:
        if self.crawl.has_failed:
            return False
        return len(self.frontier) > 0 and self.crawl.has_budget

    def enqueue_request(self, request: Request) -> bool:
        if "lease" in request.meta:
            return self._take_back(request)
        is_queued = self._push(self._candidate(request))
        self.crawl.leases.end(request.meta.get("found_on"))
        return is_queued

    def next_request(self) -> Request | None:
        try:
            if not self.crawl.has_failed:
                return self._next_request()
        except FrontierError as error:
            self.crawl.give_up(error)
        self._close(STORAGE_FAILED)
        return None

    def _next_request(self) -> Request | None:
        self.crawl.take_over_topic()
        if not self.crawl.is_ready and not self.crawl.companions.may_learn():
            return None
        while self.crawl.has_budget and not self._is_full:
            candidate = self.crawl.ranker.next(self.frontier, self._is_free)
            if candidate is None:
                return None
            if not (candidate.is_seed or self.crawl.is_ready):
                self.frontier.requeue(candidate)
                return None
            if self.crawl.ranker.strategy.admits(candidate):
                request = self._request(candidate)
                if request:
                    return request
            else:
                self.frontier.done(candidate.key)
                self.stats.inc_value("tunnel/dropped")
        return None

    @property
    def _is_full(self) -> bool:
        """Whether as many pages are out as may be; one whose links still arrive is out."""
        return self.crawl.is_ready and self.crawl.companions.own_leases() >= self.concurrency

    def _is_free(self, host: str) -> bool:
        downloader = self.crawler.engine.downloader
        slot = downloader.slots.get(host)
        if slot is not None and (pause := paused_for(slot)):
            self.crawl.companions.hold(host, pause)
            return False
        limit = downloader.domain_concurrency if slot is None else slot.concurrency
        out = 0 if slot is None else len(slot.active)
        return out < limit and out + _on_the_way(downloader.active, host) < limit

    def _delay(self, host: str) -> float:
        slot = self.crawler.engine.downloader.slots.get(host)
        return self._first_delay if slot is None else slot.delay

    def _candidate(self, request: Request) -> Candidate:
        values, key = request.meta.get("candidate"), request_key(request)
        candidate = Candidate.from_dict(values) if values else Candidate(request.url, SEED_SCORE)
        if values and candidate.key == key:
            candidate = self.crawl.arrived(candidate)
        candidate.url, candidate.key = request.url, key
        waiting = self.frontier.get(key)
        if waiting:
            candidate.url, candidate.request = waiting.url, waiting.request
            return candidate
        try:
            candidate.request = fields_of(request, self.spider)
        except (TypeError, ValueError) as error:
            self._keep(key, request, error)
        return candidate

    def _keep(self, key: int, request: Request, error: Exception) -> None:
        if not self._in_memory:
            logger.warning("%s is kept in memory only, a restart forgets it: %s", request, error)
        self.stats.inc_value("frontier/in_memory")
        self._in_memory[key] = request

    def _push(self, candidate: Candidate) -> bool:
        outcome = self.frontier.push(candidate)
        self.stats.inc_value(f"frontier/{outcome.value}")
        return outcome is not Pushed.VISITED

    def _take_back(self, request: Request) -> bool:
        """A request that was given out comes back: to be tried again, or from another URL."""
        leased = Candidate.from_dict(request.meta["candidate"])
        target = Candidate.from_dict(leased.to_dict() | {"url": request.url})
        target.key = leased.key if request.url == leased.url else request_key(request)
        target.request = returned_fields(request, leased.request)
        if "in_memory" in request.meta:
            self._in_memory[target.key] = request.replace(errback=_own_errback(request))
        if target.key == leased.key:
            self.crawl.leases.forget(leased.key)
            self.frontier.requeue(target)
            return True
        return self._redirect(leased, target)

    def _redirect(self, leased: Candidate, target: Candidate) -> bool:
        self.crawl.move_seed(leased.key, target.key)
        is_new = self._push(target)
        self.crawl.finish(leased.key)
        if self.frontier.state(target.key) == "done":
            self.crawl.settle_seed(target.key)
        return is_new

    def _request(self, candidate: Candidate) -> Request | None:
        kept = self._in_memory.pop(candidate.key, None)
        try:
            request = kept or request_of(candidate, self.spider)
        except ValueError as error:
            self.crawl.fail(candidate, f"no request can be made of it: {error}")
            return None
        if kept:
            request = kept.replace(meta=kept.meta | {"in_memory": True})
        request.meta.update(candidate=candidate.to_dict(), lease=candidate.key)
        if wait := self.crawl.companions.turn(candidate.key):
            request.meta["turn"] = monotonic() + wait
        request.priority = int(candidate.score * 1e6)
        request.errback = Failed(self._failed, candidate, request.errback)
        return request

    def _failed(self, candidate: Candidate, failure: Failure) -> None:
        error = failure.value
        if isinstance(error, FrontierError):  # no fault of the page
            self.crawl.give_up(error)
            return
        status = error.response.status if isinstance(error, HttpError) else None
        reason = failure_reason(error)
        self.stats.inc_value(f"failure/{status or type(error).__name__}")
        logger.debug("%s gave no page: %s", candidate.url, reason)
        self.crawl.fail(candidate, reason, status)
        if self.crawl.has_no_seeds:
            self.stats.set_value("seed/unreachable", reason)
            self._close(NO_SEEDS)

    def _close(self, reason: str) -> None:
        if self._closing is None:
            closing = self.crawler.engine.close_spider_async(reason=reason)
            self._closing = asyncio.ensure_future(closing)


def _on_the_way(given: Iterable[Request], host: str) -> int:
    """Requests of a host that are still with the middlewares: no slot counts them yet."""
    return sum(
        DOWNLOAD_SLOT not in request.meta and urlparse_cached(request).hostname == host
        for request in given
    )


def _own_errback(request: Request) -> Errback | None:
    return request.errback.own if isinstance(request.errback, Failed) else request.errback
