"""Requests that are refused before they leave: by URL, by address, by host budget, by shape.

Each guard is a downloader middleware, so it also sees redirects, retries, robots.txt and whatever
a user's own spider asks for. A refused request ends as IgnoreRequest: counted as `guard/<name>`,
logged once for each host and name.

A request through a proxy (`request.meta["proxy"]`) is resolved by the proxy. The proxy's own
address may be private, as the user chose it; a private target stays refused.
"""

from __future__ import annotations

import logging
from collections import Counter
from typing import Any, NoReturn, Self
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError, IgnoreRequest, NotConfigured
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.settings import BaseSettings
from scrapy.statscollectors import StatsCollector
from scrapy.utils.datatypes import LocalCache
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.url import add_http_if_no_scheme

from focused_crawler.addresses import is_private_address, plain_host
from focused_crawler.guards import FILE_SUFFIXES, Limits, refusal, safety_refusal
from focused_crawler.resolver import refused_hosts, trusted_hosts
from focused_crawler.traps import ShapeTrap

logger = logging.getLogger(__name__)

REASONS = {
    "malformed": "the URL cannot be read",
    "scheme": "only the schemes in GUARD_SCHEMES are fetched",
    "private_address": "the address is private; PRIVATE_ADDRESSES_ALLOWED = True would allow it",
    "url_length": "the URL is longer than URLLENGTH_LIMIT",
    "path_depth": "the path is deeper than GUARD_PATH_DEPTH",
    "path_repeats": "the path repeats itself GUARD_PATH_REPEATS times",
    "suffix": "the file suffix, one of GUARD_SUFFIXES, is not that of a page",
    "host_pages": "the host has given GUARD_HOST_PAGES pages",
    "shape": "GUARD_SHAPE_PAGES pages with URLs like this one gave nothing relevant",
    "content_type": "the answer's type is not one of GUARD_CONTENT_TYPES",
    "body_size": "the answer is larger than DOWNLOAD_MAXSIZE",
    "host_down": "the host failed too often in a row",
}


class Refusals:
    """Ends a request with its reason: every one is counted, the first one of a host logged."""

    def __init__(self, stats: StatsCollector) -> None:
        self.stats = stats
        self._logged: LocalCache[tuple[str, str], bool] = LocalCache(10_000)

    def refuse(self, request: Request, name: str, detail: str = "") -> NoReturn:
        reason = f"{REASONS[name]}: {detail}" if detail else REASONS[name]
        self.stats.inc_value(f"guard/{name}")
        key = (urlsplit(request.url).netloc, name)
        if key not in self._logged:
            self._logged[key] = True
            logger.info(
                "Refused %s: %s (further ones on this host are only counted)",
                request.url,
                reason,
            )
        raise IgnoreRequest(f"{request.url}: {reason}")


def limits_from(settings: BaseSettings) -> Limits:
    """The limits on URLs as the settings have them."""
    return Limits(
        schemes=frozenset(settings.getlist("GUARD_SCHEMES", ["http", "https"])),
        is_private_allowed=settings.getbool("PRIVATE_ADDRESSES_ALLOWED"),
        url_length=settings.getint("URLLENGTH_LIMIT"),
        path_depth=settings.getint("GUARD_PATH_DEPTH", Limits.path_depth),
        path_repeats=settings.getint("GUARD_PATH_REPEATS", Limits.path_repeats),
        suffixes=frozenset(settings.getlist("GUARD_SUFFIXES", sorted(FILE_SUFFIXES))),
    )


class UrlGuard:
    """Refuses what the URL alone gives away; see `focused_crawler.guards`."""

    def __init__(self, limits: Limits, refusals: Refusals) -> None:
        self.limits = limits
        self.refusals = refusals

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(limits_from(crawler.settings), Refusals(crawler.stats))

    def process_request(self, request: Request) -> None:
        check = safety_refusal if request.callback is NO_CALLBACK else refusal
        if name := check(request.url, self.limits):
            self.refusals.refuse(request, name)


class AddressGuard:
    """Refuses hosts whose name leads to a private address; stands behind HttpProxyMiddleware.

    The resolver (`focused_crawler.resolver`) keeps the connection from being made; this tells why,
    and spares the retries. The check of the answer's address is for download handlers that do not
    resolve through Twisted.
    """

    def __init__(self, refusals: Refusals) -> None:
        self.refusals = refusals

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if crawler.settings.getbool("PRIVATE_ADDRESSES_ALLOWED"):
            raise NotConfigured
        return cls(Refusals(crawler.stats))

    def process_request(self, request: Request) -> None:
        host = plain_host(urlparse_cached(request).hostname or "")
        if proxy := request.meta.get("proxy"):
            trusted_hosts.add(plain_host(urlsplit(add_http_if_no_scheme(proxy)).hostname or ""))
        elif host in refused_hosts or host in trusted_hosts:
            # A proxy's name is trusted as a proxy only: a page must not lead to its machine.
            self.refusals.refuse(request, "private_address")

    def process_response(self, request: Request, response: Response) -> Response:
        address = response.ip_address
        if address and not request.meta.get("proxy") and is_private_address(address):
            self.refusals.refuse(request, "private_address")
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        if not isinstance(exception, CannotResolveHostError) or request.meta.get("proxy"):
            return
        if plain_host(urlparse_cached(request).hostname or "") in refused_hosts:
            self.refusals.refuse(request, "private_address")


class HostBudget:
    """Stops asking a host that has given its number of pages.

    Requests already under way may exceed it by CONCURRENT_REQUESTS_PER_DOMAIN.
    """

    def __init__(self, pages: int, refusals: Refusals) -> None:
        self.pages = pages
        self.refusals = refusals
        self._given: Counter[str] = Counter()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        pages = crawler.settings.getint("GUARD_HOST_PAGES")
        if pages <= 0:
            raise NotConfigured
        return cls(pages, Refusals(crawler.stats))

    def process_request(self, request: Request) -> None:
        host = urlparse_cached(request).hostname or ""
        if request.callback is not NO_CALLBACK and self._given[host] >= self.pages:
            self.refusals.refuse(request, "host_pages")

    def process_response(self, request: Request, response: Response) -> Response:
        if request.callback is not NO_CALLBACK:
            self._given[urlparse_cached(request).hostname or ""] += 1
        return response


class TrapGuard:
    """Thins out families of URLs that yield nothing; see `focused_crawler.traps`.

    Every page that arrives counts against its shape until its item says that it is relevant:
    mirrored pages give no item, and they are what traps are made of.
    """

    def __init__(self, trap: ShapeTrap, refusals: Refusals) -> None:
        self.trap = trap
        self.refusals = refusals

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        pages = crawler.settings.getint("GUARD_SHAPE_PAGES", 50)
        if pages <= 0:
            raise NotConfigured
        guard = cls(ShapeTrap(pages=pages), Refusals(crawler.stats))
        crawler.signals.connect(guard.response_received, signal=signals.response_received)
        crawler.signals.connect(guard.item_scraped, signal=signals.item_scraped)
        return guard

    def process_request(self, request: Request) -> None:
        if request.callback is not NO_CALLBACK and not self.trap.admit(request.url):
            self.refusals.refuse(request, "shape")

    def response_received(self, response: Response) -> None:
        self.trap.outcome(response.url, is_relevant=False)

    def item_scraped(self, item: Any) -> None:
        if getattr(item, "is_relevant", False):
            self.trap.outcome(item.url, is_relevant=True)
