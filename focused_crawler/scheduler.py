"""Scrapy requests to candidates and back; the frontier decides the order.

Three kinds of requests come in: new ones (a push), retries, which still hold their lease (a
requeue), and redirects, which hold the lease of another URL (a push, then that lease is closed).
What a plain GET would lose (callback, method, headers, ...) travels with the candidate as JSON; a
request that is not plain data is kept in memory beside its candidate, as in Scrapy's own queues.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.exceptions import CloseSpider
from scrapy.spidermiddlewares.httperror import HttpError

from focused_crawler.candidate import Candidate
from focused_crawler.crawl import NO_SEEDS, SEED_SCORE, Crawl, crawl_of
from focused_crawler.frontier import Pushed
from focused_crawler.request_fields import fields_of, request_of, retry_fields

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

logger = logging.getLogger(__name__)


class FocusedScheduler(BaseScheduler):
    """Gives Scrapy the best candidate among the hosts that may be asked now."""

    def __init__(self, crawler: Crawler, crawl: Crawl) -> None:
        self.crawler, self.crawl, self.frontier = crawler, crawl, crawl.frontier
        self.stats = crawler.stats
        self._in_memory: dict[int, Request] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        scheduler = cls(crawler, crawl_of(crawler))
        crawler.signals.connect(scheduler.spider_idle, signals.spider_idle)
        return scheduler

    def open(self, spider: Spider) -> None:
        self.spider = spider

    def close(self, reason: str) -> None:
        self.crawl.close(reason)

    def spider_idle(self) -> None:
        if not self.crawl.has_budget:
            raise CloseSpider("max_pages")

    def has_pending_requests(self) -> bool:
        return len(self.frontier) > 0 and self.crawl.has_budget

    def enqueue_request(self, request: Request) -> bool:
        leased = request.meta.get("lease")
        if leased is None:
            return self._push(self._candidate(request))
        candidate = Candidate.from_dict(request.meta["candidate"])
        candidate.request = retry_fields(request, candidate.request)
        if _is_retry(request):
            self.frontier.requeue(candidate)
            return True
        return self._redirect(candidate, request.url)

    def next_request(self) -> Request | None:
        while self.crawl.has_budget:
            candidate = self.frontier.pop(self._is_free)
            if candidate is None:
                return None
            if not (candidate.is_seed or self.crawl.is_ready):
                self.frontier.requeue(candidate)
                return None
            if self.crawl.ranker.strategy.admits(candidate):
                return self._request(candidate)
            self.frontier.done(candidate.key)
            self.stats.inc_value("tunnel/dropped")
        return None

    def _is_free(self, host: str) -> bool:
        slot = self.crawler.engine.downloader.slots.get(host)
        return slot is None or len(slot.active) < slot.concurrency

    def _candidate(self, request: Request) -> Candidate:
        values = request.meta.get("candidate")
        candidate = Candidate.from_dict(values) if values else Candidate(request.url, SEED_SCORE)
        try:
            candidate.request = fields_of(request, self.spider)
        except (TypeError, ValueError) as error:
            logger.warning("%s is kept in memory only, a restart forgets it: %s", request, error)
            self._in_memory[candidate.key] = request
        return candidate

    def _push(self, candidate: Candidate) -> bool:
        outcome = self.frontier.push(candidate)
        self.stats.inc_value(f"frontier/{outcome.value}")
        return outcome is not Pushed.VISITED

    def _redirect(self, candidate: Candidate, url: str) -> bool:
        values = candidate.to_dict() | {"url": url, "key": 0}
        target = Candidate.from_dict(values)
        self.crawl.move_seed(candidate.key, target.key)
        is_new = self._push(target)
        self.crawl.finish(candidate.key)
        if not is_new:
            self.crawl.settle_seed(target.key)
        return is_new

    def _request(self, candidate: Candidate) -> Request:
        request = self._in_memory.pop(candidate.key, None) or request_of(candidate, self.spider)
        meta = request.meta | {"candidate": candidate.to_dict(), "lease": candidate.key}
        return request.replace(
            priority=int(candidate.score * 1e6),
            meta=meta,
            errback=partial(self._failed, candidate, request.errback),
        )

    def _failed(self, candidate: Candidate, errback: Any, failure: Any) -> Any:
        """A request gave no page: count it, close it, let the spider's own errback speak."""
        error = failure.value
        status = error.response.status if isinstance(error, HttpError) else None
        reason = str(error).split("\n")[0] or type(error).__name__
        self.stats.inc_value(f"failure/{status or type(error).__name__}")
        logger.debug("%s gave no page: %s", candidate.url, reason)
        self.crawl.fail(candidate, reason, status)
        if self.crawl.has_no_seeds:
            self.stats.set_value("seed/unreachable", reason)
            self._close(NO_SEEDS)
        return errback(failure) if errback else None

    def _close(self, reason: str) -> None:
        self._closing = asyncio.ensure_future(self.crawler.engine.close_spider_async(reason=reason))


def _is_retry(request: Request) -> bool:
    return request.url == request.meta["candidate"]["url"]
