"""`scrapy preview --seeds URLS`: a topic, and what pages would score, before any crawl."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from focused_crawler.dashboard.preview import Preview, Scored, preview_of
from focused_crawler.reports.terminal import Styled, Terminal, bar, clean, shortened
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.seeds import read_seeds

SHOWN_TERMS = 20


class Command(ScrapyCommand):
    """Learns a topic from pages and judges others by it; nothing is kept."""

    requires_project = True
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "--seeds FILE_OR_URLS [--page URL ...] [--json]"

    def short_desc(self) -> str:
        return "Show which words a topic would be made of, and what pages would score"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--seeds", metavar="FILE_OR_URLS", help="example pages of the topic")
        parser.add_argument(
            "--page", metavar="URL", action="append", default=[], help="a page to judge; repeatable"
        )
        parser.add_argument("--json", action="store_true", help="print the answer as JSON")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if args or not opts.seeds:
            raise UsageError("preview takes example pages: --seeds FILE_OR_URLS, and options only")
        try:
            preview = self._preview(opts.seeds, opts.page)
        except TopicError as error:
            print(f"focused-crawler: {clean(str(error))}", file=sys.stderr)
            self.exitcode = 1
            return
        if opts.json:
            print(json.dumps(preview.to_dict()))
        else:
            write_preview(preview, Terminal.of(sys.stdout))

    def _preview(self, seeds: str, pages: list[str]) -> Preview:
        # Here, not above: every scrapy command imports this module, few of them fetch anything.
        from focused_crawler.commands.seed_pages import fetch_seed_pages

        assert self.crawler_process is not None
        assert self.settings is not None
        examples = read_seeds(seeds)
        others = read_seeds(" ".join(pages)) if pages else ()
        fetched = fetch_seed_pages(self.crawler_process, [*examples, *others])
        preview = preview_of(
            {url: fetched.texts[url] for url in examples if url in fetched.texts},
            {url: fetched.texts[url] for url in others if url in fetched.texts},
            fetched.failures, threshold=self.settings.getfloat("TOPIC_THRESHOLD"),
        )  # fmt: skip
        if not preview.weights:
            reasons = "; ".join(f"{url} ({reason})" for url, reason in fetched.failures.items())
            raise TopicError(f"no example page could be read: {reasons or 'they are empty'}")
        return preview


def write_preview(preview: Preview, terminal: Terminal) -> None:
    """The heaviest words, and every page with its score."""
    for word, weight in list(preview.weights.items())[:SHOWN_TERMS]:
        terminal.line(f"{shortened(word, 24):>24}  {weight:.3f} {bar(weight, 20)}")
    _write_pages("examples, each judged by the others", preview.examples, terminal)
    _write_pages("other pages", preview.others, terminal)
    for url, reason in preview.failures.items():
        terminal.line(f"not reached: {url} ({reason})")


def _write_pages(title: str, pages: Iterable[Scored], terminal: Terminal) -> None:
    for number, page in enumerate(pages):
        if not number:
            terminal.line(Styled(title, "bold"))
        verdict = "relevant" if page.is_relevant else "irrelevant"
        terminal.line(f"  {bar(page.relevance)} {page.relevance:.2f} {verdict:<10}  {page.url}")
