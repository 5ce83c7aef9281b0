"""PageItem: what a crawl yields for each page it read, and what the store keeps of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class BlockRecord:
    """One block of a stored page."""

    index: int
    kind: str
    heading: str
    level: int
    parent: int | None
    relevance: float
    text: str = ""


@dataclass(slots=True)
class LinkRecord:
    """One outgoing link of a stored page, with the parts of its score."""

    url: str
    block: int
    anchor: str
    score: float
    level: int
    parts: dict[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class FormRecord:
    """One form of a stored page: what it is for, what it asks, where it sends it."""

    kind: str  # a name of forms.CLASSES
    probability: float
    relevance: float  # 0 to 1
    is_wanted: bool  # searchable and on the topic
    method: str
    action: str
    heading: str = ""
    fields: list[dict[str, Any]] = field(default_factory=list)  # kind, name, label, options
    key: str = ""  # the same wherever this form stands on its site


@dataclass(slots=True)
class PageItem:
    """A page: what it is, how relevant, why it was fetched and where it leads."""

    url: str
    title: str
    relevance: float  # 0 to 1; 1 is as relevant as the example pages are to each other
    is_relevant: bool
    reason: str  # one line: best block and the topic terms it holds
    score: float = 0.0  # Score(u) with which it was fetched
    parts: dict[str, float] = field(default_factory=dict)
    level: int = 0  # irrelevant pages passed before it
    depth: int = 0
    parent: str | None = None
    block: int | None = None  # the parent's block that holds the link
    heading: str = ""
    anchor: str = ""
    status: int = 200
    language: str | None = None
    fetched_at: str = ""  # ISO 8601, UTC
    content_fingerprint: int = 0
    simhash: int = 0
    near_duplicate_of: str | None = None
    clock: int = 0  # how many pages had been judged before it
    blocks: list[BlockRecord] = field(default_factory=list)
    links: list[LinkRecord] = field(default_factory=list)
    forms: list[FormRecord] = field(default_factory=list)
