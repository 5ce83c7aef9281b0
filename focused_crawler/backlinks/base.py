"""Who links to a page? R(t,l) is the mean over a link's parents, also those no crawl has seen yet
(000 §4.5.4 step 2); and pages that link to a good one often link to others (004 algorithm 1)."""

from __future__ import annotations

from typing import Protocol


class BackLinkError(ValueError):
    """A source of back links cannot be used; the message says why and what helps, in one line."""


class BackLinks(Protocol):
    """A source of back links. `parents` may block, and raises BackLinkError."""

    name: str

    def parents(self, url: str, limit: int) -> list[str]:
        """At most so many URLs of pages that link to this one."""

    def close(self) -> None:
        """Let go of files."""
