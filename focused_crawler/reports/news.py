"""What is new: relevant pages that no earlier crawl of the same topic holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from focused_crawler.items import PageItem
from focused_crawler.reports.export import newest_pages, relevant_pages
from focused_crawler.reports.view import CrawlView
from focused_crawler.store import StoreError
from focused_crawler.store.folders import DATABASE


def new_pages(view: CrawlView, earlier: Iterable[Path]) -> Iterator[PageItem]:
    """Relevant pages that none of the earlier databases holds, the latest first."""
    known: set[str] = set()
    for database in earlier:
        with CrawlView.open(database) as before:
            known.update(page.url for page in relevant_pages(before))
    return (page for page in newest_pages(view) if page.url not in known)


def earlier_crawls(view: CrawlView) -> Iterator[Path]:
    """The databases beside this one whose crawls of the same topic began before it."""
    about = view.meta
    for database in sorted(view.path.parent.parent.glob(f"*/{DATABASE}")):
        if database != view.path and _is_earlier(database, about):
            yield database


def _is_earlier(database: Path, about: dict[str, Any]) -> bool:
    try:
        with CrawlView.open(database) as other:
            meta = other.meta
    except StoreError:
        return False
    started = str(meta.get("started", "")), str(about.get("started", ""))
    return meta.get("topic") == about.get("topic") and started[0] < started[1]
