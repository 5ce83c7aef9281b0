"""`scrapy topic list | show | new | queries | seeds`: the topics there are, and making new ones."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.utils.conf import closest_scrapy_cfg

from focused_crawler.commands.topic_queries import take_queries, write_history
from focused_crawler.commands.topic_seeds import (
    check_topic,
    checked_number,
    find_seeds,
    keep_seeds,
    write_seeds,
)
from focused_crawler.engines import make_engines
from focused_crawler.engines.consensus import AGREEING, MOST_SEEDS
from focused_crawler.queries.refresh import TableOptions
from focused_crawler.reports.figures import count
from focused_crawler.reports.terminal import Styled, Terminal, bar, clean, shortened
from focused_crawler.topic.contrast import learn_weights
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.languages import LANGUAGES
from focused_crawler.topic.library import Topic, list_topics, load_topic, topic_folders
from focused_crawler.topic.seeds import read_seeds
from focused_crawler.topic.weights import WeightTable
from focused_crawler.topic.weights_csv import write_weights
from focused_crawler.topic.writing import check_target, write_topic

TAKES = {
    "list": "nothing more",
    "show": "the NAME of one topic",
    "new": "one NAME, and --seeds FILE_OR_URLS",
    "queries": "the NAME of a topic and a LOG of queries",
    "seeds": 'one NAME and one "QUERY" in quotes',
}
MOST_ROWS = 40  # of the chart; two screens
LONGEST_WORD = 24
NARROWEST_BAR = 5


class Command(ScrapyCommand):
    """Lists, shows and makes topics."""

    requires_project = True
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return (
            "list | show NAME [--csv | --history] | new NAME --seeds FILE_OR_URLS [options]"
            ' | queries NAME LOG | seeds NAME "QUERY" [--agree N] [--limit N] [--engine SPEC]'
        )

    def short_desc(self) -> str:
        return "List, show and make topics"

    def long_desc(self) -> str:
        return (
            "list: all topics. show: one topic and its weights as a bar chart. new: make a topic"
            " from seed pages, which are fetched now to learn the weights from. queries: bring the"
            " table of what people ask for up to date with a query log (CSV, JSON lines, text)."
            " seeds: ask search engines, and keep the URLs on which several of them agree."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--csv", action="store_true", help="show: print the weights as CSV")
        parser.add_argument(
            "--history", action="store_true", help="show: how the table made from queries changed"
        )
        parser.add_argument(
            "--seeds", metavar="FILE_OR_URLS",
            help="new: a file with one URL a line, or URLs in quotes with spaces between",
        )  # fmt: skip
        parser.add_argument(
            "--folder", metavar="DIR", help="new: where to write; by default first of TOPIC_FOLDERS"
        )
        parser.add_argument(
            "--agree", metavar="N", help="seeds: engines that must return a URL (SEARCH_AGREEING)"
        )
        parser.add_argument(
            "--limit", metavar="N", help="seeds: URLs to keep at most (SEARCH_SEEDS)"
        )
        parser.add_argument(
            "--engine", metavar="SPEC", action="append", default=[],
            help="seeds: an engine to ask, such as searxng:http://localhost:8888, ddgs:bing, brave",
        )  # fmt: skip
        parser.add_argument(
            "--language", metavar="CODE", default="en", choices=LANGUAGES,
            help=f"new: language of the topic, one of {', '.join(LANGUAGES)}; by default en",
        )  # fmt: skip
        parser.add_argument("--force", action="store_true", help="new: overwrite a topic")
        parser.add_argument(
            "--learn", action=argparse.BooleanOptionalAction, default=True,
            help="new: fetch the seed pages and write the weights learnt from them; by default yes",
        )  # fmt: skip

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        try:
            self._act(args, opts)
        except TopicError as error:
            print(f"focused-crawler: {clean(str(error))}", file=sys.stderr)
            self.exitcode = 1

    def _act(self, args: list[str], opts: argparse.Namespace) -> None:
        match args:
            case ["list"]:
                self._list()
            case ["show", name] if opts.history and not name.startswith("-"):
                write_history(load_topic(name, self._folders), Terminal.of(sys.stdout))
            case ["show", name] if not name.startswith("-"):
                self._show(name, is_csv=opts.csv)
            case ["queries", name, log] if not name.startswith("-"):
                self._queries(name, log)
            case ["seeds", name, query] if not name.startswith("-"):
                self._seeds(name, query, opts)
            case ["new", name] if opts.seeds is not None and not name.startswith("-"):
                self._new(name, opts)
            case _:
                raise UsageError(_what_is_missing(args))

    @property
    def _folders(self) -> list[Path]:
        assert self.settings is not None
        return topic_folders(self.settings.getlist("TOPIC_FOLDERS"), closest_scrapy_cfg())

    def _list(self) -> None:
        terminal = Terminal.of(sys.stdout)
        names = list_topics(self._folders)
        width = max(map(len, names), default=0)
        for name in names:
            terminal.line(Styled(name.ljust(width), "bold"), f"  {self._summary(name)}")

    def _summary(self, name: str) -> str:
        try:
            topic = load_topic(name, self._folders)
        except TopicError as error:
            self.exitcode = 1
            return f"unusable: {error}"
        return f"{topic.title or name}: {_size(topic)}"

    def _show(self, name: str, *, is_csv: bool) -> None:
        topic = load_topic(name, self._folders)
        if not is_csv:
            _show_topic(topic, Terminal.of(sys.stdout))
        elif topic.weights:
            sys.stdout.write(write_weights(topic.weights, topic.language))
        else:
            raise TopicError(f"topic {name!r} has no weights.csv; each crawl learns its weights")

    def _new(self, name: str, opts: argparse.Namespace) -> None:
        folder = self._new_folder(opts.folder)
        check_target(name, folder, overwrite=opts.force)
        seeds = read_seeds(opts.seeds)
        topic = Topic(
            name=name,
            title=name.replace("-", " ").replace("_", " ").capitalize(),
            seeds=seeds,
            language=opts.language,
            weights=self._learnt(seeds, opts.language) if opts.learn else None,
        )
        target = write_topic(topic, folder, overwrite=opts.force)
        terminal = Terminal.of(sys.stdout)
        terminal.line(f"{target}: {_size(topic)}")
        terminal.line(f"Crawl it with: scrapy crawl focused -a topic={name}")

    def _queries(self, name: str, log: str) -> None:
        assert self.settings is not None
        topic = load_topic(name, self._folders)
        options = TableOptions.of(topic, self.settings)
        take_queries(topic, log, self._folders, options, Terminal.of(sys.stdout))

    def _seeds(self, name: str, query: str, opts: argparse.Namespace) -> None:
        assert self.settings is not None
        check_topic(name, self._folders)
        named = opts.engine or self.settings.get("SEARCH_ENGINES") or []
        engines = make_engines(named.split() if isinstance(named, str) else named)
        agreeing = checked_number(
            opts.agree or self.settings.get("SEARCH_AGREEING", AGREEING), "SEARCH_AGREEING", 99
        )
        limit = checked_number(
            opts.limit or self.settings.get("SEARCH_SEEDS", 50), "SEARCH_SEEDS", MOST_SEEDS
        )
        found = find_seeds(engines, query, agreeing=agreeing, limit=limit)
        new = keep_seeds(name, query, found, self._folders)
        terminal = Terminal.of(sys.stdout)
        write_seeds(found, new, terminal)
        terminal.line(f"{count(len(new), 'new seed')} in topic {name}")

    def _new_folder(self, option: str | None) -> Path:
        folders = [Path(option)] if option else self._folders
        if not folders:
            raise TopicError("TOPIC_FOLDERS is empty; set it, or name a folder with --folder")
        return folders[0]

    def _learnt(self, seeds: tuple[str, ...], language: str) -> WeightTable:
        # Here, not above: every scrapy command imports this module, few of them fetch anything.
        from focused_crawler.commands.seed_pages import fetch_seed_pages

        assert self.crawler_process is not None
        pages = fetch_seed_pages(self.crawler_process, seeds)
        for url, reason in pages.failures.items():
            print(f"focused-crawler: not reached: {clean(f'{url} ({reason})')}", file=sys.stderr)
        table = learn_weights(list(pages.texts.values()), language=language)
        if not table:
            raise TopicError(
                "no seed page could be read, nothing was written; check the URLs and the network,"
                " or make the topic without weights by --no-learn"
            )
        return table


def _what_is_missing(args: list[str]) -> str:
    if not args:
        return f"say what to do: {', '.join(TAKES)}"
    if args[0] not in TAKES:
        return f"topic has no {args[0]!r}; there are {', '.join(TAKES)}"
    return f"topic {args[0]} takes {TAKES[args[0]]}"


def _size(topic: Topic) -> str:
    learnt = "weights learnt by each crawl"
    terms = count(len(topic.weights), "term") if topic.weights else learnt
    return f"{count(len(topic.seeds), 'seed')}, {terms}"


def _show_topic(topic: Topic, terminal: Terminal) -> None:
    terminal.line(Styled(topic.title or topic.name, "bold"))
    if topic.description:
        terminal.paragraph(topic.description)
    terminal.line(f"{_size(topic)}, language {topic.language}")
    terminal.line(f"in {topic.folder}")
    if topic.weights:
        terminal.line()
        for line in chart(topic.weights, terminal.width, terminal.stream.encoding or "utf-8"):
            terminal.line(line)


def chart(table: WeightTable, width: int, encoding: str) -> Iterator[str]:
    """The heaviest terms with a bar each, in lines of at most `width`; ASCII where need be."""
    top = table.top(MOST_ROWS)
    words = [shortened(table.word(term), LONGEST_WORD) for term, _ in top]
    word_width = max(map(len, words), default=0)
    cells = max(NARROWEST_BAR, width - word_width - len("  0.0000 "))
    draw = bar if _can_print(bar(1 / 8, 1), encoding) else _ascii_bar
    for word, (_, weight) in zip(words, top, strict=True):
        yield f"{word:>{word_width}}  {weight:.4f} {draw(weight / top[0][1], cells)}".rstrip()
    if len(table) > len(top):
        yield f"and {len(table) - len(top)} more; --csv prints them all"


def _ascii_bar(value: float, cells: int) -> str:
    return "#" * round(value * cells)


def _can_print(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
