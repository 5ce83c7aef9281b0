"""The sample web as one object: its pages, its truth, and what a server answers.

A page is about a subject when at least a third of its text is; a portal with a section for each
of many subjects, a list of links, an error and a trap are about nothing.
"""

from __future__ import annotations

import gzip
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlsplit

from focused_crawler.sample_web.curiosities import make_curiosities
from focused_crawler.sample_web.deep_pages import (
    deep_answer,
    deep_sitemap,
    has_sitemap,
    make_deep_sites,
)
from focused_crawler.sample_web.deep_sites import DEEP_SITES
from focused_crawler.sample_web.drafts import draft_site
from focused_crawler.sample_web.duplicates import make_copies
from focused_crawler.sample_web.faults import make_faults
from focused_crawler.sample_web.forms import ACTIONS, POST_PATHS, SearchForm
from focused_crawler.sample_web.layout import page_of
from focused_crawler.sample_web.linking import Linker, Shelf
from focused_crawler.sample_web.model import HTML, Maker, Response, SamplePage, Tunnel
from focused_crawler.sample_web.redirects import make_redirects
from focused_crawler.sample_web.sites import SITES, TOPIC_SITES, WITHOUT_ROBOTS
from focused_crawler.sample_web.subjects import TOPICS
from focused_crawler.sample_web.traps import advertise_traps, trap_page
from focused_crawler.sample_web.tunnels import dig_tunnels

SEEDS = 5
TEXT = (("Content-Type", "text/plain; charset=utf-8"),)
XML = (("Content-Type", "application/xml; charset=utf-8"),)


def canonical(url: str) -> str:
    """The URL as the web knows it: no fragment, host in lower case, no default port.

    >>> canonical("http://A.test:80#top")
    'http://a.test/'
    """
    parts = urlsplit(url)
    port = parts.netloc.rpartition(":")[2]
    host = parts.hostname or ""
    if port.isdigit() and port != "80":
        host = f"{host}:{port}"
    return parts._replace(netloc=host, path=parts.path or "/", fragment="").geturl()


