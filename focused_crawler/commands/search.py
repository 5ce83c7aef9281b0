"""`scrapy search WORDS`: the relevant pages of a crawl that hold these words."""

from __future__ import annotations

import argparse
import json
import sys

from scrapy.exceptions import UsageError

from focused_crawler.reports.terminal import Styled, Terminal, bar, shortened
from focused_crawler.store import CrawlReader, Found
from focused_crawler.store.words import match_expression
from focused_crawler.store_command import StoreCommand

DEFAULT_LIMIT = 10


class Command(StoreCommand):
    """Searches the relevant pages of a crawl."""

    def syntax(self) -> str:
        return "[options] <words>"

    def short_desc(self) -> str:
        return "Search the relevant pages of a crawl"

    def long_desc(self) -> str:
        return (
            "Search the relevant pages of a crawl. A page must hold all the words; "
            "words inside quotes must stand together."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        text = f"show at most so many pages; by default {DEFAULT_LIMIT}"
        parser.add_argument("--limit", metavar="N", type=int, default=DEFAULT_LIMIT, help=text)

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if not match_expression(_words(args)):
            raise UsageError("search takes the words to look for")
        if opts.limit < 1:
            raise UsageError("--limit takes a number of pages, 1 or more")

    def answer(self, store: CrawlReader, args: list[str], opts: argparse.Namespace) -> None:
        pages, relevant = store.counts()
        found = store.search(_words(args), opts.limit)
        if not pages:
            self.refuse(f"{store.path.parent} holds no page yet; --crawl FOLDER names another")
        elif opts.json:
            print(json.dumps([_as_dict(page) for page in found], indent=2))
        else:
            _write(found, Terminal.of(sys.stdout), searched=relevant)


def _words(args: list[str]) -> str:
    # The shell takes the quotes off a "phrase": it is the argument with a space in it.
    return " ".join(f'"{arg}"' if " " in arg and '"' not in arg else arg for arg in args)


def _write(found: list[Found], terminal: Terminal, *, searched: int) -> None:
    if not found:
        terminal.line(f"None of the {searched} relevant pages holds all these words.")
    for number, page in enumerate(found):
        if number:
            terminal.line()
        _write_page(page, terminal)


def _write_page(page: Found, terminal: Terminal) -> None:
    title = shortened(page.title or "(no title)", terminal.width - 18)
    terminal.line(bar(page.relevance), f" {page.relevance:.3f}  ", Styled(title, "bold"))
    terminal.line(f"  {page.url}")
    pieces = (Styled(text, "found") if is_match else text for text, is_match in page.snippet)
    terminal.paragraph(*pieces, indent="  ")


def _as_dict(page: Found) -> dict[str, str | float]:
    keys = ("url", "title", "relevance")
    return {key: getattr(page, key) for key in keys} | {"snippet": page.text}
