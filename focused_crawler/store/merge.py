"""Merging crawl databases: the pages of several workers in one folder, each page once.

A page that several databases hold is kept as it was fetched last. Blocks, links, forms, tunnels and
changes go along; a failure is left out where another worker got the page. Merging the same folders
again changes nothing. Harvest curves stay where they are: each is one worker's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from focused_crawler.items import FormRecord, PageItem
from focused_crawler.store.crawl_store import CrawlStore
from focused_crawler.store.errors import StoreError
from focused_crawler.store.reader import CrawlReader

DATABASE, TOPIC = "crawl.db", "topic.json"
LAST = "9999"  # after every ISO time
EVERY = 10**9
ABOUT = ("topic", "method", "seeds", "language", "started")

Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did, and what the target holds now."""

    added: int
    replaced: int
    pages: int
    relevant: int


def merge(sources: Iterable[Path], target: Path, *, tell: Told = lambda _: None) -> Merged:
    """Put everything that the crawl folders `sources` hold into the folder `target`."""
    databases = databases_of(sources)
    _refuse_itself(databases, target)
    added = replaced = 0
    with CrawlStore(target / DATABASE) as store:
        for database in databases:
            with CrawlStore.read(database) as worker:
                new, newer = _take(worker, store)
            added, replaced = added + new, replaced + newer
            pages = "page" if new == 1 else "pages"
            tell(f"{database.parent}: {new} {pages} added, {newer} replaced by a newer fetch")
        return Merged(added, replaced, *store.counts())


def databases_of(folders: Iterable[Path]) -> list[Path]:
    """The databases of crawl folders, which have to be of one topic."""
    databases = [folder / DATABASE for folder in folders]
    for database in databases:
        if not database.is_file():
            reason = f"{database.parent} holds no crawl (no {DATABASE}); name folders of workers"
            raise StoreError(reason)
    if not databases:
        raise StoreError("nothing to merge; name the folders of workers")
    _refuse_several_topics(databases)
    return databases


def scales_differ(folders: Iterable[Path]) -> bool:
    """Whether relevance means different things: the topic was learnt apart, or by other rules.

    Workers of one crawl share the seed pages that the topic was learnt from.
    """
    learnt = {scale for folder in folders if (scale := _scale(folder))}
    return len(learnt) > 1


def _scale(folder: Path) -> str:
    try:
        examples = json.loads((folder / TOPIC).read_text(encoding="utf-8"))["examples"]
    except (OSError, ValueError, KeyError, TypeError):
        return ""  # a crawl that has learnt no topic, or none that can be compared
    with CrawlStore.read(folder / DATABASE) as store:
        method = str(store.meta.get("method"))
    return "\n".join([method, *sorted(json.dumps(page, sort_keys=True) for page in examples)])


def _refuse_itself(databases: list[Path], target: Path) -> None:
    into = target / DATABASE
    if into.resolve() in {database.resolve() for database in databases}:
        raise StoreError(f"{target} would be merged into itself; name another folder with --into")
    if into.is_file():
        _refuse_several_topics([*databases, into])


def _refuse_several_topics(databases: list[Path]) -> None:
    topics = sorted({topic for database in databases if (topic := _topic(database))})
    if len(topics) > 1:
        raise StoreError(f"these are crawls of {' and '.join(topics)}; merge those of one topic")


def _topic(database: Path) -> str | None:
    with CrawlStore.read(database) as store:
        return store.meta.get("topic")


def _take(worker: CrawlReader, store: CrawlStore) -> tuple[int, int]:
    added = replaced = 0
    about = worker.meta
    store.set_meta(**{name: about[name] for name in ABOUT if name in about})
    for page in whole_pages(worker):
        known = store.fetched_at(page.url)
        if known is None or known < page.fetched_at:
            store.save(page)
            added, replaced = added + (known is None), replaced + (known is not None)
    store.flush()
    _take_events(worker, store)
    return added, replaced


def whole_pages(worker: CrawlReader) -> Iterator[PageItem]:
    """Every page of a database with its blocks, links and forms."""
    forms: dict[str, list[FormRecord]] = {}
    for found in worker.forms():
        forms.setdefault(found.page, []).append(found.form)
    for page in worker.fetched_before(LAST):
        page.blocks, page.links = worker.blocks(page.url), worker.links(page.url)
        page.forms = forms.get(page.url, [])
        yield page


def _take_events(worker: CrawlReader, store: CrawlStore) -> None:
    for tunnel in worker.tunnels(EVERY):
        store.save_tunnel(tunnel.target, length=tunnel.length, path=tunnel.path)
    for failure in worker.failures(EVERY):
        if store.fetched_at(failure.url) is None and store.failure(failure.url) is None:
            store.save_failure(failure.url, failure.reason, failure.status, failure.parent)
    for change in worker.changes():
        store.save_change(change.url, change.kind, time=change.time)
