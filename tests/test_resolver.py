from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from guarded_crawl import Answer, crawl, serve
from scrapy.resolver import dnscache
from twisted.internet.address import IPv4Address, IPv6Address

from focused_crawler.resolver import PublicHostnameResolver, refused_hosts, trusted_hosts

HOSTNAMES = "focused_crawler.resolver.PublicHostnameResolver"


class NameServer:
    """A reactor as far as the resolver looks at it: a name resolver with given answers."""

    def __init__(self, *rounds: list[IPv4Address | IPv6Address]) -> None:
        self.nameResolver = self
        self.rounds = list(rounds)

    def resolveHostName(self, receiver: Any, host: str, *rest: Any) -> None:
        receiver.resolutionBegan(None)
        for address in self.rounds.pop(0):
            receiver.addressResolved(address)
        receiver.resolutionComplete()


class Connection:
    """Keeps the addresses it was given, as the endpoint that connects to them does."""

    def __init__(self) -> None:
        self.addresses: list[str] = []
        self.is_complete = False

    def resolutionBegan(self, resolution: Any) -> None:
        pass

    def addressResolved(self, address: Any) -> None:
        self.addresses.append(address.host)

    def resolutionComplete(self) -> None:
        self.is_complete = True


def v4(host: str) -> IPv4Address:
    return IPv4Address("TCP", host, 0)


def v6(host: str) -> IPv6Address:
    return IPv6Address("TCP", host, 0)


def ask(resolver: PublicHostnameResolver, host: str) -> list[str]:
    connection = Connection()
    resolver.resolveHostName(connection, host, 80)  # type: ignore[arg-type]
    assert connection.is_complete
    return connection.addresses


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    yield
    for memory in (refused_hosts, trusted_hosts, dnscache):
        memory.clear()


def test_private_answers_are_held_back_and_public_ones_passed():
    server = NameServer([v4("10.0.0.1"), v4("93.184.216.34"), v6("::1"), v6("2606:4700::1111")])
    resolver = PublicHostnameResolver(server, 0)  # type: ignore[arg-type]
    assert ask(resolver, "mixed.example") == ["93.184.216.34", "2606:4700::1111"]
    assert "mixed.example" not in refused_hosts


@pytest.mark.parametrize("address", [v4("127.0.0.1"), v6("::ffff:10.0.0.1"), v6("fe80::1%eth0")])
def test_host_with_private_answers_alone_has_no_address_and_is_remembered(address: Any):
    resolver = PublicHostnameResolver(NameServer([address]), 0)  # type: ignore[arg-type]
    assert ask(resolver, "Inside.Example.") == []
    assert "inside.example" in refused_hosts


def test_host_that_changes_its_answer_is_checked_each_time():
    server = NameServer([v4("93.184.216.34")], [v4("127.0.0.1")])
    resolver = PublicHostnameResolver(server, 0)  # type: ignore[arg-type]
    assert ask(resolver, "rebinding.example") == ["93.184.216.34"]
    assert ask(resolver, "rebinding.example") == []


def test_cached_private_answer_stays_refused():
    resolver = PublicHostnameResolver(NameServer([v4("127.0.0.1")]), 100)  # type: ignore[arg-type]
    assert ask(resolver, "inside.example") == []
    assert "inside.example" in dnscache
    assert ask(resolver, "inside.example") == []


def test_proxy_may_be_private():
    trusted_hosts.add("proxy.example")
    resolver = PublicHostnameResolver(NameServer([v4("10.0.0.1")]), 0)  # type: ignore[arg-type]
    assert ask(resolver, "PROXY.example") == ["10.0.0.1"]


def test_names_that_lead_inside_are_never_connected_to():
    answers = {"inside.example": "127.0.0.1", "linklocal.example": "169.254.169.254"}
    with serve(lambda path: Answer()) as web:
        urls = [f"http://{host}:{web.port}/{n}" for host in answers for n in range(3)]
        result = crawl(*urls, answers=answers)
    assert web.asked == []
    assert set(result.errors) == set(urls)
    assert set(result.errors.values()) == {"IgnoreRequest"}
    assert result.stats["guard/private_address"] == len(urls)
    assert "retry/count" not in result.stats
    assert "log_count/ERROR" not in result.stats
    assert result.log.count("Refused http://inside.example") == 1


@pytest.mark.parametrize("resolver", [HOSTNAMES, "focused_crawler.resolver.PublicThreadedResolver"])
def test_private_addresses_can_be_allowed(resolver: str):
    allowed = {"PRIVATE_ADDRESSES_ALLOWED": True, "TWISTED_DNS_RESOLVER": resolver}
    with serve(lambda path: Answer()) as web:
        result = crawl(f"http://localhost:{web.port}/", settings=allowed)
    assert result.pages == [f"http://localhost:{web.port}/"]
    assert web.paths == ["/"]


@pytest.mark.parametrize("resolver", [HOSTNAMES, "focused_crawler.resolver.PublicThreadedResolver"])
@pytest.mark.parametrize("proxy", ["127.0.0.1", "LocalHost"])
def test_private_proxy_serves_public_names_and_tunnels(resolver: str, proxy: str):
    settings = {"TWISTED_DNS_RESOLVER": resolver, "RETRY_ENABLED": False}
    with serve(lambda path: Answer()) as web:
        where = f"http://{proxy}:{web.port}"
        result = crawl("http://a.example/", "https://b.example/", settings=settings, proxy=where)
    assert result.pages == ["http://a.example/"]
    assert result.errors == {"https://b.example/": "TunnelError"}
    assert sorted(web.targets) == ["b.example:443", "http://a.example/"]
