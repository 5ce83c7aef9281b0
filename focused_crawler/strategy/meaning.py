"""The default method with parts more: what a link's anchors mean, told by a sentence model.

    meaning   WEIGHTS * the largest close(a) over the link's anchors a, see `meaning.topic`
    alike     WEIGHTS * what links with anchors of that meaning led to, see `meaning.outcomes`

A sentence model sees what words miss: that "keynesian" and "inflation" are close to pages on
economics, though no seed says so. Pictures say nothing here. What a page teaches about links is the
mean of its relevance by words and the square of its closeness by meaning; its verdict stays that of
the words. All new anchors of a page go to the model at once. Each seed that is read changes what is
close, so the links found before it are scored again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from focused_crawler.candidate import Candidate
from focused_crawler.meaning.model import load_model
from focused_crawler.meaning.outcomes import OutcomesByMeaning
from focused_crawler.meaning.topic import TopicMeaning
from focused_crawler.page import Page
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy.adaptive import Adaptive, chance
from focused_crawler.strategy.attributes import AROUND_CONTENT
from focused_crawler.strategy.base import JudgedPage, Options, Outcome, Strategy
from focused_crawler.strategy.reputation import Evidence

WEIGHTS = {"meaning": 0.5, "alike": 5.0}
SHARE = 0.5  # of meaning in what a page teaches
MOST_ANCHORS = 4  # of a link; those of a page that everybody links to say the same in the end
MOST_LINKS = 400_000  # whose anchors are in memory
LONGEST = 200  # characters of an anchor
BEGINNING = 300  # characters of a page that tell what it is about


class MeaningParts:
    """What the anchors of waiting links mean."""

    def __init__(self, topic: TopicMeaning) -> None:
        self.topic, self.outcomes = topic, OutcomesByMeaning()
        self._anchors: OrderedDict[int, tuple[str, ...]] = OrderedDict()

    def observe(self, judged: JudgedPage) -> None:
        """Learn what an anchor led to, and take in the anchors of the page."""
        key, is_seed = judged.candidate.key, judged.candidate.is_seed
        followed = judged.page.title[:LONGEST] if is_seed else self._closest(key)
        if followed:
            relevance = 1.0 if is_seed else judged.judgement.relevance
            self.outcomes.add(self.topic.vector(followed), relevance)
        self._anchors.pop(key, None)
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

    def parts(self, link: Evidence) -> Mapping[str, float]:
        """What the closest anchor of a link says."""
        anchor = self._closest(link.key)
        if not anchor:
            return {}
        alike = self.outcomes.expected(self.topic.vector(anchor))
        close = self.topic.closeness(anchor)
        return {"meaning": WEIGHTS["meaning"] * close, "alike": WEIGHTS["alike"] * alike}

    def _closest(self, key: int) -> str:
        return max(self._anchors_of(key), key=self.topic.closeness, default="")

    def _anchors_of(self, key: int) -> tuple[str, ...]:
        return self._anchors.get(key, ())


class AdaptiveWithMeaning(Adaptive):
    """Weighs what anchors mean beside all that the default method weighs."""

    def __init__(self, options: Options, meaning: MeaningParts) -> None:
        super().__init__(options, extra=[meaning])
        self.meaning = meaning
        self._has_grown = False  # the topic, by the page read last

    def observe(self, judged: JudgedPage) -> None:
        self._has_grown = judged.candidate.is_seed
        text = beginning(judged.page)
        if judged.candidate.is_seed:
            self.meaning.topic.add_seed(judged.page.title, text)
            super().observe(judged)
            return
        close = max(0.0, min(1.0, self.meaning.topic.page_closeness(text)))
        judgement = judged.judgement
        taught = (1 - SHARE) * judgement.relevance + SHARE * close**2
        super().observe(replace(judged, judgement=replace(judgement, relevance=taught)))

    def moved(self) -> Iterable[tuple[int, float]]:
        if not self._has_grown:
            yield from super().moved()
            return
        for key in self.meaning.links():
            link = self.links.get(key)
            if link is not None:
                link.score = chance(self._parts(link))
                yield key, link.score

    def relearn(self, outcomes: Iterable[Outcome], judge: Judge) -> None:
        read = list(outcomes)
        super().relearn(read, judge)
        for outcome in read:
            if outcome.is_seed:
                self.meaning.topic.add_seed(outcome.title)

    def anew(self) -> Strategy:
        return AdaptiveWithMeaning(self.options, MeaningParts(self.meaning.topic))

    def _taken_up(self, waiting: Candidate) -> Evidence:
        self.meaning.add_anchor(waiting.key, waiting.anchor)
        return super()._taken_up(waiting)


def beginning(page: Page) -> str:
    """The title of a page and the first words of what is not around its content."""
    texts = (block.text for block in page.blocks if block.kind not in AROUND_CONTENT)
    return f"{page.title}. {next(texts, '')[:BEGINNING]}"


def adaptive(options: Options) -> Adaptive:
    """The default method, with the sentence model that the options name, if they do."""
    if not options.semantic_model:
        return Adaptive(options)
    topic = TopicMeaning(load_model(options.semantic_model))
    return AdaptiveWithMeaning(options, MeaningParts(topic))
