"""Which crawl folder a person means: the one they name, or the newest."""

from __future__ import annotations

from pathlib import Path

from focused_crawler.store.crawl_store import CrawlStore
from focused_crawler.store.errors import StoreError

DATABASE = "crawl.db"
JOURNAL = "crawl.pending"
MOST_NAMED = 8


def named_crawl(name: str, crawls: Path) -> Path:
    """The database of the crawl folder with this path, or with this name under `crawls`."""
    for folder in (Path(name), crawls / name):
        if (folder / DATABASE).is_file():
            return folder / DATABASE
    if Path(name).is_file():
        return Path(name)
    raise StoreError(f"{name} holds no crawl (no {DATABASE}); {_known(crawls)}")


def newest_crawl(crawls: Path) -> Path:
    """The database under `crawls` whose crawl saved something last, one with pages if any has."""
    databases = sorted(crawls.glob(f"*/{DATABASE}"), key=_changed, reverse=True)
    if not databases:
        raise StoreError(
            f"there is no crawl in the folder {crawls} yet; "
            "make one with: scrapy crawl focused -a topic=NAME, or name one with --crawl FOLDER"
        )
    return next(filter(_has_pages, databases), databases[0])


def _has_pages(database: Path) -> bool:
    try:
        with CrawlStore.read(database) as store:
            return store.counts()[0] > 0
    except StoreError:
        return True  # it is for who asks to be told of it


def _changed(database: Path) -> float:
    # SQLite touches its own files when a database is only read; the journal is the crawl's alone.
    journal = database.with_name(JOURNAL)
    return (journal if journal.exists() else database).stat().st_mtime


def _known(crawls: Path) -> str:
    found = sorted(crawls.glob(f"*/{DATABASE}"), key=_changed, reverse=True)
    if not found:
        return f"{crawls} holds none"
    names = ", ".join(database.parent.name for database in found[:MOST_NAMED])
    more = f" and {len(found) - MOST_NAMED} older" if len(found) > MOST_NAMED else ""
    return f"crawls in {crawls}: {names}{more}"
