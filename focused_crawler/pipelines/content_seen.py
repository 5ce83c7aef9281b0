"""The content-seen test on items (001 §3.2.4): mirrors are dropped, near-duplicates marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import DropItem

from focused_crawler.crawl import crawl_of
from focused_crawler.items import PageItem

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

    from focused_crawler.contents import SeenContents


class ContentSeenPipeline:
    """Lets each content through once."""

    def __init__(self, contents: SeenContents, stats: StatsCollector) -> None:
        self.contents = contents
        self.stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        assert crawler.stats is not None
        return cls(crawl_of(crawler).contents, crawler.stats)

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, PageItem):
            return item
        self._drop_mirror(item)
        item.near_duplicate_of = self.contents.near(item.url, item.simhash)
        if item.near_duplicate_of is not None:
            self.stats.inc_value("content_seen/near_duplicates")
        self.contents.add(item.url, item.content_fingerprint, item.simhash)
        return item

    def _drop_mirror(self, page: PageItem) -> None:
        original = self.contents.find(page.url, page.content_fingerprint)
        if original is not None:
            self.stats.inc_value("content_seen/dropped")
            raise DropItem(f"{page.url} has the content of {original}", log_level="DEBUG")
