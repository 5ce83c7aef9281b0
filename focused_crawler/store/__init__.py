"""What a crawl found: pages, blocks, links with the parts of their score, tunnels, harvest."""

from focused_crawler.store.crawl_store import CrawlStore
from focused_crawler.store.errors import StoreError
from focused_crawler.store.reader import CrawlReader
from focused_crawler.store.rows import (
    Change,
    Failure,
    FormCounts,
    Found,
    FoundFormRow,
    HarvestPoint,
    HostCount,
    Parent,
    Referrer,
    Tunnel,
)

__all__ = [
    "Change",
    "CrawlReader",
    "CrawlStore",
    "Failure",
    "FormCounts",
    "Found",
    "FoundFormRow",
    "HarvestPoint",
    "HostCount",
    "Parent",
    "Referrer",
    "StoreError",
    "Tunnel",
]
