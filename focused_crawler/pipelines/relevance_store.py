"""Every page goes to the crawl database; only relevant ones go on to feeds and archives."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import DropItem
from scrapy.utils.defer import deferred_from_coro

from focused_crawler.crawl import crawl_of
from focused_crawler.items import PageItem
from focused_crawler.recrawl import keep_score
from focused_crawler.store import StoreError

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

    from focused_crawler.recrawl import Recrawl
    from focused_crawler.store import CrawlStore

logger = logging.getLogger(__name__)

STOP_REASON = "storage failed"


class RelevanceStorePipeline:
    """Saves pages and counts them; a crawl whose results cannot be saved is stopped."""

    def __init__(
        self,
        store: CrawlStore,
        stats: StatsCollector,
        *,
        stop: Callable[[str], None],
        feeds_irrelevant: bool = False,
        recrawl: Recrawl | None = None,
    ) -> None:
        self.store = store
        self.stats = stats
        self.stop = stop
        self.feeds_irrelevant = feeds_irrelevant
        self.recrawl = recrawl
        self._has_failed = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        assert crawler.stats is not None
        crawl = crawl_of(crawler)

        def stop(reason: str) -> None:
            assert crawler.engine is not None
            crawl.leases.freeze()
            deferred_from_coro(crawler.engine.close_spider_async(reason=reason))

        return cls(
            crawl.store,
            crawler.stats,
            stop=stop,
            feeds_irrelevant=crawler.settings.getbool("FEED_IRRELEVANT_PAGES"),
            recrawl=crawl.recrawl,
        )

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, PageItem):
            return item
        self._save(item)
        self.stats.inc_value("topic/relevant" if item.is_relevant else "topic/irrelevant")
        if item.is_relevant or self.feeds_irrelevant:
            return item
        raise DropItem(f"{item.url} is not relevant", log_level="DEBUG")

    def _save(self, page: PageItem) -> None:
        try:
            if self.recrawl:
                self.stats.inc_value(f"recrawl/{self.recrawl.note(page)}")
            keep_score(page, self.store)
            self.store.save(page)
        except StoreError as error:
            if not self._has_failed:
                logger.error("%s", error)
                self.stop(STOP_REASON)
            self._has_failed = True
            raise DropItem(f"{page.url} could not be stored", log_level="DEBUG") from error
