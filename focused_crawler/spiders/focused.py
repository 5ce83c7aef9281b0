"""The focused crawl: `scrapy crawl focused -a topic=NAME [-a seeds=...] [-a method=...]`.

A spider of your own is a subclass that names its topic; override `parse` to do more with a page.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qs, urlencode, urlsplit

from scrapy import Request, Spider
from scrapy.http import Response
from scrapy.utils.conf import closest_scrapy_cfg

from focused_crawler.checks import check_arguments, check_settings
from focused_crawler.crawl import CrawlError
from focused_crawler.crawl_folder import seeds_of
from focused_crawler.recrawl import age_of
from focused_crawler.strategy import STRATEGIES
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import (
    Topic,
    is_topic_name,
    list_topics,
    load_topic,
    topic_folders,
)
from focused_crawler.topic.seeds import read_seeds

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings


ARGUMENTS = ("topic", "seeds", "method", "max_pages", "recrawl")
REDIS_SCHEMES = ("redis", "rediss", "unix")


class FocusedSpider(Spider):
    """Starts at the topic's seeds, yields each page and its new links."""

    name = "focused"
    topic = ""
    seeds = ""
    method = ""
    max_pages: Any = 0
    recrawl = ""

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        check_arguments(kwargs, (name for name in ARGUMENTS if hasattr(cls, name)))
        spider = super().from_crawler(crawler, *args, **kwargs)
        settings = crawler.settings
        try:
            spider.loaded_topic = chosen_topic(spider.topic, spider.seeds, settings)
        except TopicError as error:
            raise CrawlError(str(error)) from error
        for name, value in spider.loaded_topic.settings.items():
            settings.set(name, value, priority="spider")
        check_settings(settings)
        spider.method = chosen_method(spider.method or settings["METHOD"])
        spider.max_pages = page_budget(spider.max_pages)
        frontier = settings["FRONTIER_URL"] or settings["REDIS_URL"]
        named = named_frontier(frontier, f"{spider.name}:{spider.loaded_topic.name}")
        settings.set("FRONTIER_URL", named, priority="cmdline")
        spider.recrawl_age = recrawl_age(spider.recrawl, settings["JOBDIR"])
        return spider

    loaded_topic: Topic
    recrawl_age: timedelta | None  # pages older than this are fetched again

    async def start(self) -> AsyncIterator[Any]:
        for url in self.loaded_topic.seeds:
            yield Request(url)

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        page = response.meta["page"]
        yield page.item()
        if getattr(self, "allowed_domains", None):  # Scrapy looks for them in requests
            yield from map(Request, page.new_urls())
        else:
            page.follow()


def chosen_topic(name: str, seeds: str, settings: BaseSettings) -> Topic:
    """A topic by name; with seeds given, a known one starts there and a new one learns there."""
    folders = topic_folders(settings.getlist("TOPIC_FOLDERS"), closest_scrapy_cfg())
    if not name:
        raise CrawlError("no topic: name one with -a topic=NAME; `scrapy topic list` shows them")
    if not seeds:
        topic = _known_topic(name, folders, settings["JOBDIR"])
        if not topic.seeds:
            raise CrawlError(f"topic {name!r} has no seeds: give some with -a seeds=FILE_OR_URLS")
        return topic
    urls = read_seeds(seeds)
    try:
        return replace(load_topic(name, folders), seeds=urls)
    except TopicError:
        if name in list_topics(folders) or not is_topic_name(name):
            raise
        return Topic(name=name, seeds=urls)


def _known_topic(name: str, folders: list[Path], crawl: str | None) -> Topic:
    try:
        return load_topic(name, folders)
    except TopicError as error:
        if name in list_topics(folders) or not is_topic_name(name):
            raise
        if seeds := seeds_of(crawl, name):
            return Topic(name=name, seeds=seeds)  # learnt by the crawl that goes on
        raise TopicError(f"{error}; a new one is learnt from -a seeds=FILE_OR_URLS") from error


def chosen_method(name: str) -> str:
    """A method's name, if there is such a method."""
    if name not in STRATEGIES:
        raise CrawlError(f"unknown method {name!r}; there are {', '.join(STRATEGIES)}")
    return name


def named_frontier(url: str, name: str) -> str:
    """A Redis frontier gets a name, unless the URL says one: two topics must not mix."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        told = f"FRONTIER_URL is no address ({error}); write one as redis://HOST/0"
        raise CrawlError(told) from error
    if url and not parts.scheme and "/" not in url:
        raise CrawlError(f"FRONTIER_URL = {url!r} is no address; write one as redis://HOST/0")
    if parts.scheme not in REDIS_SCHEMES or "name" in parse_qs(parts.query):
        return url
    query = "&".join(filter(None, [parts.query, urlencode({"name": name})]))
    return parts._replace(query=query).geturl()


def recrawl_age(text: str, folder: str | None) -> timedelta | None:
    """The age in -a recrawl=; None for a crawl that fetches nothing again."""
    if not text:
        return None
    try:
        age = age_of(text)
    except ValueError as error:
        raise CrawlError(str(error)) from error
    if not folder:
        raise CrawlError("recrawl= goes on with a crawl: name its folder with -s JOBDIR=FOLDER")
    return age


def page_budget(text: Any) -> int:
    """The number in -a max_pages=; 0 is no limit."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise CrawlError(f"max_pages={text!r} is not a number of pages; 0 means no limit")
    return number
