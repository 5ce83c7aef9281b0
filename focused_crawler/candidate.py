"""A candidate: a URL that waits to be fetched, with everything known about why.

Strategies make candidates, the frontier orders them, the scheduler turns them into requests.
All values are plain JSON, so a candidate can be written to a log, to Redis or into
`request.meta` and read back unchanged; nothing is ever pickled.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from focused_crawler.fingerprints import url_fingerprint


@dataclass(slots=True)
class Candidate:
    """A URL waiting to be fetched, its score, its tunnel level and the link that led to it."""

    url: str
    score: float = 0.0
    level: int = 0  # irrelevant pages passed since the last relevant one
    clock: int = 0  # pages judged when this level was given, see strategy.tunneling
    depth: int = 0  # links followed from a seed
    parent: str | None = None  # page of the best block that holds the link; None for a seed
    block: int | None = None  # index of that block in the parent page
    heading: str = ""
    anchor: str = ""
    parts: dict[str, float] = field(default_factory=dict)  # named parts of the score
    blocks_seen: int = 0  # blocks, over all parents so far, that hold the link
    relevance_sum: float = 0.0  # sum of R(t,b) over those blocks
    request: dict[str, Any] | None = None  # what a plain GET of `url` would lose; see scheduler
    key: int = 0  # fingerprint; 0 means "derive it from the URL"

    def __post_init__(self) -> None:
        if not self.key:
            self.key = url_fingerprint(self.url)

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    @property
    def is_seed(self) -> bool:
        return self.parent is None

    def to_dict(self) -> dict[str, Any]:
        """The candidate as JSON values, defaults left out."""
        values: dict[str, Any] = {"url": self.url, "key": self.key}
        for name, default in _DEFAULTS:
            value = getattr(self, name)
            if value != default:
                values[name] = value
        if self.parts:
            values["parts"] = self.parts.copy()
        return values

    def copy(self) -> Candidate:
        """Another candidate with the same values."""
        return Candidate(
            self.url, self.score, self.level, self.clock, self.depth, self.parent, self.block,
            self.heading, self.anchor, self.parts.copy(), self.blocks_seen, self.relevance_sum,
            self.request, self.key,
        )  # fmt: skip

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Candidate:
        return cls(**values)


_DEFAULTS: tuple[tuple[str, Any], ...] = (
    ("score", 0.0), ("level", 0), ("clock", 0), ("depth", 0), ("parent", None), ("block", None),
    ("heading", ""), ("anchor", ""), ("blocks_seen", 0), ("relevance_sum", 0.0), ("request", None),
)  # fmt: skip
