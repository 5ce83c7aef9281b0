"""Any engine that answers in JSON, RSS or Atom, by configuration or by its OpenSearch description.

    {"engine": "json", "url": "https://search.example/api?q={searchTerms}&n={count}",
     "results": "data.items", "link": "url"}
    {"engine": "opensearch", "url": "https://search.example/opensearch.xml"}

Without `results` and `link` the first list is taken whose objects hold a URL under a usual name.
Parameters are those of OpenSearch 1.1: {searchTerms}, {count}, {startPage}, {startIndex},
{language}; a `?` makes one optional, and others that are optional stay empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from lxml import etree

from focused_crawler.engines.base import EngineError, Result, is_web_url, paged
from focused_crawler.engines.http import SECONDS, get, parse_json

LINK_NAMES = ("url", "link", "href")
PREFERRED = ("application/json", "application/rss+xml", "application/atom+xml")
MOST_PAGES = 5
_PARAMETER = re.compile(r"\{(?:\w+:)?(\w+)(\??)\}")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A URL template with what to look for in its answers."""

    url: str
    name: str = ""
    results: str = ""  # where the list of results is, with dots between the names
    link: str = ""  # what an object of the list calls its URL
    language: str = "en"
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or urlsplit(self.url).netloc)

    def search(self, query: str, limit: int) -> list[Result]:
        is_paged = any(name in self.url for name in ("{startPage", "{startIndex"))
        pages = MOST_PAGES if is_paged else 1
        return paged(lambda page: self._page(query, limit, page), limit, most_pages=pages)

    def _page(self, query: str, limit: int, page: int) -> list[Result]:
        values = {
            "searchTerms": query, "query": query, "count": limit, "startPage": page + 1,
            "startIndex": 1 + page * limit, "language": self.language,
        }  # fmt: skip
        body = get(filled(self.url, values), seconds=self.seconds)
        is_xml = body.lstrip()[:1] == b"<"
        found = feed_links(body) if is_xml else self._links(parse_json(body))
        return [Result(url, title, (self.name,)) for url, title in found if is_web_url(url)]

    def _links(self, answer: Any) -> list[tuple[str, str]]:
        for step in filter(None, self.results.split(".")):
            answer = answer.get(step) if isinstance(answer, dict) else None
        found = _suggested(answer) or next(_lists(answer, self.link), None)
        if found is None and answer not in ([], {}):
            place = f"{self.results!r}" if self.results else "it"
            raise EngineError(
                f"its answer has no list of results in {place}; see `results`, `link`"
            )
        return found or []


@dataclass(frozen=True, slots=True)
class OpenSearch:
    """An engine known by its OpenSearch description document."""

    url: str
    name: str = ""
    language: str = "en"
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", self.name or urlsplit(self.url).netloc)

    def search(self, query: str, limit: int) -> list[Result]:
        template = described(get(self.url, seconds=self.seconds), self.url)
        endpoint = Endpoint(template, self.name, language=self.language, seconds=self.seconds)
        return endpoint.search(query, limit)


def filled(template: str, values: dict[str, Any]) -> str:
    """A template with its parameters filled in.

    >>> filled("http://a.test/?q={searchTerms}&n={count?}&x={other?}", {"searchTerms": "iron ore"})
    'http://a.test/?q=iron%20ore&n=&x='
    """

    def value(match: re.Match[str]) -> str:
        if match[1] not in values and not match[2]:
            raise EngineError(f"its URL wants {match[0]}, which is no parameter known here")
        return quote(str(values.get(match[1], "")), safe="")

    return _PARAMETER.sub(value, template)


def described(body: bytes, base: str) -> str:
    """The URL template of an OpenSearch description, for the format that is read best."""
    templates: dict[str, str] = {
        url.get("type", "").partition(";")[0].strip().lower(): url.get("template", "")
        for url in _xml(body).iter("{*}Url")
        if url.get("rel", "results") == "results" and url.get("method", "get").lower() == "get"
    }
    for kind in PREFERRED:
        if templates.get(kind):
            return urljoin(base, templates[kind])
    raise EngineError(f"its description offers none of {', '.join(PREFERRED)}")


def feed_links(body: bytes) -> list[tuple[str, str]]:
    """URLs and titles of an RSS or Atom feed."""
    root = _xml(body)
    if not any(True for _ in root.iter("{*}item", "{*}entry", "{*}channel", "{*}feed")):
        raise EngineError("its answer is neither JSON nor a feed")
    return [
        (link, item.findtext("{*}title") or "")
        for item in root.iter("{*}item", "{*}entry")
        for link in [_feed_link(item)]
        if link
    ]


def _feed_link(item: Any) -> str:
    for link in item.iter("{*}link"):
        if link.get("rel", "alternate") == "alternate":
            return str(link.get("href") or link.text or "").strip()
    return ""


def _xml(body: bytes) -> Any:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        return etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError):
        raise EngineError("its answer is neither JSON nor XML") from None


def _suggested(answer: Any) -> list[tuple[str, str]] | None:
    """OpenSearch suggestions with URLs: [query, [titles], [descriptions], [urls]]."""
    is_shape = isinstance(answer, list) and len(answer) == 4 and isinstance(answer[0], str)
    if not is_shape or not all(isinstance(part, list) for part in answer[1:]):
        return None
    titles, _, urls = answer[1:]
    return [(str(url), str(title)) for url, title in zip(urls, titles, strict=False)]


def _lists(answer: Any, link: str) -> Iterator[list[tuple[str, str]]]:
    """Every list of objects with URLs, the outermost first."""
    if isinstance(answer, list):
        found = [(_link(item, link), item) for item in answer if isinstance(item, dict)]
        links = [(url, str(item.get("title") or "")) for url, item in found if url]
        if links:
            yield links
    inner = (
        answer.values() if isinstance(answer, dict) else answer if isinstance(answer, list) else ()
    )
    for value in inner:
        if isinstance(value, dict | list):
            yield from _lists(value, link)


def _link(item: dict[str, Any], link: str) -> str:
    names = (link,) if link else LINK_NAMES
    return next((item[name] for name in names if is_web_url(item.get(name))), "")
