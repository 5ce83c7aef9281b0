"""The default method with one part more: what a link's anchor means, told by a sentence model.

    meaning   WEIGHT * the largest close(a) over the link's anchors a, see `meaning.topic`

A sentence model sees what words miss: that "keynesian" and "inflation" are close to pages on
economics, though no seed says so. Pictures say nothing here. All new anchors of a page go to the
model at once. Each seed that is read changes what is close, so the links found before it are
scored again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from focused_crawler.candidate import Candidate
from focused_crawler.meaning.model import SentenceModel
from focused_crawler.meaning.topic import TopicMeaning
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy.adaptive import Adaptive, chance
from focused_crawler.strategy.base import JudgedPage, Options, Outcome
from focused_crawler.strategy.reputation import Evidence

WEIGHT = 1.0
MOST_ANCHORS = 4  # of a link; those of a page that everybody links to say the same in the end
MOST_LINKS = 400_000  # whose anchors are in memory
LONGEST = 200  # characters of an anchor


class MeaningPart:
    """What the anchors of waiting links mean."""

    name = "meaning"

    def __init__(self, model: SentenceModel) -> None:
        self.topic = TopicMeaning(model)
        self._anchors: OrderedDict[int, tuple[str, ...]] = OrderedDict()

    def observe(self, judged: JudgedPage) -> None:
        """Take in the anchors of a page; a seed says what the topic means."""
        if judged.candidate.is_seed:
            self.topic.add_seed(judged.page.title)
        self._anchors.pop(judged.candidate.key, None)
        for found in judged.links:
            for _, place in found.places:
                if place.has_text:
                    self.add_anchor(found.key, place.anchor)
        self.topic.meet(anchor for found in judged.links for anchor in self._anchors_of(found.key))

    def add_anchor(self, key: int, anchor: str) -> None:
        """A link has this anchor too."""
        anchor = anchor[:LONGEST]
        known = self._anchors_of(key)
        if anchor and anchor not in known and len(known) < MOST_ANCHORS:
            self._anchors[key] = (*known, anchor)
            if len(self._anchors) > MOST_LINKS:
                self._anchors.popitem(last=False)

    def links(self) -> list[int]:
        """The keys of the links whose anchors are known."""
        return list(self._anchors)

    def log_odds(self, link: Evidence) -> float:
        """How close the closest anchor of a link is to the topic."""
        anchors = self._anchors_of(link.key)
        return WEIGHT * max(map(self.topic.closeness, anchors), default=0.0)

    def _anchors_of(self, key: int) -> tuple[str, ...]:
        return self._anchors.get(key, ())


class AdaptiveWithMeaning(Adaptive):
    """Weighs what anchors mean beside all that the default method weighs."""

    def __init__(self, options: Options, model: SentenceModel) -> None:
        self.meaning = MeaningPart(model)
        super().__init__(options, extra=[self.meaning])
        self._has_grown = False  # the topic, by the page read last

    def observe(self, judged: JudgedPage) -> None:
        self._has_grown = judged.candidate.is_seed
        super().observe(judged)

    def moved(self) -> Iterable[tuple[int, float]]:
        if not self._has_grown:
            yield from super().moved()
            return
        for key in self.meaning.links():
            link = self.links.get(key)
            if link is not None:
                yield key, chance(self._parts(link))

    def relearn(self, outcomes: Iterable[Outcome], judge: Judge) -> None:
        read = list(outcomes)
        super().relearn(read, judge)
        for outcome in read:
            if outcome.is_seed:
                self.meaning.topic.add_seed(outcome.title)

    def _taken_up(self, waiting: Candidate) -> Evidence:
        self.meaning.add_anchor(waiting.key, waiting.anchor)
        return super()._taken_up(waiting)
