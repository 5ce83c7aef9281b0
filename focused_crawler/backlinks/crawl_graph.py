"""The back links a crawl knows by itself: the links of the pages it has stored."""

from __future__ import annotations

from focused_crawler.store import CrawlReader


class CrawlGraph:
    """The link graph of a crawl database; it closes with its crawl."""

    name = "crawl"

    def __init__(self, reader: CrawlReader) -> None:
        self.reader = reader

    def parents(self, url: str, limit: int) -> list[str]:
        return list(dict.fromkeys(referrer.url for referrer in self.reader.links_to(url, limit)))

    def close(self) -> None:
        """Nothing of its own is open."""
