"""What a topic would be if it were learnt from these pages: its weights, and what pages score.

Each example is judged by a topic learnt from the others, as the crawl itself calibrates them, so
an example that does not fit shows before any page is crawled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from focused_crawler.page import Block, Page
from focused_crawler.scoring.judge import Judge
from focused_crawler.topic.contrast import learn_weights


@dataclass(frozen=True, slots=True)
class Scored:
    """A page and what it would score."""

    url: str
    relevance: float
    is_relevant: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A topic that is not yet there."""

    weights: dict[str, float] = field(default_factory=dict)  # by word, the heaviest first
    examples: list[Scored] = field(default_factory=list)
    others: list[Scored] = field(default_factory=list)
    failures: dict[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Preview:
        return cls(
            weights=dict(values["weights"]),
            examples=[Scored(**page) for page in values["examples"]],
            others=[Scored(**page) for page in values["others"]],
            failures=dict(values["failures"]),
        )


def preview_of(
    examples: Mapping[str, str], others: Mapping[str, str], failures: Mapping[str, str],
    *, threshold: float = 0.6,
) -> Preview:  # fmt: skip
    """A preview from the texts of example pages and of other pages, by URL."""
    if not examples:
        return Preview(failures=dict(failures))
    table = learn_weights(list(examples.values()))
    weights = {table.word(term): weight for term, weight in table.top(len(table))}
    everyone = _taught(examples, threshold)
    return Preview(
        weights=weights,
        examples=[_left_out(url, examples, threshold) for url in examples],
        others=[_scored(everyone, url, text) for url, text in others.items()],
        failures=dict(failures),
    )


def _taught(texts: Mapping[str, str], threshold: float) -> Judge:
    judge = Judge(threshold=threshold)
    for url, text in texts.items():
        judge.add_example(_page(url, text))
    return judge.fit()


def _left_out(url: str, texts: Mapping[str, str], threshold: float) -> Scored:
    others = {other: text for other, text in texts.items() if other != url} or texts
    return _scored(_taught(others, threshold), url, texts[url])


def _scored(judge: Judge, url: str, text: str) -> Scored:
    found = judge.judge(_page(url, text))
    return Scored(url, found.relevance, found.is_relevant, found.reason)


def _page(url: str, text: str) -> Page:
    title, _, _ = text.partition("\n")
    return Page(url, title, (Block(0, "page", text),))
