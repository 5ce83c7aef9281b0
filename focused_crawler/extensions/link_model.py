"""Keeps what a link classifier learnt in the crawl folder, in files that anybody can read.

    link-examples.csv    the features of every link that was followed, and whether it was relevant
    link-model.json      what the classifier made of them: means, tree or weights

The examples are all it takes to go on: a crawl that is taken up again is trained on its own, and
LINK_EXAMPLES names those of another crawl.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured

from focused_crawler.crawl import CrawlError, crawl_of
from focused_crawler.scoring.link_examples import ExamplesError, read_examples, write_examples
from focused_crawler.strategy.classified import FEATURES, Classified

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from focused_crawler.scoring.classifiers import LinkClassifier

logger = logging.getLogger(__name__)

EXAMPLES, MODEL = "link-examples.csv", "link-model.json"
NOT_USED = (
    "LINK_EXAMPLES is not used: the method %s trains no link classifier; "
    "-a method=naive-bayes, decision-tree or neural-network does"
)


class LinkModelKeeper:
    """Reads the examples of an earlier run of the crawl and writes all of them at its end."""

    def __init__(self, classifier: LinkClassifier, folder: Path) -> None:
        self.classifier, self.folder = classifier, folder
        if (folder / EXAMPLES).exists():
            classifier.train(read_examples(folder / EXAMPLES, FEATURES))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        crawl = crawl_of(crawler)
        strategy = getattr(crawl.ranker.strategy, "inner", crawl.ranker.strategy)
        if not isinstance(strategy, Classified):
            if crawler.settings["LINK_EXAMPLES"]:
                logger.warning(NOT_USED, crawl.method)
            raise NotConfigured
        try:
            extension = cls(strategy.classifier, crawl.folder)
        except ExamplesError as error:
            raise CrawlError(str(error)) from error
        crawler.signals.connect(extension.spider_closed, signal=signals.spider_closed)
        return extension

    def spider_closed(self) -> None:
        """Save examples and model."""
        write_examples(self.folder / EXAMPLES, FEATURES, self.classifier.examples)
        told = json.dumps(self.classifier.described(FEATURES), indent=1)
        (self.folder / MODEL).write_text(told, encoding="utf-8")