class SampleWeb:
    """Some 3,000 pages on some 120 hosts, and what each of them is truly about."""

    def __init__(
        self,
        pages: list[SamplePage],
        tunnels: list[Tunnel],
        shelf: Shelf,
        search_forms: list[SearchForm],
    ) -> None:
        self.pages: Mapping[str, SamplePage] = MappingProxyType({page.url: page for page in pages})
        self.tunnels = tunnels
        self.search_forms = tuple(search_forms)  # every searchable form there is
        self.hosts: frozenset[str] = frozenset(SITES) | frozenset(DEEP_SITES)
        self.topics = TOPICS
        self._shelf = shelf

    def seeds(self, topic: str) -> list[str]:
        """Five pages on a shipped topic, each on another host."""
        if topic not in TOPICS:
            raise ValueError(f"no seeds for {topic!r}; the topics are {', '.join(TOPICS)}")
        hosts = [site.host for site in TOPIC_SITES if site.subjects == (topic,)]
        return [self._shelf.by_host[host][1].url for host in hosts[:SEEDS]]

    def is_about(self, url: str, topic: str) -> bool:
        """Whether a page is truly about a subject; a copy counts as what it copies."""
        page = self.pages.get(canonical(url))
        return page is not None and topic in page.subjects

    def is_allowed(self, url: str) -> bool:
        """Whether robots.txt lets a crawler fetch a URL."""
        parts = urlsplit(url)
        site = SITES.get(parts.hostname or "")
        return site is None or not parts.path.startswith(site.disallow or ("\n",))

    def relevant(self, topic: str) -> set[str]:
        """Every page about a subject that robots.txt allows."""
        return {
            u for u, page in self.pages.items() if topic in page.subjects and self.is_allowed(u)
        }

    def reachable(self, topic: str) -> set[str]:
        """The relevant pages a polite crawler without JavaScript can reach from the seeds."""
        return self.relevant(topic) & self._closure(self.seeds(topic))

    def robots(self, host: str) -> str:
        """A host's robots.txt; "" where there is none."""
        if host in WITHOUT_ROBOTS:
            return ""
        closed = (SITES[host].disallow if host in SITES else ()) or ("",)
        rules = "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in closed)
        return rules + (f"Sitemap: http://{host}/sitemap.xml\n" if has_sitemap(host) else "")

    def forms(self, topic: str) -> set[str]:
        """The actions of the searchable forms on a subject that a crawler without JavaScript
        can find."""
        return {f.action for f in self.search_forms if f.subject == topic and not f.is_scripted}

    def forms_on(self, urls: Iterable[str], topic: str) -> set[str]:
        """Those of them that stand on the given pages."""
        pages = {canonical(url) for url in urls}
        return {f.action for f in self.search_forms if f.page in pages} & self.forms(topic)

    def _of_host(self, host: str) -> list[SamplePage]:
        return [page for url, page in self.pages.items() if urlsplit(url).netloc == host]

    def _deep(self, url: str) -> Response | None:
        """The sitemap of a deep site, or an answer of its database."""
        parts = urlsplit(url)
        if parts.netloc not in DEEP_SITES:
            return None
        pages = self._of_host(parts.netloc)
        listed = [page.url for page in pages if page.kind != "record"]
        if parts.path == "/sitemap.xml" and (sitemap := deep_sitemap(parts.netloc, listed)):
            return Response(200, XML, sitemap.encode())
        answer = deep_answer(url, pages)
        return _served(answer, 1) if answer else None

    def response(self, url: str, *, attempt: int = 1) -> Response:
        """The answer to a GET; `attempt` counts the requests for this URL, from 1."""
        url = canonical(url)
        parts = urlsplit(url)
        if parts.netloc not in self.hosts:
            return Response(502, TEXT, f"The sample web has no host {parts.netloc}.\n".encode())
        if parts.path == "/robots.txt" and (robots := self.robots(parts.netloc)):
            return Response(200, TEXT, robots.encode())
        if page := self.pages.get(url) or trap_page(url, self._shelf):
            return _served(page, attempt)
        if deep := self._deep(url):
            return deep
        status = 405 if parts.path in POST_PATHS else 404
        return Response(status, HTML, f"<html><body><h1>{status}</h1></body></html>\n".encode())

    def dump(self, path: str | Path) -> int:
        """Writes the pages a polite crawler can read as a frozen web; returns how many."""
        pages = [page for page in self.pages.values() if self._is_frozen(page)]
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        # No name and no time in the header: equal webs give equal files.
        with open(path, "wb") as raw, gzip.GzipFile("", "wb", 6, raw, 0) as out:
            for page in pages:
                record = {"url": page.url, "html": page.html, "labels": sorted(page.subjects)}
                out.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")
        return len(pages)

    def _is_frozen(self, page: SamplePage) -> bool:
        is_static = page.is_html and page.kind not in ("file", "script") and not page.fault
        return is_static and self.is_allowed(page.url)

    def _closure(self, start: list[str]) -> set[str]:
        seen, queue = set(start), deque(start)
        while queue:
            for url in self.pages[queue.popleft()].links:
                if url in self.pages and url not in seen and self.is_allowed(url):
                    seen.add(url)
                    queue.append(url)
        return seen


def _served(page: SamplePage, attempt: int) -> Response:
    if page.fault == "recover" and attempt == 1:
        return Response(503, (*HTML, ("Retry-After", "1")), b"<h1>Busy</h1>\n", page.delay)
    fault = "" if page.fault == "recover" else page.fault
    return Response(page.status, page.headers, page.body, page.delay, fault)


@cache
def build_sample_web() -> SampleWeb:
    """The sample web, the same on every machine."""
    drafts = [draft for site in SITES.values() for draft in draft_site(site)]
    shelf = Shelf(drafts)
    linker = Linker(shelf)
    for draft in drafts:
        linker.link(draft)
    outlying, tunnels = dig_tunnels(linker)
    makers: list[Maker] = [partial(page_of, draft) for draft in (*drafts, *outlying)]
    for make in (make_copies, make_redirects, make_faults, make_curiosities):
        makers += make(linker)
    advertise_traps(linker)
    deep, search_forms = make_deep_sites(linker)
    pages = [make() for make in (*makers, *deep)]
    return SampleWeb(pages, tunnels, shelf, [*_search_boxes(shelf), *search_forms])


def _search_boxes(shelf: Shelf) -> Iterator[SearchForm]:
    """The boxes of ordinary sites, each of which searches its own site."""
    for home in shelf.homes:
        if "search" in home.forms:
            subject = home.subjects[0] if home.subjects else None
            yield SearchForm(home.url, home.site.url(ACTIONS["search"]), subject)
