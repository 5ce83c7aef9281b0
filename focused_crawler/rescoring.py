"""A topic that changes while its crawl runs: links that wait are scored again, as if found today.

What a strategy needs to score a link is the page it stands on. `ParentArchive` keeps the pages of
a crawl, with the candidates they were, in a file of the crawl: about a third of their text. After
a change of the topic they are judged again, in the order they came in, and the strategy scores
their waiting links anew: so every strategy follows a moving topic without knowing of it. One that
has learnt from what pages were worth learns that again, from the first page on.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path

from focused_crawler.candidate import Candidate
from focused_crawler.frontier.base import Frontier
from focused_crawler.page import Block, Link, Page
from focused_crawler.ranker import Ranker
from focused_crawler.scoring.judge import Judge
from focused_crawler.scoring.learning import LearningJudge
from focused_crawler.strategy import FoundLink, JudgedPage, Outcome, Strategy, found_links

PAGES_IN_A_BATCH = 64  # written together; what a killed process loses keeps the score it had
LINKS_IN_A_BATCH = 500  # asked for together


class ParentArchive:
    """The pages of a crawl, as far as the scores of their links depend on them."""

    def __init__(self, path: str | Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute(
            "CREATE TABLE IF NOT EXISTS parents"
            " (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, page BLOB NOT NULL)"
        )
        self._batch: list[tuple[str, bytes]] = []
        self.turn = asyncio.Lock()  # of whoever scores its links again

    def add(self, judged: JudgedPage) -> None:
        """Remember a page."""
        url = judged.page.url.encode("utf-8", "replace").decode()
        self._batch.append((url, _packed(judged)))
        if len(self._batch) >= PAGES_IN_A_BATCH:
            self.flush()

    def pages(self) -> Iterator[tuple[Page, Candidate, int]]:
        """Every page with its candidate and clock, in the order they came in, to the very last."""
        last = 0
        while True:
            self.flush()
            rows = self._connection.execute(
                "SELECT id, page FROM parents WHERE id > ? ORDER BY id LIMIT ?",
                (last, PAGES_IN_A_BATCH),
            ).fetchall()
            if not rows:
                return
            last = rows[-1][0]
            yield from (_unpacked(packed) for _, packed in rows)

    def flush(self) -> None:
        """Write what was added."""
        self._connection.execute("BEGIN")
        self._connection.executemany(
            "INSERT OR REPLACE INTO parents (url, page) VALUES (?, ?)", self._batch
        )
        self._connection.execute("COMMIT")
        self._batch.clear()

    def close(self) -> None:
        self.flush()
        self._connection.close()


class Remembering(Strategy):
    """A strategy that does what another one does and keeps every page it observes."""

    def __init__(self, strategy: Strategy, archive: ParentArchive) -> None:
        self.inner, self.archive = strategy, archive
        self.segmenter, self.norm = strategy.segmenter, strategy.norm
        self.page, self.table = strategy.page, strategy.table
        self.reads_forms = strategy.reads_forms

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        return self.inner.score(found, parent, waiting)

    def observe(self, judged: JudgedPage) -> None:
        self.inner.observe(judged)
        self.archive.add(judged)

    def moved(self) -> Iterable[tuple[int, float]]:
        return self.inner.moved()

    def site_relevance(self, url: str) -> float:
        return self.inner.site_relevance(url)

    def left(self) -> Iterable[int]:
        return self.inner.left()

    def entering(self, busy: int) -> Iterable[Candidate]:
        return self.inner.entering(busy)

    def refresh(self, candidate: Candidate) -> None:
        self.inner.refresh(candidate)

    def failed(self, candidate: Candidate) -> None:
        self.inner.failed(candidate)

    def redirected(self, key: int, target: int) -> None:
        self.inner.redirected(key, target)

    def relearn(self, outcomes: Iterable[Outcome], judge: Judge) -> None:
        self.inner.relearn(outcomes, judge)

    def hear(self, outcomes: Iterable[Outcome], judge: Judge) -> None:
        self.inner.hear(outcomes, judge)

    def admits(self, candidate: Candidate) -> bool:
        return self.inner.admits(candidate)

    def restore(self, bumps: Iterable[tuple[int, int, float]]) -> None:
        self.inner.restore(bumps)

    def anew(self) -> Strategy | None:
        return self.inner.anew()


def rescored(archive: ParentArchive, ranker: Ranker, frontier: Frontier) -> Iterator[int]:
    """Score all waiting links of archived pages again; yields how many pages are done.

    The caller may let the crawl go on between two pages. Nothing is pushed before the last page
    is read, for only then are all parents of a link known.
    """
    found: dict[int, Candidate] = {}
    judge = ranker.judge = LearningJudge.of(ranker.judge)
    fresh = ranker.strategy.anew()
    strategy = fresh or ranker.strategy
    for number, (page, fetched, clock) in enumerate(archive.pages(), start=1):
        judged = JudgedPage(page, judge.grade(page), fetched, clock, judge, found_links(page))
        if fresh:
            fresh.observe(judged)
        _score_links(judged, strategy, frontier, found)
        yield number
    if fresh:
        _replace(ranker, fresh)
    links = iter(found.values())
    while batch := list(islice(links, LINKS_IN_A_BATCH)):
        frontier.expect([candidate.key for candidate in batch])
        for candidate in batch:
            _push_again(candidate, strategy, frontier)


def _push_again(candidate: Candidate, strategy: Strategy, frontier: Frontier) -> None:
    waiting = frontier.get(candidate.key)
    if waiting is not None and not waiting.is_seed:
        strategy.refresh(candidate)  # the pages after its last parent taught something too
        candidate.request = waiting.request
        frontier.push(candidate)


def _score_links(
    judged: JudgedPage, strategy: Strategy, frontier: Frontier, found: dict[int, Candidate]
) -> None:
    frontier.expect([link.key for link in judged.links])
    for link in judged.links:
        key = link.key
        if frontier.state(key) == "waiting":
            candidate = strategy.score(link, judged, found.get(key))
            if candidate is not None:
                found[key] = candidate


def _replace(ranker: Ranker, fresh: Strategy) -> None:
    if isinstance(ranker.strategy, Remembering):
        ranker.strategy.inner = fresh
    else:
        ranker.strategy = fresh


def _packed(judged: JudgedPage) -> bytes:
    page, fetched = judged.page, judged.candidate
    values = {
        "page": asdict(replace(page, terms=None)),  # they can be counted again
        "candidate": {k: v for k, v in fetched.to_dict().items() if k != "request"},
        "clock": judged.clock,
    }
    return zlib.compress(json.dumps(values, ensure_ascii=False).encode("utf-8", "replace"), 1)


def _unpacked(packed: bytes) -> tuple[Page, Candidate, int]:
    values = json.loads(zlib.decompress(packed))
    blocks = tuple(
        Block(**block | {"links": tuple(Link(**link) for link in block["links"])})
        for block in values["page"]["blocks"]
    )
    page = Page(**values["page"] | {"blocks": blocks})
    return page, Candidate.from_dict(values["candidate"]), values["clock"]
