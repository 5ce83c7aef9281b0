"""What is known of one fetched page on its way through a spider: `response.meta["page"]`.

The page is parsed before the spider's callback is called; it is judged, and its links are scored,
when the callback's output is first asked for (a seed waits there until the topic is learnt).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime

from focused_crawler.candidate import Candidate
from focused_crawler.deepweb.found_form import FoundForm
from focused_crawler.fingerprints import simhash
from focused_crawler.items import BlockRecord, FormRecord, LinkRecord, PageItem
from focused_crawler.page import Page
from focused_crawler.strategy import JudgedPage, Met


@dataclass(slots=True)
class Analysis:
    """A page, the candidate it was fetched as, and later its judgement and scored links."""

    page: Page
    candidate: Candidate
    content_fingerprint: int
    status: int = 200
    forms: tuple[FoundForm, ...] = ()  # where the strategy reads forms
    judged: JudgedPage | None = None
    candidates: dict[int, Candidate] = field(default_factory=dict)  # links scored in full, by key
    fresh: list[Candidate] = field(default_factory=list)  # links nobody has seen before
    visited: set[int] = field(default_factory=set)  # keys of links to pages fetched before
    met: dict[int, Met] = field(default_factory=dict)  # links whose score alone changed
    queue: Callable[[Iterable[Candidate]], None] = field(default=lambda _: None, repr=False)

    @property
    def is_relevant(self) -> bool:
        return self.judged is not None and self.judged.is_relevant

    def new_urls(self) -> Iterator[str]:
        """The URLs worth a request; links known already are counted without one."""
        return (candidate.url for candidate in self.fresh)

    def follow(self) -> None:
        """Let all new links wait at once; a Request for each would cost ten times as much."""
        self.queue(self.fresh)

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
            simhash=self._simhash(judgement.counts),
            clock=self.judged.clock,
            blocks=self._blocks(),
            links=self._links(),
            forms=self._forms(),
        )

    def _simhash(self, counts: Mapping[str, int]) -> int:
        known = self.page.terms.simhash if self.page.terms else None
        return simhash(counts) if known is None else known

    def _forms(self) -> list[FormRecord]:
        judged = self.judged
        return [_form_record(form, judged) for form in self.forms] if judged else []

    def _blocks(self) -> list[BlockRecord]:
        relevances = self.judged.judgement.blocks if self.judged else ()
        return [
            BlockRecord(b.index, b.kind, b.heading, b.level, b.parent, relevance, b.text)
            for b, relevance in zip(self.page.blocks, relevances, strict=True)
        ]

    def _links(self) -> list[LinkRecord]:
        """Every link with its place on this page, even where its best block is on another one.

        A link to a page that was fetched before has no score and no parts.
        """
        if self.judged is None:
            return []
        relevances = self.judged.judgement.blocks
        records = []
        for found in self.judged.links:
            block, link = found.best_place(relevances)
            if link is None or block is None:
                continue
            c = self.met.get(found.key) or self.candidates.get(found.key)
            if c is not None:
                records.append(LinkRecord(found.url, block, link.anchor, c.score, c.level, c.parts))
            elif found.key in self.visited:
                records.append(LinkRecord(found.url, block, link.anchor, 0.0, 0))
        return records


def _form_record(found: FoundForm, judged: JudgedPage) -> FormRecord:
    form = found.form
    return FormRecord(
        kind=found.verdict.name,
        probability=found.verdict.probability,
        relevance=judged.form_relevance(found),
        is_wanted=judged.wants(found),
        method=form.method,
        action=form.action,
        heading=form.heading,
        fields=[asdict(field) for field in form.visible],
        key=form.key,
    )
