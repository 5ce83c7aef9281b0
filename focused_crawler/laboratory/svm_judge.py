"""A judge for pages that nobody labelled: a support vector machine, as in the thesis (000 §4.7).

For each topic it is trained on all pages that people labelled with it, not on the seeds alone; the
negatives are twice as many, pages of the other topics first. It never guides a crawl: it says
afterwards what a crawl was worth where labels end.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from focused_crawler.laboratory.library import PageLibrary
from focused_crawler.laboratory.measures import share
from focused_crawler.laboratory.web import FrozenPage, FrozenWebError
from focused_crawler.topic.terms import terms

NEGATIVES = 2  # for each positive
FEWEST_POSITIVES = 10


class SvmJudge:
    """Whether a page is about one topic."""

    def __init__(self, library: PageLibrary, topic: str) -> None:
        self.library, self.topic = library, topic
        self._verdicts: dict[str, bool] = {}
        self.model_ = self._fitted()

    def is_relevant(self, url: str) -> bool:
        """The label of a page where it has any, else the verdict of the classifier."""
        page = self.library.web.get(url)
        if page is None:
            return False
        if page.labels:
            return self.topic in page.labels
        if url not in self._verdicts:
            self._verdicts[url] = bool(self.model_.predict([self._text(url)])[0])
        return self._verdicts[url]

    def harvest(self, urls: Sequence[str]) -> float:
        """The harvest rate of a crawl."""
        return share(self.is_relevant(url) for url in urls)

    def _fitted(self) -> Any:
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.pipeline import make_pipeline
        from sklearn.svm import LinearSVC

        positives, negatives = self._examples()
        texts = [self._text(page.url) for page in (*positives, *negatives)]
        truth = [True] * len(positives) + [False] * len(negatives)
        vectors = TfidfVectorizer(analyzer=terms, sublinear_tf=True, min_df=2)
        return make_pipeline(vectors, LinearSVC(random_state=0)).fit(texts, truth)

    def _examples(self) -> tuple[list[FrozenPage], list[FrozenPage]]:
        pages = sorted(self.library.web, key=lambda page: page.url)
        Random(self.topic).shuffle(pages)
        positives = [page for page in pages if self.topic in page.labels]
        if len(positives) < FEWEST_POSITIVES:
            raise FrozenWebError(
                f"only {len(positives)} pages are labelled {self.topic!r}; a classifier needs "
                f"{FEWEST_POSITIVES}"
            )
        others = [page for page in pages if page.labels and self.topic not in page.labels]
        unlabelled = [page for page in pages if not page.labels]
        return positives, [*others, *unlabelled][: NEGATIVES * len(positives)]

    def _text(self, url: str) -> str:
        parsed = self.library.get(url, "page")
        return parsed.page.text if parsed else ""
