"""The crawl for searchable forms: `scrapy crawl deepweb -a topic=NAME [-a seeds=...]`.

Two stages (004): sites on the topic, then the forms inside them; see strategy.two_stage. With
FORM_QUERIES the forms it finds are asked for the topic's best keywords, and the pages behind them
are read as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request
from scrapy.http import Response

from focused_crawler.crawl import CrawlError, at_least, crawl_of
from focused_crawler.deepweb.keywords import Keywords
from focused_crawler.forms.filling import filled
from focused_crawler.spiders.focused import FocusedSpider

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

METHOD = "two-stage"


class DeepwebSpider(FocusedSpider):
    """Yields pages with their forms, and the answers to questions put to forms."""

    name = "deepweb"
    method = METHOD
    reads_forms = True

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        spider = super().from_crawler(crawler, *args, **kwargs)
        if spider.method != METHOD:
            raise CrawlError(f"deepweb has one method, {METHOD}; for others: scrapy crawl focused")
        fields = crawler.settings.getlist("FEED_EXPORT_FIELDS")
        crawler.settings.set("FEED_EXPORT_FIELDS", [*fields, "forms"], priority="spider")
        spider.queries = at_least(crawler.settings, "FORM_QUERIES", 0)
        spider.keywords = Keywords(spider.loaded_topic.language)
        spider.asked = set()
        return spider

    queries: int  # put to each form
    keywords: Keywords
    asked: set[str]  # keys of forms

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        yield from super().parse(response)
        table = crawl_of(self.crawler).ranker.judge.weights_
        if self.queries and table:
            page = response.meta["page"]
            if page.is_relevant:
                self.keywords.add(page.page.text, table)
            yield from map(Request, self.answers(page, self.keywords.best(table, self.queries)))

    def answers(self, page: Any, words: Sequence[str]) -> Iterator[str]:
        """The URLs of what the page's new forms answer to these words."""
        for found in page.forms:
            if words and found.form.key not in self.asked and page.judged.wants(found):
                self.asked.add(found.form.key)
                yield from filter(None, (filled(found.form, word) for word in words))
