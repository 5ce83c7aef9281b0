"""How close a text is in meaning to the topic, on a scale that the seeds and the web itself give.

With v(x) the vector of a text, of length 1:

    c        = mean of v over the titles of the seeds
    s(a)     = v(a) . c, the mean cosine with a seed's title
    close(a) = (s(a) - s_web) / (s_seeds - s_web), from LEAST to MOST

s_web is the mean of s over all texts met, so that 0 is what any text of this web has; s_seeds is
the mean cosine of the seeds' titles with each other (leave one out), so that 1 is as close as the
seeds are. A raw cosine has no such meaning: one model's 0.3 is close, another's is chance. Titles
stand for the seeds because anchors are names of pages as well; a lead is not.

Texts are embedded in batches, once each; the vectors of the latest are kept. The mean over the web
is kept as a vector, so a new seed changes s_web without a look at what was met before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

import numpy as np

from focused_crawler.meaning.bert import Vectors
from focused_crawler.meaning.model import SentenceModel

LEAST, MOST = -1.0, 1.5
SMALLEST_GAP = 0.02  # between s_seeds and s_web; below, a model cannot tell the topic from the web
LONE_SEED = 0.5  # s_seeds where there is nothing to leave out
MOST_TEXTS = 50_000  # kept; some 80 MB with vectors of 384 numbers


class TopicMeaning:
    """The topic as the titles of its seeds mean it."""

    def __init__(self, model: SentenceModel, *, most_texts: int = MOST_TEXTS) -> None:
        self.model, self.most_texts = model, most_texts
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()
        self._seeds: dict[str, Vectors] = {}
        self._met: Vectors | None = None  # sum of the vectors of all texts met
        self._count = 0
        self._centre: Vectors | None = None
        self._own = self._web = 0.0

    def add_seed(self, title: str) -> None:
        """Take the title of an example page."""
        if title and title not in self._seeds:
            self._seeds[title] = self.model.encode([title])[0]
            seeds = np.stack(list(self._seeds.values()))
            self._centre, self._own = seeds.mean(axis=0), _among_themselves(seeds)
            self._weigh_web()

    def meet(self, texts: Iterable[str]) -> None:
        """Embed the texts of a page that are new, in one call of the model."""
        new = [text for text in dict.fromkeys(texts) if text and text not in self._vectors]
        if new:
            vectors = self.model.encode(new)
            self._vectors.update(zip(new, vectors, strict=True))
            total = vectors.sum(axis=0)
            self._met = total if self._met is None else self._met + total
            self._count += len(new)
            self._weigh_web()
            while len(self._vectors) > self.most_texts:
                self._vectors.popitem(last=False)

    def closeness(self, text: str) -> float:
        """0 for any text of this web, 1 for one as close as the seeds are to each other."""
        if self._centre is None:
            return 0.0
        vector = self._vectors.get(text)
        if vector is None:
            self.meet([text])
            vector = self._vectors[text]
        gap = max(SMALLEST_GAP, self._own - self._web)
        return max(LEAST, min(MOST, (float(vector @ self._centre) - self._web) / gap))

    def _weigh_web(self) -> None:
        if self._centre is not None and self._met is not None:
            self._web = float(self._met @ self._centre) / self._count


def _among_themselves(seeds: Vectors) -> float:
    """Mean cosine of each with the others."""
    count = len(seeds)
    if count < 2:
        return LONE_SEED
    cosines = seeds @ seeds.T
    return float(cosines.sum() - np.trace(cosines)) / (count * (count - 1))
