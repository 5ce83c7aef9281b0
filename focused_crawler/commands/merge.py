"""`scrapy merge FOLDER... --into FOLDER`: the crawls of several workers as one, also elsewhere."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from focused_crawler.reports.figures import count
from focused_crawler.reports.terminal import clean
from focused_crawler.store import StoreError
from focused_crawler.store.merge import merge, scales_differ
from focused_crawler.store.postgres import send

SCALES = (
    "these crawls learnt their topic from other seed pages or by another method: "
    "their relevance is not on one scale"
)
SCHEMES = ("postgresql://", "postgres://")


class Command(ScrapyCommand):
    """Merges crawl folders into one folder, or into a PostgreSQL database."""

    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "FOLDER... [--into FOLDER] [--to postgresql://USER@HOST/DATABASE]"

    def short_desc(self) -> str:
        return "Merge the crawls of several workers into one folder or a PostgreSQL database"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--into", metavar="FOLDER", help="the folder that gets everything")
        parser.add_argument("--to", metavar="URL", help="a PostgreSQL database: postgresql://...")

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if not args or not (opts.into or opts.to):
            raise UsageError("name the workers' folders, and where to: --into FOLDER or --to URL")
        if opts.to and not opts.to.startswith(SCHEMES):
            raise UsageError("--to takes postgresql://USER@HOST/DATABASE; a folder is for --into")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        folders = [Path(name) for name in args]
        try:
            if opts.into:
                _merge(folders, Path(opts.into))
            if opts.to:
                _send(folders, opts.to)
            if scales_differ(folders):
                print(f"focused-crawler: {SCALES}", file=sys.stderr)
        except StoreError as error:
            print(f"focused-crawler: {clean(str(error))}", file=sys.stderr)
            self.exitcode = 1


def _merge(folders: list[Path], target: Path) -> None:
    merged = merge(folders, target, tell=lambda line: print(clean(line)))
    print(f"{target}: {count(merged.pages, 'page')}, {merged.relevant} relevant")


def _send(folders: list[Path], url: str) -> None:
    written, pages = send(folders, url)
    print(f"PostgreSQL: {count(written, 'page')} written, {pages} there now")
