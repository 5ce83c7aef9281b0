"""How close a text is in meaning to the topic, on a scale that the seeds and the web itself give.

With v(x) the vector of a text, of length 1:

    c        = mean of v over the examples
    s(a)     = v(a) . c, the mean cosine with an example
    close(a) = (s(a) - s_web) / (s_own - s_web), from LEAST to MOST

s_web is the mean of s over all anchors met, so that 0 is what any text of this web has; s_own is
the mean cosine of the examples with each other (leave one out), so that 1 is as close as they are.
A raw cosine has no such meaning: one model's 0.3 is close, another's is chance. The titles of the
seeds are the examples for anchors, which are names of pages as well; the beginnings of the seeds
are the examples for pages.

Anchors are embedded in batches, once each; the vectors of the latest are kept. The mean over the
web is kept as a vector, so a new seed changes s_web without a look at what was met before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

import numpy as np

from focused_crawler.meaning.model import SentenceModel, Vectors

LEAST, MOST = -1.0, 1.5
SMALLEST_GAP = 0.02  # between s_own and s_web; below, a model cannot tell the topic from the web
LONE_EXAMPLE = 0.5  # s_own where there is nothing to leave out
MOST_TEXTS = 50_000  # kept; some 80 MB with vectors of 384 numbers


class Examples:
    """Texts that stand for the topic."""

    def __init__(self) -> None:
        self._vectors: list[Vectors] = []
        self._centre: Vectors | None = None
        self._own = 0.0

    def add(self, vector: Vectors) -> None:
        """Take one more."""
        self._vectors.append(vector)
        rows = np.stack(self._vectors)
        self._centre, self._own = rows.mean(axis=0), _among_themselves(rows)

    def closeness(self, vector: Vectors, web: Vectors) -> float:
        """Where a vector stands between the mean of the web and the examples."""
        if self._centre is None:
            return 0.0
        usual = float(web @ self._centre)
        gap = max(SMALLEST_GAP, self._own - usual)
        return max(LEAST, min(MOST, (float(vector @ self._centre) - usual) / gap))


class TopicMeaning:
    """The topic as its seeds mean it."""

    def __init__(self, model: SentenceModel, *, most_texts: int = MOST_TEXTS) -> None:
        self.model, self.most_texts = model, most_texts
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self._seeds: set[str] = set()
        self._titles, self._pages = Examples(), Examples()
        self._met: Vectors | None = None  # sum of the vectors of all anchors met
        self._count = 0

    def add_seed(self, title: str, text: str = "") -> None:
        """Take an example page: its title, and how it begins."""
        if title and title not in self._seeds:
            self._seeds.add(title)
            of_title, of_page = self.model.encode([title, text or title])
            self._titles.add(of_title)
            self._pages.add(of_page)

    def meet(self, anchors: Iterable[str]) -> None:
        """Embed the anchors of a page that are new, in one call of the model."""
        new = [text for text in dict.fromkeys(anchors) if text and text not in self._vectors]
        if new:
            vectors = self.model.encode(new)
            self._vectors.update(zip(new, vectors, strict=True))
            total = vectors.sum(axis=0)
            self._met = total if self._met is None else self._met + total
            self._count += len(new)
            while len(self._vectors) > self.most_texts:
                self._vectors.popitem(last=False)

    def vector(self, anchor: str) -> Vectors:
        """What an anchor means."""
        if anchor not in self._vectors:
            self.meet([anchor])
        return self._vectors[anchor]

    def closeness(self, anchor: str) -> float:
        """0 for any anchor of this web, 1 for one as close as the seeds' titles are."""
        vector = self.vector(anchor)
        return self._titles.closeness(vector, self._web)

    def page_closeness(self, text: str) -> float:
        """The same for the beginning of a page, against those of the seeds."""
        if self._met is None:
            return 0.0
        return self._pages.closeness(self.model.encode([text])[0], self._web)

    @property
    def _web(self) -> Vectors:
        assert self._met is not None
        mean: Vectors = self._met / np.float32(self._count)
        return mean


def _among_themselves(rows: Vectors) -> float:
    """Mean cosine of each with the others."""
    count = len(rows)
    if count < 2:
        return LONE_EXAMPLE
    cosines = rows @ rows.T
    return float(cosines.sum() - np.trace(cosines)) / (count * (count - 1))
