"""The story of one URL: was it fetched, why, by which way, what is in it, where does it lead."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from focused_crawler.reports.lessons import Lessons, lessons_for
from focused_crawler.store.spellings import spellings

if TYPE_CHECKING:
    from focused_crawler.items import BlockRecord, LinkRecord, PageItem
    from focused_crawler.store import CrawlReader, Failure, FoundFormRow, Referrer, Tunnel

TOP_LINKS = 5
REFERRERS = 5


@dataclass(frozen=True, slots=True)
class Story:
    """All that the crawl database tells about a URL."""

    url: str
    page: PageItem | None = None
    path: list[PageItem] = field(default_factory=list)  # from the seed, the page itself last
    blocks: list[BlockRecord] = field(default_factory=list)  # the most relevant first
    links: list[LinkRecord] = field(default_factory=list)  # TOP_LINKS, the best score first
    link_count: int = 0
    tunnel: Tunnel | None = None
    referrers: list[Referrer] = field(default_factory=list)
    failure: Failure | None = None
    forms: list[FoundFormRow] = field(default_factory=list)
    lessons: Lessons | None = None  # what was known when it was fetched
    nearest: list[str] = field(default_factory=list)  # known URLs, where this one is not

    @property
    def is_known(self) -> bool:
        return bool(self.page or self.referrers or self.failure)


def story_of(store: CrawlReader, typed: str) -> Story:
    """The story of the URL a person means by what they typed."""
    page = store.page(typed)
    return _of_page(store, page) if page else _of_unfetched(store, typed)


def _of_page(store: CrawlReader, page: PageItem) -> Story:
    blocks = sorted(store.blocks(page.url), key=lambda block: -block.relevance)
    links = sorted(store.links(page.url), key=lambda link: -link.score)
    return Story(
        page.url,
        page=page,
        path=store.path_to(page.url),
        blocks=blocks,
        links=links[:TOP_LINKS],
        link_count=len(links),
        tunnel=store.tunnel(page.url),
        referrers=store.links_to(page.url, REFERRERS),
        forms=store.forms(page.url),
        lessons=lessons_for(store, page),
    )


def _of_unfetched(store: CrawlReader, typed: str) -> Story:
    failure = store.failure(typed)
    for url in spellings(typed):
        referrers = store.links_to(url, REFERRERS)
        if referrers:
            return Story(url, referrers=referrers, failure=failure)
    if failure:
        return Story(failure.url, failure=failure)
    return Story(typed, nearest=store.nearest(typed))
