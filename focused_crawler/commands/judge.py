"""`scrapy judge URL yes|no` and `scrapy judge FILE.csv`: people tell a topic right from wrong."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from scrapy.exceptions import UsageError
from scrapy.utils.conf import closest_scrapy_cfg

from focused_crawler.commands.topic_queries import own_folder
from focused_crawler.feedback import Judged, parse_judgements, parse_verdict, save_judgements
from focused_crawler.reports.terminal import clean
from focused_crawler.store import CrawlReader
from focused_crawler.store_command import StoreCommand
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import Topic, list_topics, load_topic, topic_folders
from focused_crawler.topic.terms import count_terms
from focused_crawler.topic.writing import write_topic


class Command(StoreCommand):
    """Keeps judgements of the pages of a crawl, for it and for the next ones."""

    requires_crawler_process = True  # pages whose text was not stored are fetched again

    def syntax(self) -> str:
        return "[options] <url> yes|no, or [options] <file.csv>"

    def short_desc(self) -> str:
        return "Say which pages of a crawl are right or wrong; its topic learns from it"

    def long_desc(self) -> str:
        return (
            f"{self.short_desc()}. A running crawl takes it up, and the next crawl starts from it."
            " A CSV file has a row for each page: url,yes or url,no."
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if len(args) not in (1, 2):
            raise UsageError("judge takes a URL and yes or no, or a CSV file of both")

    def answer(self, store: CrawlReader, args: list[str], opts: argparse.Namespace) -> None:
        try:
            self._judge(store, _verdicts(args))
        except TopicError as error:
            self.refuse(f"focused-crawler: {error}")

    def _judge(self, store: CrawlReader, verdicts: dict[str, tuple[bool, str]]) -> None:
        known = {_stored(store, url, place): right for url, (right, place) in verdicts.items()}
        topic = self._topic(store)
        texts = {url: [block.text for block in store.blocks(url)] for url in known}
        self._fetch({url: text for url, text in texts.items() if not any(text)}, texts)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        judged = [
            Judged(url, right, now, [dict(count_terms(t, topic.language)) for t in texts[url] if t])
            for url, right in known.items()
        ]
        folder = own_folder(topic, self._folders)
        save_judgements(judged, store.path.parent)
        save_judgements(judged, folder)
        right = sum(known.values())
        print(f"{right} right and {len(known) - right} wrong, kept in {folder}")

    def _fetch(self, missing: dict[str, list[str]], texts: dict[str, list[str]]) -> None:
        """Irrelevant pages are stored without their text."""
        if not missing:
            return
        # Here, not above: every scrapy command imports this module, few of them fetch anything.
        from focused_crawler.commands.seed_pages import fetch_seed_pages

        assert self.crawler_process is not None
        pages = fetch_seed_pages(self.crawler_process, list(missing))
        for url in missing:
            texts[url] = [pages.texts.get(url, "")]
            if not texts[url][0]:
                reason = pages.failures.get(url, "an empty page")
                _tell(f"{url} could not be read again ({reason}); nothing is learnt from it")

    @property
    def _folders(self) -> list[Path]:
        assert self.settings is not None
        return topic_folders(self.settings.getlist("TOPIC_FOLDERS"), closest_scrapy_cfg())

    def _topic(self, store: CrawlReader) -> Topic:
        """The topic of the crawl; one that was given on the command line becomes a folder now."""
        meta = store.meta
        name = str(meta.get("topic", ""))
        if not name:
            raise TopicError(f"{store.path}: the crawl has not learnt its topic yet; wait a moment")
        if name in list_topics(self._folders):
            return load_topic(name, self._folders)
        topic = Topic(name, title=name.capitalize(), seeds=tuple(meta.get("seeds", ())))
        if not self._folders:
            raise TopicError("TOPIC_FOLDERS is empty; set it, so that the topic can be kept there")
        folder = write_topic(topic, self._folders[0])
        _tell(f"the topic is now a folder: {folder}")
        return load_topic(name, self._folders)


def _verdicts(args: list[str]) -> dict[str, tuple[bool, str]]:
    """Verdicts by URL, with what to call their place in an error."""
    if len(args) == 2:
        return {args[0]: (parse_verdict(args[1]), "")}
    if args[0].startswith(("http://", "https://")):
        raise TopicError(f"is that page right? scrapy judge {args[0]} yes, or no")
    file = Path(args[0])
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise TopicError(f"{file}: not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise TopicError(f"{file}: {error.strerror}; give a URL and yes or no, or a CSV") from None
    rows = parse_judgements(text, str(file))
    return {url: (right, f"{file}, line {line}: ") for url, (right, line) in rows.items()}


def _stored(store: CrawlReader, url: str, place: str) -> str:
    page = store.page(url)
    if page is None:
        near = store.nearest(url)
        hint = f"; the nearest known: {', '.join(near)}" if near else ""
        raise TopicError(f"{place}{url} was not fetched by this crawl{hint}")
    return page.url


def _tell(line: str) -> None:
    print(f"focused-crawler: {clean(line)}", file=sys.stderr)
