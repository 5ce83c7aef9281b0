"""What is known of one fetched page on its way through a spider: `response.meta["page"]`.

The page is parsed before the spider's callback is called; it is judged, and its links are scored,
when the callback's output is first asked for (a seed waits there until the topic is learnt).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from focused_crawler.candidate import Candidate
from focused_crawler.fingerprints import simhash, url_fingerprint
from focused_crawler.items import BlockRecord, LinkRecord, PageItem
from focused_crawler.page import Page
from focused_crawler.strategy import JudgedPage, found_links


@dataclass(slots=True)
class Analysis:
    """A page, the candidate it was fetched as, and later its judgement and scored links."""

    page: Page
    candidate: Candidate
    content_fingerprint: int
    status: int = 200
    judged: JudgedPage | None = None
    candidates: dict[int, Candidate] = field(default_factory=dict)  # every link, by key
    fresh: list[Candidate] = field(default_factory=list)  # links nobody has seen before

    @property
    def is_relevant(self) -> bool:
        return self.judged is not None and self.judged.is_relevant

    def new_urls(self) -> Iterator[str]:
        """The URLs worth a request; links known already are counted without one."""
        return (candidate.url for candidate in self.fresh)

    def item(self) -> PageItem:
        """The page as an item."""
        if self.judged is None:
            raise RuntimeError("the page has not been judged yet: make the callback a generator")
        fetched, judgement = self.candidate, self.judged.judgement
        return PageItem(
            url=self.page.url,
            title=self.page.title,
            relevance=judgement.relevance,
            is_relevant=judgement.is_relevant,
            reason=judgement.reason,
            score=0.0 if fetched.is_seed else fetched.score,
            parts=fetched.parts,
            level=fetched.level,
            depth=fetched.depth,
            parent=fetched.parent,
            block=fetched.block,
            heading=fetched.heading,
            anchor=fetched.anchor,
            status=self.status,
            language=self.page.language,
            fetched_at=datetime.now(UTC).isoformat(timespec="seconds"),
            content_fingerprint=self.content_fingerprint,
            simhash=simhash(judgement.counts),
            clock=self.judged.clock,
            blocks=self._blocks(),
            links=self._links(),
        )

    def _blocks(self) -> list[BlockRecord]:
        relevances = self.judged.judgement.blocks if self.judged else ()
        return [
            BlockRecord(b.index, b.kind, b.heading, b.level, b.parent, relevance, b.text)
            for b, relevance in zip(self.page.blocks, relevances, strict=True)
        ]

    def _links(self) -> list[LinkRecord]:
        """Every link with its place on this page, even where its best block is on another one."""
        relevances = self.judged.judgement.blocks if self.judged else ()
        records = []
        for found in found_links(self.page):
            c = self.candidates.get(url_fingerprint(found.url))
            block, link = found.best_place(relevances)
            if c and link is not None and block is not None:
                records.append(LinkRecord(c.url, block, link.anchor, c.score, c.level, c.parts))
        return records
