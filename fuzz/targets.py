"""What is fuzzed: each target reads bytes as the crawler would, and checks what must hold after.

TopicError and FrontierError are how a bad file of the user's own is told; anything else that comes
out of a target is a fault.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from protego import Protego

from focused_crawler.addresses import is_private_host
from focused_crawler.candidate import Candidate
from focused_crawler.contents import content_key
from focused_crawler.fingerprints import canonical_url, url_fingerprint
from focused_crawler.forms.extraction import find_forms
from focused_crawler.frontier import FrontierError, open_frontier
from focused_crawler.guards import Limits, refusal
from focused_crawler.page import SEGMENTERS, parse_page
from focused_crawler.queries.log import QueryLog
from focused_crawler.queries.table import count_queries
from focused_crawler.rendering import needs_rendering
from focused_crawler.sample_web import build_sample_web
from focused_crawler.shipped import shipped
from focused_crawler.store.journal import decode, encode
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import read_topic
from focused_crawler.topic.seeds import parse_seeds
from focused_crawler.topic.terms import terms
from focused_crawler.topic.weights_csv import read_weights
from focused_crawler.traps import shape

URL = "http://club.example/a/b.html?c=d"
EXAMPLE_PAGES = 60
LONGEST_EXAMPLE = 12_000


@dataclass(frozen=True)
class Target:
    """How an input is read, from which examples inputs are made, and how often it is chosen."""

    read: Callable[[bytes], None]
    examples: Callable[[], list[bytes]]
    weight: int = 1


@cache
def pages() -> list[bytes]:
    """Pages of every kind that the sample web has, and its strangest."""
    found = [page for page in build_sample_web().pages.values() if page.is_html]
    first = {page.kind: page for page in reversed(found)}
    chosen = [*first.values(), *found[:: len(found) // EXAMPLE_PAGES]]
    return [page.body[:LONGEST_EXAMPLE] for page in chosen]


@cache
def urls() -> list[bytes]:
    web = build_sample_web()
    spelt = [
        "HTTP://A.test:80/x/../y?b=2&a=1#top", "//a.test", "?q=%C3%A9", "http://[::1]/", "",
        "http://0x7f.1/", "mailto:a@b.test", "http://xn--mnchen-3ya.example/a;b?c#d",
    ]  # fmt: skip
    return [url.encode() for url in (*list(web.pages)[::40], *spelt)]


def topic_files(name: str) -> list[bytes]:
    folders = [folder for folder in shipped("topics").iterdir() if folder.joinpath(name).is_file()]
    return [folder.joinpath(name).read_bytes() for folder in folders]


def query_logs() -> list[bytes]:
    return [
        b"iron ore price\nhematite mine\nlok sabha\n",
        b'query,count,time\niron ore,3,2024-01-02T03:04:05Z\n"a, b",1,\n',
        b'{"query": "iron ore", "count": 2, "time": 1700000000}\n{"q": "steel"}\n',
        b"1700000000\tiron ore\n1700000001\tblast furnace\n",
    ]


def robots() -> list[bytes]:
    return [
        b"User-agent: *\nDisallow: /members/\nAllow: /members/open$\nCrawl-delay: 2\n",
        b"User-agent: a\nUser-agent: b\nDisallow: /*.pdf$\nSitemap: http://a.test/s.xml\n# end\n",
        b"<html><h1>404</h1></html>",
    ]


def frontier_logs() -> list[bytes]:
    """The log of a small frontier in which everything happens once."""
    with tempfile.TemporaryDirectory() as name:
        log = Path(name, "frontier.log")
        frontier = open_frontier(str(log))
        for url, score in (("http://a.test/", 0.5), ("http://b.test/", 0.7), ("http://a.test/", 1)):
            frontier.push(Candidate(url, score=score, anchor="iron ore"))
        for _ in range(2):
            leased = frontier.pop()
            assert leased is not None
        frontier.done(leased.key)
        frontier.close()
        return [log.read_bytes(), encode(["failure", "http://a.test/", "gone", 410, None, None])]


def read_page(data: bytes) -> None:
    for segmenter in SEGMENTERS:
        page = parse_page(URL, data, segmenter=segmenter)
        content_key(page.text)
        for block in page.blocks:
            terms(block.text[:2_000], "en")
            for link in block.links:
                assert urlsplit(link.url).scheme in ("http", "https"), link.url
                url_fingerprint(link.url)


def read_forms(data: bytes) -> None:
    find_forms(URL, data)
    needs_rendering(data)


def read_url(data: bytes) -> None:
    url = data.decode("utf-8", "surrogateescape")
    canonical = canonical_url(url)
    if url.startswith(("http://", "https://")):
        assert canonical_url(canonical) == canonical, canonical
    assert Candidate(url).key == url_fingerprint(url)
    refusal(url, Limits())
    shape(url)
    is_private_host(url)
    json.dumps(Candidate(url).to_dict())


def read_robots(data: bytes) -> None:
    rules = Protego.parse(data.decode("utf-8", "ignore"))
    rules.can_fetch(URL, "focused-crawler")
    rules.crawl_delay("focused-crawler")


def read_topic_folder(data: bytes) -> None:
    toml, _, rest = data.partition(b"\x1e")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "topic.toml").write_bytes(toml)
        (folder / "seeds.txt").write_bytes(rest or b"http://a.example/\n")
        with suppress(TopicError):
            read_topic(folder)


def read_tables(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    for read in (read_weights, parse_seeds):
        with suppress(TopicError):
            read(text)


def read_query_log(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        file.write(data)
        file.flush()
        for is_growing in (False, True):
            with suppress(TopicError):
                count_queries(QueryLog(file.name, is_growing=is_growing))


def read_logs(data: bytes) -> None:
    """What a kill or a bad disk left in the crawl's own files."""
    for line in data.split(b"\n"):
        decode(line)
    with tempfile.TemporaryDirectory() as name:
        log = Path(name, "frontier.log")
        log.write_bytes(data)
        with suppress(FrontierError):
            frontier = open_frontier(str(log))
            len(list(frontier.waiting()))
            frontier.close()


TARGETS: dict[str, Target] = {
    "page": Target(read_page, pages, weight=8),
    "forms": Target(read_forms, pages, weight=3),
    "url": Target(read_url, urls, weight=6),
    "robots": Target(read_robots, robots, weight=3),
    "topic": Target(read_topic_folder, lambda: topic_files("topic.toml"), weight=2),
    "tables": Target(
        read_tables, lambda: [*topic_files("weights.csv"), *topic_files("seeds.txt")], weight=2
    ),
    "queries": Target(read_query_log, query_logs, weight=2),
    "logs": Target(read_logs, frontier_logs, weight=2),
}
