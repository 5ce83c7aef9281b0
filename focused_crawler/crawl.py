"""One crawl: everything its Scrapy components share, and the life of its topic.

Middlewares, pipelines, extensions and the scheduler do not know each other; they meet in the one
`Crawl` of their crawler. It lives in one folder (JOBDIR, or a new one under CRAWLS_FOLDER), so a
crawl that was killed is taken up by naming that folder again.

A topic is learnt from its seed pages, so nothing but seeds is fetched until they are in, or have
failed, or SEED_PATIENCE is over: links scored against half a topic would be scored wrongly.

Between a page's judgement and the arrival of its requests at the scheduler other pages are judged.
A candidate on that way is *coming*: a second parent finds it there and adds to it, and what
arrives is the sum.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from focused_crawler.candidate import Candidate
from focused_crawler.companions import Companions
from focused_crawler.contents import SeenContents
from focused_crawler.cores import cores
from focused_crawler.crawl_folder import CrawlError as CrawlError
from focused_crawler.crawl_folder import CrawlFolder, missing, refuse_emptied
from focused_crawler.crawl_ranker import at_least as at_least
from focused_crawler.crawl_ranker import ranker_of
from focused_crawler.fingerprints import url_fingerprint
from focused_crawler.frontier import FrontierError, Pushed, open_frontier
from focused_crawler.frontier.leases import Leases
from focused_crawler.page import Page
from focused_crawler.recrawl import Recrawl
from focused_crawler.store import CrawlStore, StoreError
from focused_crawler.strategy import Outcome
from focused_crawler.time_spent import TimeSpent
from focused_crawler.topic.library import Topic

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

logger = logging.getLogger(__name__)

SEED_SCORE = 1e6  # seeds go before anything that is scored
NO_SEEDS = "no seed could be reached"

_crawls: WeakKeyDictionary[Crawler, Crawl] = WeakKeyDictionary()


class Crawl:
    """What one crawl owns."""

    def __init__(
        self,
        topic: Topic,
        method: str,
        max_pages: int,
        settings: BaseSettings,
        *,
        spider: str = "focused",
    ) -> None:
        self.topic, self.name, self.method, self.max_pages = topic, topic.name, method, max_pages
        self.spider = spider
        self.seed_examples = settings.getint("SEED_EXAMPLES")
        self.seed_patience = settings.getfloat("SEED_PATIENCE")
        self.ranker = ranker_of(topic, method, settings)
        self._place = CrawlFolder(settings, topic.name)
        self.folder = self._place.path
        self.contents = SeenContents()
        self.leases = Leases(self.finish)
        self.spent = TimeSpent()
        self.has_failed = False  # the frontier can no longer be written
        self._coming: dict[int, Candidate] = {}
        self._ready = asyncio.Event()
        with ExitStack() as opened:
            opened.callback(self._place.leave)
            self._open(settings, opened)
            self._take_up()
            self.companions = Companions(self.frontier)
            self._refuse_other_workers()
            self.contents.first_with = self.companions.first_with
            self.companions.refresh_with(lambda waiting: self.ranker.strategy.refresh(waiting))
            self.take_over_topic()
            self._begin_companions()
            opened.pop_all()
        self.recrawl: Recrawl | None = None
        self._clock_before = 0  # pages of earlier runs that the budget leaves out
        self._opened = monotonic()
        self._outstanding = set() if self.is_ready else self._seeds_to_come()

    def _open(self, settings: BaseSettings, opened: ExitStack) -> None:
        keeps_text = settings.getbool("STORE_TEXT")
        database, log = self.folder / "crawl.db", self.folder / "frontier.log"
        refuse_emptied(database, log)
        if log.exists() and not database.exists():
            raise missing(database)
        try:
            self.store = CrawlStore(database, keeps_text=keeps_text, has_helper=cores() > 1)
            opened.callback(self.store.close)
            if not settings["FRONTIER_URL"] and not log.exists() and self.store.counts()[0]:
                raise missing(log)
            self.frontier = open_frontier(
                settings["FRONTIER_URL"] or str(log),
                most_payloads=at_least(settings, "MEMORY_CANDIDATES", 1),
            )
            opened.callback(self.frontier.close)
        except (FrontierError, StoreError) as error:
            raise CrawlError(str(error)) from error

    def _take_up(self) -> None:
        """Go on where an earlier run in this folder stopped."""
        try:
            about = self.store.meta
            pages, bumps = self.store.counts()[0], list(self.store.bumps())
            for url, fingerprint, simhash in self.store.fingerprints():
                self.contents.add(url, fingerprint, simhash)
        except StoreError as error:
            raise CrawlError(str(error)) from error
        self._refuse_another(about)
        self._seconds_before = float(about.get("seconds", 0.0))
        # A page that is fetched again replaces itself: clocks may be ahead of the pages stored.
        self.ranker.clock = max(pages, bumps[-1][1] + 1 if bumps else 0)
        self.ranker.strategy.restore(bumps)
        self._restore_topic(is_needed=pages > 0)
        if pages:
            outcomes = (Outcome(*read) for read in self.store.outcomes())
            self.ranker.strategy.relearn(outcomes, self.ranker.judge)
        self._tell_of_method(about.get("method", self.method))

    def _refuse_another(self, about: Mapping[str, Any]) -> None:
        """Another topic or spider cannot go on with what waits; another method can."""
        for name, mine in (("topic", self.name), ("spider", self.spider)):
            if about.get(name, mine) != mine:
                raise CrawlError(
                    f"{self.folder} holds a crawl of the {name} {about[name]!r}; "
                    "name another JOBDIR"
                )

    def _refuse_other_workers(self) -> None:
        """What waits for a crawl of another topic or spider cannot be shared."""
        for name, mine in (("topic", self.name), ("spider", self.spider)):
            theirs = self.companions.first_to_say(name, mine)
            if theirs != mine:
                raise CrawlError(
                    f"the workers at FRONTIER_URL crawl with the {name} {theirs!r}; "
                    "give this crawl a name of its own there: ?name=NAME"
                )

    def _begin_companions(self) -> None:
        """What this folder knows and the Redis may not."""
        if not (self.companions.are_there and self.is_ready):
            return
        keys = map(url_fingerprint, self.topic.seeds)
        if self.store.counts()[0] and all(self.frontier.state(key) is None for key in keys):
            raise CrawlError(
                f"FRONTIER_URL holds nothing of the crawl in {self.folder}; name another JOBDIR"
            )
        if self.companions.topic() is None:
            self.companions.tell_topic(self.ranker.judge.to_dict())

    def _tell_of_method(self, earlier: str) -> None:
        if earlier != self.method:
            told = "%s was crawled by the method %s and goes on by %s; -a method=%s keeps to it"
            logger.warning(told, self.folder, earlier, self.method, earlier)
            self.store.set_meta(method=self.method)

    def _seeds_to_come(self) -> set[int]:
        named = {url_fingerprint(url) for url in self.topic.seeds}
        unknown = {key for key in named if self.frontier.state(key) is None}
        return unknown | {waiting.key for waiting in self.frontier.waiting() if waiting.is_seed}

    @property
    def is_ready(self) -> bool:
        """Whether the topic is known, so that pages can be judged."""
        return self._ready.is_set()

    @property
    def has_budget(self) -> bool:
        """Whether another page may be fetched."""
        under_way = self.companions.own_leases()
        spent = self.ranker.clock - self._clock_before + under_way
        return not self.max_pages or spent < self.max_pages

    def begin_recrawl(self, age: timedelta) -> None:
        """Fetch pages older than `age` again; the page budget is that of this run."""
        self.recrawl = Recrawl(self.store, self.frontier, self.companions)
        self._clock_before = self.ranker.clock
        if not self.store.counts()[0]:
            logger.info("%s holds no crawl yet: this run starts one", self.folder)
            return
        reopened = self.recrawl.begin(age, seed_score=SEED_SCORE)
        logger.info("%d pages older than %s are fetched again", reopened, age)

    def waiting(self, key: int) -> Candidate | None:
        """The candidate that waits under a key, or is coming."""
        return self.frontier.get(key) or self._coming.get(key)

    def announce(self, candidate: Candidate) -> Pushed | None:
        """A page has scored a link: move what waits; a new one is expected, None says so."""
        if self.frontier.state(candidate.key) is not None:
            return self.frontier.push(candidate)
        self._coming[candidate.key] = candidate
        return None

    def queue(self, candidate: Candidate) -> Pushed:
        """An announced link goes straight to the frontier, as a plain GET, with what it gathered.

        The lease of the page it was found on is still open, so it is recorded before the page
        is closed.
        """
        return self.frontier.push(self.arrived(candidate))

    def withdraw(self, key: int) -> None:
        """No request follows after all."""
        self._coming.pop(key, None)

    def arrived(self, candidate: Candidate) -> Candidate:
        """The candidate of a request that has come, with what was learnt on its way."""
        coming = self._coming.pop(candidate.key, None)
        return self.frontier.get(candidate.key) or coming or candidate

    def add_example(self, key: int, page: Page) -> None:
        """A seed has come in: the topic learns from it."""
        if not self.is_ready:
            self.ranker.judge.add_example(page)
        self.settle_seed(key)

    def settle_seed(self, key: int) -> None:
        """A seed has come in or failed; the last one settles the topic."""
        self._outstanding.discard(key)
        examples, enough = len(self.ranker.judge.examples), self.seed_examples
        if not self._outstanding or examples >= min(enough, self.max_pages or enough):
            self._settle_topic()

    def move_seed(self, key: int, target: int) -> None:
        """A URL was redirected; if it is a seed's, the topic waits for the target."""
        self.ranker.strategy.redirected(key, target)
        if key in self._outstanding:
            self._outstanding.discard(key)
            self._outstanding.add(target)

    async def until_ready(self) -> None:
        """Wait for the topic, but not for ever."""
        if self.is_ready:
            return
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
        if self.recrawl:
            self.recrawl.lost(candidate.url)
        self.store.save_failure(candidate.url, reason, status=status, parent=candidate.parent)
        self.ranker.failed(candidate)
        self.finish(candidate.key)
        self.settle_seed(candidate.key)

    def finish(self, key: int) -> None:
        """Close a candidate: its item is stored and its links are queued, in this order."""
        self.frontier.done(key)
        try:
            self.frontier.flush()
        except FrontierError as error:
            self.give_up(error)

    def give_up(self, error: Exception) -> None:
        """A full disk or Redis: what is under way now is for the next run to fetch."""
        if not self.has_failed:
            logger.error("%s", error)
        self.has_failed = True
        self.leases.freeze()

    def abandon(self) -> None:
        """The crawl could not start after all; a folder that was made for it goes."""
        with ExitStack() as closing:
            if not self.store.counts()[0]:
                closing.callback(self._place.leave)
            closing.callback(self.frontier.close)
            self.store.close()

    def close(self, reason: str) -> None:
        """Make everything durable and say why it ended."""
        try:
            with ExitStack() as closing:
                closing.callback(self.frontier.close)
                closing.callback(self.store.close)
                seconds = self._seconds_before + monotonic() - self._opened
                self.store.set_meta(stop_reason=reason, stopped=_now(), seconds=seconds)
                if self.is_ready:
                    self._save_topic()
        except (FrontierError, OSError, StoreError) as error:
            logger.error("%s", error)  # a full disk: what was saved before is safe

    def _settle_topic(self) -> None:
        if self.is_ready or not self.ranker.judge.examples:
            return
        self.ranker.judge.fit()
        self.companions.tell_topic(self.ranker.judge.to_dict())
        self._begin()

    def take_over_topic(self) -> None:
        """Take the topic that another worker has learnt, if there is one."""
        topic = None if self.is_ready else self.companions.topic()
        if topic is not None:
            self.ranker.judge.restore(topic)
            self._begin()

    def _begin(self) -> None:
        self._save_topic()
        self.store.set_meta(
            topic=self.name,
            spider=self.spider,
            method=self.method,
            started=_now(),
            seeds=list(self.topic.seeds),
            language=self.topic.language,
        )
        self._ready.set()

    @property
    def _topic_file(self) -> Path:
        return self.folder / "topic.json"

    def _save_topic(self) -> None:
        draft = self._topic_file.with_suffix(".tmp")
        draft.write_text(json.dumps(self.ranker.judge.to_dict()), encoding="utf-8")
        draft.replace(self._topic_file)

    def _restore_topic(self, *, is_needed: bool) -> None:
        if not is_needed and not self._topic_file.exists():
            return
        try:
            state = json.loads(self._topic_file.read_text(encoding="utf-8"))
            self.ranker.judge.restore(state)
        except FileNotFoundError as error:
            raise missing(self._topic_file) from error
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise CrawlError(
                f"{self._topic_file} is damaged ({error}); start anew in another JOBDIR"
            ) from error
        self._ready.set()


def crawl_of(crawler: Crawler) -> Crawl:
    """The crawl of a crawler, opened when the first component asks for it."""
    if crawler not in _crawls:
        spider: Any = crawler.spider
        topic = getattr(spider, "loaded_topic", None)
        if topic is None:
            raise CrawlError(f"spider {spider.name!r} has no topic: subclass FocusedSpider")
        crawl = Crawl(topic, spider.method, spider.max_pages, crawler.settings, spider=spider.name)
        if spider.recrawl_age is not None:
            crawl.begin_recrawl(spider.recrawl_age)
        _crawls[crawler] = crawl
    return _crawls[crawler]


def abandon_crawl(crawler: Crawler) -> None:
    """A component has refused to start: let go of what others have opened."""
    crawl = _crawls.pop(crawler, None)
    if crawl is not None:
        crawl.abandon()


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def as_candidate(values: dict[str, Any] | None, url: str) -> Candidate:
    """The candidate that travels in `request.meta`, or a new one for a page nobody scored."""
    return Candidate.from_dict(values) if values else Candidate(url, score=SEED_SCORE)
