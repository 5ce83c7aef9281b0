"""A crawl that is continued on a schedule: old pages are fetched again, and what became of each.

A page whose last fetch is older than the age that `-a recrawl=7d` names is *reopened*: it waits
again, with its own relevance as its score, among the links that were never fetched. Its content
fingerprint then tells whether it changed. So a run finds what is new, what changed and what is
gone; the store keeps each such event with its time.

Of several workers on one Redis, each lets the pages of its own store wait, and any may fetch them.
So they tell each other when a page was read last, and what it held then.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import islice

from focused_crawler.candidate import Candidate
from focused_crawler.companions import Companions, Read
from focused_crawler.frontier import Frontier
from focused_crawler.items import PageItem
from focused_crawler.store import CrawlStore

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
PART = "recrawl"  # of the score of a page that is fetched again
AT_ONCE = 500  # pages asked about in one round trip
NEVER = Read("", 0)
NEW, CHANGED, SAME, GONE = "new", "changed", "same", "gone"

_AGE = re.compile(rf"(\d{{1,6}})([{''.join(SECONDS)}])")


def age_of(text: str) -> timedelta:
    """The age that a person wrote.

    >>> age_of("7d") == timedelta(days=7)
    True
    """
    found = _AGE.fullmatch(text.strip())
    if not found:
        raise ValueError(f"recrawl={text!r} is not an age; write 12h, 7d or 4w")
    return timedelta(seconds=int(found[1]) * SECONDS[found[2]])


class Recrawl:
    """One run over pages that an earlier run has stored."""

    def __init__(self, store: CrawlStore, frontier: Frontier, companions: Companions) -> None:
        self._store, self._frontier, self._companions = store, frontier, companions
        self.counts: Counter[str] = Counter()

    def begin(self, age: timedelta, *, seed_score: float) -> int:
        """Let pages older than `age` wait again; how many do."""
        # Times are kept in whole seconds: what was fetched within this one counts, too.
        limit = datetime.now(UTC) - age + timedelta(seconds=1)
        before = limit.isoformat(timespec="seconds")
        stored = self._store.fetched_before(before)
        reopened = 0
        while pages := list(islice(stored, AT_ONCE)):
            due = self._due(pages, before)
            reopened += sum(self._frontier.reopen(_candidate(page, seed_score)) for page in due)
        self._frontier.flush()
        return reopened

    def _due(self, pages: list[PageItem], before: str) -> list[PageItem]:
        """Those that no other worker has read since; the others know now when this one did."""
        reads = self._companions.last_reads([page.url for page in pages])
        known = {page.url: read for page, read in zip(pages, reads, strict=True) if read}
        self._companions.tell_reads(
            {page.url: own for page in pages if (own := _read(page)) > known.get(page.url, NEVER)}
        )
        return [page for page in pages if known.get(page.url, NEVER).time < before]

    def note(self, page: PageItem) -> str:
        """A page is about to be stored: what it is compared with what was known of its URL."""
        before = self._companions.exchange_read(page.url, _read(page))
        known = before.content if before else self._store.content_of(page.url)
        return self._tell(page.url, _kind(known, page.content_fingerprint))

    def lost(self, url: str) -> None:
        """A URL gave no page; it is gone if it gave one before."""
        is_known = self._store.content_of(url) is not None
        if is_known or self._companions.last_reads([url])[0]:
            self._tell(url, GONE)

    def _tell(self, url: str, kind: str) -> str:
        self.counts[kind] += 1
        if kind != SAME:
            self._store.save_change(url, kind)
        return kind


def keep_score(page: PageItem, store: CrawlStore) -> None:
    """A page that is fetched again keeps the score its link had, beside what it was worth."""
    known = store.score_of(page.url) if PART in page.parts else None
    if known is not None:
        page.score, page.parts = known[0], known[1] | page.parts


def _read(page: PageItem) -> Read:
    return Read(page.fetched_at, page.content_fingerprint)


def _kind(known: int | None, fingerprint: int) -> str:
    if known is None:
        return NEW
    return SAME if known == fingerprint else CHANGED


def _candidate(page: PageItem, seed_score: float) -> Candidate:
    return Candidate(
        page.url,
        score=seed_score if page.parent is None else page.relevance,
        level=page.level,
        clock=page.clock,
        depth=page.depth,
        parent=page.parent,
        block=page.block,
        heading=page.heading,
        anchor=page.anchor,
        parts={} if page.parent is None else {PART: page.relevance},
    )
