"""When to leave a site: too deep, too long without a new form, or its budget is spent.

Most searchable forms stand within three links of the home page, so a site is left as soon as it
stops paying, and the pages go to other sites (004 §II, in-site exploring).
Most sites have one form or two, so patience is shorter after the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of one site is read; 0 is no limit."""

    depth: int = 3  # links followed from the home page
    dry_pages: int = 8  # pages in a row without a searchable form, before the first one
    dry_after_form: int = 4  # pages in a row without another one, afterwards
    pages: int = 100
    results: int = 20  # pages read behind its forms

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value < 0:
                raise ValueError(f"{name} is {value}; it must be 0 (no limit) or more")


@dataclass(slots=True)
class SiteVisit:
    """What was read of one site so far."""

    name: str
    limits: Limits
    url: str = ""  # of its home page
    relevance: float = 0.0  # of its home page
    pages: int = 0
    dry_pages: int = 0
    results: int = 0
    forms: set[str] = field(default_factory=set)  # keys of the searchable forms found
    closed: str | None = None  # why it was ended from outside

    def read(self, form_keys: frozenset[str]) -> frozenset[str]:
        """Count a page with these searchable forms and return those that are new on the site."""
        new = form_keys - self.forms
        self.forms |= new
        self.pages += 1
        self.dry_pages = 0 if new else self.dry_pages + 1
        return new

    @property
    def ended(self) -> str | None:
        """Why the site is left, or None while it is worth another page."""
        if self.closed:
            return self.closed
        if 0 < self.limits.pages <= self.pages:
            return "budget"
        patience = self.limits.dry_after_form if self.forms else self.limits.dry_pages
        if 0 < patience <= self.dry_pages:
            return "no new form"
        return None

    def admits(self, depth: int) -> bool:
        """Whether a page so many links from the home page may be fetched."""
        return self.ended is None and not 0 < self.limits.depth < depth

    def admits_result(self) -> bool:
        """Whether another page behind the forms of the site may be fetched."""
        return not 0 < self.limits.results <= self.results

    def close(self, reason: str) -> None:
        """Leave the site whatever its limits say."""
        self.closed = reason

    def to_dict(self) -> dict[str, Any]:
        """The visit as JSON values, without its limits."""
        return {
            "name": self.name, "url": self.url, "relevance": self.relevance,
            "pages": self.pages, "dry_pages": self.dry_pages,
            "results": self.results,
            "forms": sorted(self.forms), "closed": self.closed,
        }  # fmt: skip

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], limits: Limits) -> SiteVisit:
        return cls(limits=limits, **{**values, "forms": set(values["forms"])})
