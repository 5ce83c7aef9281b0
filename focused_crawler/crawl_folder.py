"""The folder of one crawl: made when the crawl starts, refused when it has lost a file.

A crawl that cannot start leaves nothing behind: a folder that was made for it goes with it, so
that commands which ask the newest crawl do not find an empty one.
"""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from focused_crawler.store import CrawlStore, StoreError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


class CrawlError(ValueError):
    """A crawl that cannot start; the message says why and what would be right, in one line."""


class CrawlFolder:
    """JOBDIR, or a new folder under CRAWLS_FOLDER."""

    def __init__(self, settings: BaseSettings, name: str) -> None:
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")[:-3]
        folder = Path(settings["JOBDIR"] or Path(settings["CRAWLS_FOLDER"]) / f"{name}-{stamp}")
        try:
            self.is_new = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            (folder / ".writable").touch()
            (folder / ".writable").unlink()
        except OSError as error:
            raise CrawlError(
                f"cannot write to the crawl folder {folder}: {error.strerror}; "
                "name another with -s JOBDIR=FOLDER"
            ) from error
        self.path = folder.resolve()

    def leave(self) -> None:
        """The crawl did not start: nothing of it stays, unless the folder was there before."""
        if self.is_new:
            shutil.rmtree(self.path, ignore_errors=True)


def seeds_of(folder: str | None, topic: str) -> tuple[str, ...]:
    """The seeds of the crawl of a topic that was begun in a folder; none if there is none."""
    database = Path(folder or "") / "crawl.db"
    if not folder or not database.is_file():
        return ()
    try:
        with CrawlStore.read(database) as store:
            about = store.meta
    except StoreError:
        return ()  # who opens the folder will say what is wrong with it
    return tuple(about.get("seeds", ())) if about.get("topic") == topic else ()


def refuse_emptied(*files: Path) -> None:
    """Files are made together: an empty one beside one that is not has lost what it held."""
    sizes = {file: file.stat().st_size for file in files if file.exists()}
    for file, size in sizes.items():
        if not size and any(sizes.values()):
            raise CrawlError(f"{file} is empty, what it held is lost; name another JOBDIR")


def missing(file: Path) -> CrawlError:
    """A file without which a crawl cannot be taken up."""
    return CrawlError(f"{file} is missing, so the crawl cannot go on; name another JOBDIR")
