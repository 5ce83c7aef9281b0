"""`scrapy explain URL`: why a page was fetched, how it was judged and where it leads."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from scrapy.exceptions import UsageError

from focused_crawler.reports.story import Story, story_of
from focused_crawler.reports.story_text import write_story
from focused_crawler.reports.terminal import Terminal
from focused_crawler.store import CrawlReader
from focused_crawler.store_command import StoreCommand


class Command(StoreCommand):
    """Tells the story of one URL of a crawl."""

    def syntax(self) -> str:
        return "[options] <url>"

    def short_desc(self) -> str:
        return "Tell why a page was fetched: its path from a seed, its scores, its blocks"

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if len(args) != 1:
            raise UsageError("explain takes one URL")

    def answer(self, store: CrawlReader, args: list[str], opts: argparse.Namespace) -> None:
        story = story_of(store, args[0])
        if not story.is_known:
            self.refuse(_unknown(story))
        elif opts.json:
            print(json.dumps(asdict(story), indent=2))
        else:
            write_story(story, Terminal.of(sys.stdout))


def _unknown(story: Story) -> str:
    near = f"; the nearest known: {', '.join(story.nearest)}" if story.nearest else ""
    return f"{story.url} was neither fetched nor seen as a link{near}"
