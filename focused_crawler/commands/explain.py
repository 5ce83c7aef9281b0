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

    def long_desc(self) -> str:
        return (
            "Tell the story of one page of a crawl: whether it is relevant and why, the path from "
            "a seed to it with the link, the block and the parts of the score at each step, its "
            "best blocks, where it leads, who links to it. The URL may lack its scheme or be the "
            "end of one."
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if len(args) != 1 or not args[0].strip():
            raise UsageError("explain takes one URL")

    def answer(self, store: CrawlReader, args: list[str], opts: argparse.Namespace) -> None:
        story = story_of(store, args[0])
        if not story.is_known:
            self.refuse(_unknown(story, store))
        elif opts.json:
            print(json.dumps(asdict(story), indent=2))
        else:
            write_story(story, Terminal.of(sys.stdout))


def _unknown(story: Story, store: CrawlReader) -> str:
    near = f"; the nearest known: {', '.join(story.nearest)}" if story.nearest else ""
    return f"{story.url} was neither fetched nor seen as a link in {store.path.parent}{near}"
