"""`scrapy crawl`, as Scrapy's own, but a crawl that cannot start says so in one line."""

from __future__ import annotations

import argparse
import logging
import sys
from functools import partial
from typing import Any

from scrapy.commands.crawl import Command as CrawlCommand
from scrapy.crawler import Crawler
from scrapy.exceptions import UsageError

from focused_crawler.crawl import NO_SEEDS, CrawlError, abandon_crawl

logger = logging.getLogger(__name__)

FAILURES = (NO_SEEDS, "storage failed")


class Command(CrawlCommand):
    """Runs a spider; the exit status is not 0 when there was no crawl."""

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1:
            raise UsageError("name one spider, as in: scrapy crawl focused -a topic=stock-market")
        self.run_crawl(args[0], opts.spargs)

    def run_crawl(self, spider: str, arguments: dict[str, Any]) -> Crawler | None:
        """Run one spider to its end and set the exit status."""
        assert self.crawler_process
        try:
            crawler = self._create_crawler(spider)
        except KeyError as error:
            raise UsageError(f"no spider {spider!r}; `scrapy list` shows them") from error
        crawl: Any = self.crawler_process.crawl(crawler, **arguments)
        if hasattr(crawl, "add_done_callback"):
            crawl.add_done_callback(partial(_explain_task, crawler))
        else:
            crawl.addErrback(partial(_explain_failure, crawler))
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed or _has_failed(crawler):
            self.exitcode = 1
        return crawler


def _has_failed(crawler: Crawler) -> bool:
    # Asking for `stats` is an error before the crawl has got that far.
    is_stillborn = crawler._stats is None  # noqa: SLF001
    return is_stillborn or crawler.stats.get_value("finish_reason") in FAILURES


def _explain_task(crawler: Crawler, task: Any) -> None:
    error = None if task.cancelled() else task.exception()
    if isinstance(error, CrawlError):
        abandon_crawl(crawler)
        _say(error)
    elif error is not None:
        raise error


def _explain_failure(crawler: Crawler, failure: Any) -> None:
    failure.trap(CrawlError)
    abandon_crawl(crawler)
    _say(failure.value)


def _say(error: BaseException) -> None:
    print(f"focused-crawler: {error}", file=sys.stderr)
    if any(isinstance(handler, logging.FileHandler) for handler in logging.root.handlers):
        logger.error("%s", error)  # where scrapyd's users look
