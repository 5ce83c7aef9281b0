"""`scrapy export FORMAT`: the relevant pages of a crawl in formats that other programs read."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from scrapy.exceptions import UsageError

from focused_crawler.reports.export import FORMATS, ExportError, export
from focused_crawler.reports.figures import count
from focused_crawler.reports.news import earlier_crawls, new_pages
from focused_crawler.reports.view import CrawlView
from focused_crawler.store import CrawlReader
from focused_crawler.store_command import StoreCommand


class Command(StoreCommand):
    """Writes the relevant pages of a crawl to a file."""

    def syntax(self) -> str:
        return f"{' | '.join(FORMATS)} [--crawl FOLDER] [--output FILE] [--new]"

    def short_desc(self) -> str:
        return "Write the relevant pages of a crawl as CSV, JSON lines, Parquet, WARC or RSS"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--output",
            "-o",
            metavar="FILE",
            default="-",
            help="where to write; by default standard output",
        )
        parser.add_argument(
            "--new", action="store_true",
            help="only pages that no earlier crawl of the same topic holds; the newest first",
        )  # fmt: skip

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if len(args) != 1 or args[0] not in FORMATS:
            raise UsageError(f"name one format: {', '.join(FORMATS)}")
        if opts.output == "-" and args[0] in ("parquet", "warc") and sys.stdout.isatty():
            raise UsageError(f"{args[0]} is not text; name a file with --output FILE")

    def answer(self, store: CrawlReader, args: list[str], opts: argparse.Namespace) -> None:
        try:
            with CrawlView.open(store.path) as view, ExitStack() as files:
                pages = new_pages(view, earlier_crawls(view)) if opts.new else None
                written = export(view, args[0], _opened(opts.output, files), pages)
        except ExportError as error:
            self.refuse(f"focused-crawler: {error}")
        except BrokenPipeError:
            raise  # the reader has seen enough
        except OSError as error:
            self.refuse(f"focused-crawler: {opts.output} cannot be written: {error.strerror}")
        else:
            if opts.output != "-":
                print(f"{count(written, 'page')} in {opts.output}")


def _opened(name: str, files: ExitStack) -> BinaryIO:
    return sys.stdout.buffer if name == "-" else files.enter_context(Path(name).open("wb"))
