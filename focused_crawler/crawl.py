"""One crawl: everything its Scrapy components share, and the life of its topic.

Middlewares, pipelines, extensions and the scheduler do not know each other; they meet in the one
`Crawl` of their crawler. It lives in one folder (JOBDIR, or a new one under CRAWLS_FOLDER), so a
crawl that was killed is taken up by naming that folder again.

A topic is learnt from its seed pages, so nothing but seeds is fetched until they are in, or have
failed, or SEED_PATIENCE is over: links scored against half a topic would be scored wrongly.
"""

from __future__ import annotations

import asyncio
import json
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from focused_crawler.candidate import Candidate
from focused_crawler.contents import SeenContents
from focused_crawler.fingerprints import url_fingerprint
from focused_crawler.frontier import FrontierError, open_frontier
from focused_crawler.page import Page
from focused_crawler.ranker import Ranker
from focused_crawler.scoring.judge import Judge
from focused_crawler.store import CrawlStore, StoreError
from focused_crawler.strategy import STRATEGIES, Options
from focused_crawler.topic.library import Topic

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

SEED_SCORE = 1e6  # seeds go before anything that is scored
NO_SEEDS = "no seed could be reached"

_crawls: WeakKeyDictionary[Crawler, Crawl] = WeakKeyDictionary()


class CrawlError(ValueError):
    """A crawl that cannot start; the message says why and what would be right, in one line."""


class Crawl:
    """What one crawl owns."""

    def __init__(self, topic: Topic, method: str, max_pages: int, settings: BaseSettings) -> None:
        self.topic, self.name, self.method, self.max_pages = topic, topic.name, method, max_pages
        self.seed_examples = settings.getint("SEED_EXAMPLES")
        self.seed_patience = settings.getfloat("SEED_PATIENCE")
        self.ranker = _ranker(topic, method, settings)
        self.folder = _folder(settings, topic.name)
        self._open(settings)
        self.ranker.clock = self.store.counts()[0]
        self.ranker.strategy.restore(self.store.bumps())
        self.contents = SeenContents()
        for url, fingerprint, simhash in self.store.fingerprints():
            self.contents.add(url, fingerprint, simhash)
        self._outstanding = {url_fingerprint(url) for url in topic.seeds}
        self._ready = asyncio.Event()
        self._restore_topic()

    def _open(self, settings: BaseSettings) -> None:
        try:
            self.store = CrawlStore(
                self.folder / "crawl.db", keeps_text=settings.getbool("STORE_TEXT")
            )
            self.frontier = open_frontier(
                settings["FRONTIER_URL"] or str(self.folder / "frontier.log")
            )
        except (FrontierError, StoreError) as error:
            raise CrawlError(str(error)) from error

    @property
    def is_ready(self) -> bool:
        """Whether the topic is known, so that pages can be judged."""
        return self._ready.is_set()

    @property
    def has_budget(self) -> bool:
        """Whether another page may be fetched."""
        return not self.max_pages or self.ranker.clock + self.frontier.leased() < self.max_pages

    def waiting(self, url: str) -> Candidate | None:
        """The candidate that waits under a URL."""
        return self.frontier.get(url_fingerprint(url))

    def add_example(self, key: int, page: Page) -> None:
        """A seed has come in: the topic learns from it."""
        if not self.is_ready:
            self.ranker.judge.add_example(page)
        self.settle_seed(key)

    def settle_seed(self, key: int) -> None:
        """A seed has come in or failed; the last one settles the topic."""
        self._outstanding.discard(key)
        examples = len(self.ranker.judge.examples)
        if not self._outstanding or examples >= self.seed_examples:
            self._settle_topic()

    def move_seed(self, key: int, target: int) -> None:
        """A seed was redirected."""
        if key in self._outstanding:
            self._outstanding.discard(key)
            self._outstanding.add(target)

    async def until_ready(self) -> None:
        """Wait for the topic, but not for ever."""
        try:
            await asyncio.wait_for(self._ready.wait(), self.seed_patience)
        except TimeoutError:
            self._settle_topic()

    @property
    def has_no_seeds(self) -> bool:
        """Every seed failed, and there is nothing to go on with."""
        return not self._outstanding and not self.is_ready

    def fail(self, candidate: Candidate, reason: str, status: int | None = None) -> None:
        """Close a candidate that gave no page."""
        self.store.save_failure(candidate.url, reason, status=status, parent=candidate.parent)
        self.finish(candidate.key)
        self.settle_seed(candidate.key)

    def finish(self, key: int) -> None:
        """Close a candidate: its item is stored and its links are queued, in this order."""
        self.frontier.done(key)
        self.frontier.flush()

    def close(self, reason: str) -> None:
        """Make everything durable and say why it ended."""
        if self.is_ready:
            self._save_topic()
        self.store.set_meta(stop_reason=reason, stopped=_now())
        self.store.close()
        self.frontier.close()

    def _settle_topic(self) -> None:
        if self.is_ready or not self.ranker.judge.examples:
            return
        self.ranker.judge.fit()
        self._save_topic()
        self.store.set_meta(
            topic=self.name, method=self.method, started=_now(), seeds=list(self.topic.seeds)
        )
        self._ready.set()

    @property
    def _topic_file(self) -> Path:
        return self.folder / "topic.json"

    def _save_topic(self) -> None:
        draft = self._topic_file.with_suffix(".tmp")
        draft.write_text(json.dumps(self.ranker.judge.to_dict()), encoding="utf-8")
        draft.replace(self._topic_file)

    def _restore_topic(self) -> None:
        if not self._topic_file.exists():
            return
        try:
            state = json.loads(self._topic_file.read_text(encoding="utf-8"))
            self.ranker.judge.restore(state)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self.store.close()
            self.frontier.close()
            raise CrawlError(
                f"{self._topic_file} is damaged ({error}); start anew in another JOBDIR"
            ) from error
        self._ready.set()


