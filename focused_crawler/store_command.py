"""What commands that ask a finished or running crawl have in common: which crawl, and errors.

It stands outside `commands`, because Scrapy takes every command class in there for a command
of that name.
"""

from __future__ import annotations

import argparse
import sys
from abc import abstractmethod
from pathlib import Path
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand

from focused_crawler.reports.terminal import clean, while_read
from focused_crawler.store import CrawlReader, CrawlStore, StoreError
from focused_crawler.store.folders import named_crawl, newest_crawl


class StoreCommand(ScrapyCommand):
    """A command that answers from a crawl database."""

    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    @abstractmethod
    def answer(self, store: CrawlReader, args: list[str], opts: argparse.Namespace) -> None:
        """Do what the command is for."""

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--crawl", metavar="FOLDER", help="crawl folder; by default the newest")
        parser.add_argument("--json", action="store_true", help="print the answer as JSON")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        with while_read():
            self._run(args, opts)
            sys.stdout.flush()

    def _run(self, args: list[str], opts: argparse.Namespace) -> None:
        try:
            database = self._database(opts.crawl)
            with CrawlStore.read(database) as store:
                self.answer(store, args, opts)
        except StoreError as error:
            self.refuse(str(error))
        else:
            if not opts.crawl and not self.exitcode:
                _say(f"\nIn {database.parent}, the newest crawl; --crawl FOLDER names another.")

    def refuse(self, reason: str) -> None:
        """Say in one line what is wrong, and fail."""
        _say(reason)
        self.exitcode = 1

    def _database(self, name: str | None) -> Path:
        assert self.settings is not None
        crawls = Path(self.settings["CRAWLS_FOLDER"])
        return named_crawl(name, crawls) if name else newest_crawl(crawls)


def _say(text: str) -> None:
    sys.stdout.flush()
    print(*map(clean, text.split("\n")), sep="\n", file=sys.stderr)
