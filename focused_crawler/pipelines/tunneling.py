"""Which relevant page was reached through which tunnel, and how long it was.

Irrelevant pages n_1 ... n_k, each linking to the next, with n_k linking to the relevant page p,
are a tunnel of length k (000 §4.6; 003 definition 1). It is found by walking back from p along
the parents to the last relevant page, or to the seed. It is defined by the pages, not by the
level p was fetched at, so that gray tunnels (003), which are followed at level 0, are seen too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from focused_crawler.crawl import crawl_of
from focused_crawler.items import PageItem

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

    from focused_crawler.store import CrawlStore


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
            self._keep_tunnel(item)
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
        at = page.parent
        while at is not None and at not in passed and at != page.url:
            known = self.store.parent(at)
            if known is None:
                break
            if known.is_relevant:
                return list(passed), at
            passed[at] = None
            at = known.parent
        return list(passed), None