def crawl_of(crawler: Crawler) -> Crawl:
    """The crawl of a crawler, opened when the first component asks for it."""
    if crawler not in _crawls:
        spider = crawler.spider
        topic = getattr(spider, "loaded_topic", None)
        if topic is None:
            raise CrawlError(
                f"spider {getattr(spider, 'name', '?')!r} has no topic: subclass FocusedSpider"
            )
        _crawls[crawler] = Crawl(topic, spider.method, spider.max_pages, crawler.settings)
    return _crawls[crawler]


def _ranker(topic: Topic, method: str, settings: BaseSettings) -> Ranker:
    options = Options(
        mu=settings.getfloat("SCORE_MU"),
        max_level=settings.getint("TUNNEL_MAX_LEVEL"),
        is_gray=settings.getbool("TUNNEL_GRAY"),
        threshold=settings.getfloat("TOPIC_THRESHOLD"),
    )
    strategy = STRATEGIES[method](options)
    judge = Judge(
        topic.weights,
        norm=settings["TOPIC_NORM"] or strategy.norm,
        page=settings["TOPIC_PAGE_RELEVANCE"] or strategy.page,
        table=settings["TOPIC_TABLE"] or strategy.table,
        learn_share=settings.getfloat("TOPIC_LEARN_SHARE"),
        threshold=options.threshold,
        language=topic.language,
    )
    return Ranker(judge, strategy)


def _folder(settings: BaseSettings, name: str) -> Path:
    named = settings["JOBDIR"]
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")[:-3]
    folder = Path(named or Path(settings["CRAWLS_FOLDER"]) / f"{name}-{stamp}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".writable").touch()
        (folder / ".writable").unlink()
    except OSError as error:
        raise CrawlError(
            f"cannot write to the crawl folder {folder}: {error.strerror}; "
            "name another with -s JOBDIR=FOLDER"
        ) from error
    return folder.resolve()


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def as_candidate(values: dict[str, Any] | None, url: str) -> Candidate:
    """The candidate that travels in `request.meta`, or a new one for a page nobody scored."""
    return Candidate.from_dict(values) if values else Candidate(url, score=SEED_SCORE)
