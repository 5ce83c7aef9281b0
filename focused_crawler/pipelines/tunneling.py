"""Which relevant page was reached through which tunnel, and how long it was.

Irrelevant pages n_1 ... n_k, each linking to the next, with n_k linking to the relevant page p,
are a tunnel of length k (000 §4.6; 003 definition 1). It is found by walking back from p along
the parents to the seed, or to the first page that a relevant one had linked to by then: a page
with a relevant parent needs no tunnel, even where an irrelevant one gave it the better score.
A tunnel is defined by the pages, not by the level p was fetched at, so that gray tunnels (003),
which are followed at level 0, are seen too.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Self

from focused_crawler.crawl import crawl_of
from focused_crawler.items import PageItem
from focused_crawler.store import StoreError

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

    from focused_crawler.store import CrawlStore

logger = logging.getLogger(__name__)


class TunnelingPipeline:
    """Keeps the tunnel of every relevant page that has one."""

    def __init__(self, store: CrawlStore, stats: StatsCollector) -> None:
        self.store = store
        self.stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        assert crawler.stats is not None
        return cls(crawl_of(crawler).store, crawler.stats)

    def process_item(self, item: Any) -> Any:
        if isinstance(item, PageItem) and item.is_relevant:
            try:
                self._keep_tunnel(item)
            except StoreError as error:  # locked, or full: the page itself is safe
                logger.warning("no tunnel to %s is kept: %s", item.url, error)
        return item

    def _keep_tunnel(self, page: PageItem) -> None:
        passed, start = self._walk_back(page)
        if not passed:
            return
        path = [*([start] if start else []), *reversed(passed), page.url]
        self.store.save_tunnel(page.url, length=len(passed), path=path)
        self.stats.inc_value("tunnel/relevant")
        self.stats.inc_value(f"tunnel/length/{len(passed)}")

    def _walk_back(self, page: PageItem) -> tuple[list[str], str | None]:
        """Irrelevant pages before this one, the nearest first, and the relevant one before them."""
        passed: dict[str, None] = {}
        at, parent = page.url, page.parent
        while parent is not None and parent not in passed and parent != page.url:
            known = self.store.parent(parent)
            if known is None:
                break
            start = parent if known.is_relevant else self.store.relevant_referrer(at)
            if start is not None:
                return list(passed), start
            passed[parent] = None
            at, parent = parent, known.parent
        return list(passed), None
