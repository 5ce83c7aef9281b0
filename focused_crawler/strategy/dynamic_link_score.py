"""LinkScore with a dynamic weight table (001 §3.1): what is looked for follows what is found.

The table starts from the titles of the seeds and is rebuilt every REBUILD pages from the titles
of the pages found relevant since. (`scoring.title_table` has the formula.)
"""

from __future__ import annotations

from focused_crawler.scoring.title_table import TitleTable
from focused_crawler.strategy.attributes import url_words
from focused_crawler.strategy.base import FoundLink, JudgedPage, Options
from focused_crawler.strategy.link_score import LinkScore

REBUILD = 25  # pages between two tables


class DynamicLinkScore(LinkScore):
    """The four attributes against a table that moves."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.table_ = TitleTable()
        self._pages = 0

    def observe(self, judged: JudgedPage) -> None:
        is_seed = judged.candidate.is_seed
        if is_seed or judged.is_relevant:
            self.table_.add(judged.page.title)
        self._pages += 1
        if is_seed or self._pages % REBUILD == 0:
            self.table_.rebuild()

    def attributes(self, found: FoundLink, parent: JudgedPage) -> dict[str, float]:
        relevance_of = self.table_.relevance_of
        anchors = {link.anchor for _, link in found.places}
        around = {parent.page.blocks[index].surrounding(link) for index, link in found.places}
        return {
            "url": relevance_of(url_words(found.url)),
            "anchor": max(map(relevance_of, anchors), default=0.0),
            "parent": self.table_.relevance_of_counts(parent.judgement.counts),
            "surrounding": max(map(relevance_of, around), default=0.0),
        }
