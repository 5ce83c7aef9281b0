"""DNS resolvers that give no private answers: setting TWISTED_DNS_RESOLVER.

A name in a page may well resolve to an inside address, and to another one each time it is asked.
Twisted connects to the very address that the resolver returned, so an answer checked here cannot
change before the connection is made. Literal addresses come by here too.

Proxies are resolved by the same resolver (their name, never the page's). The address guard, which
sees each request's proxy, puts its host into `trusted_hosts`; in turn it reads `refused_hosts`.
Both are shared by the process, as Scrapy's own DNS cache is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.resolver import CachingHostnameResolver, CachingThreadedResolver
from scrapy.utils.datatypes import LocalCache
from twisted.internet.base import ReactorBase
from twisted.internet.defer import Deferred
from twisted.internet.error import DNSLookupError
from twisted.internet.interfaces import IAddress, IHostResolution, IResolutionReceiver

from focused_crawler.addresses import is_private_address, plain_host

trusted_hosts: set[str] = set()
refused_hosts: LocalCache[str, bool] = LocalCache(10_000)


def is_refused(host: str, address: str) -> bool:
    """Whether this answer for a host is private and the host is not the user's own proxy."""
    return plain_host(host) not in trusted_hosts and is_private_address(address)


class PublicThreadedResolver(CachingThreadedResolver):
    """Scrapy's default resolver (IPv4, with a timeout) without private answers."""

    is_private_allowed = False

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> Self:
        resolver = super().from_crawler(crawler, reactor)
        resolver.is_private_allowed = crawler.settings.getbool("PRIVATE_ADDRESSES_ALLOWED")
        return resolver

    def getHostByName(self, name: str, timeout: Sequence[int] = ()) -> Deferred[str]:
        answer = super().getHostByName(name, timeout)
        return answer if self.is_private_allowed else answer.addCallback(self._public, name)

    def _public(self, address: str, name: str) -> str:
        if is_refused(name, address):
            refused_hosts[plain_host(name)] = True
            raise DNSLookupError(f"{name} leads to the private address {address}")
        return address


class PublicHostnameResolver(CachingHostnameResolver):
    """Scrapy's resolver for IPv4 and IPv6 without private answers."""

    is_private_allowed = False

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: ReactorBase) -> Self:
        resolver = super().from_crawler(crawler, reactor)
        resolver.is_private_allowed = crawler.settings.getbool("PRIVATE_ADDRESSES_ALLOWED")
        return resolver

    def resolveHostName(
        self,
        resolutionReceiver: IResolutionReceiver,
        hostName: str,
        portNumber: int = 0,
        addressTypes: Sequence[type[IAddress]] | None = None,
        transportSemantics: str = "TCP",
    ) -> IHostResolution:
        receiver: Any = resolutionReceiver
        if not self.is_private_allowed:
            receiver = PublicAnswers(receiver, hostName)
        return super().resolveHostName(
            receiver, hostName, portNumber, addressTypes, transportSemantics
        )


class PublicAnswers:
    """Passes a resolver's public answers on; a host that has no other is remembered as refused."""

    def __init__(self, receiver: Any, host: str) -> None:
        self.receiver = receiver
        self.host = host
        self.passed = 0
        self.held_back = 0

    def resolutionBegan(self, resolutionInProgress: IHostResolution) -> None:
        self.receiver.resolutionBegan(resolutionInProgress)

    def addressResolved(self, address: IAddress) -> None:
        if is_refused(self.host, getattr(address, "host", "0.0.0.0").partition("%")[0]):  # noqa: S104
            self.held_back += 1
            return
        self.passed += 1
        self.receiver.addressResolved(address)

    def resolutionComplete(self) -> None:
        if self.held_back and not self.passed:
            refused_hosts[plain_host(self.host)] = True
        self.receiver.resolutionComplete()
