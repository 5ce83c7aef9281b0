"""The way out of a renderer: public hosts are passed on to, private ones never, however spelt."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from guarded_crawl import Answer, serve

from focused_crawler.rendering.gateway import Gateway

INSIDE = ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "169.254.169.254", "10.0.0.1"]


async def asked(gateway: Gateway, request: str) -> str:
    """The answer to a raw request, and then everything is closed."""
    address = await gateway.url()
    reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
    writer.write(request.encode())
    try:
        return (await asyncio.wait_for(reader.read(), 10)).decode("latin-1")
    finally:
        writer.close()
        await gateway.close()


def get(host: str, path: str = "/") -> str:
    return f"GET http://{host}{path} HTTP/1.1\r\nHost: {host}\r\nProxy-Connection: x\r\n\r\n"


def answers(addresses: list[str]) -> Callable[..., Awaitable[Any]]:
    async def getaddrinfo(*_: Any, **__: Any) -> Any:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (a, 0)) for a in addresses]

    return getaddrinfo


async def asked_with_names(gateway: Gateway, request: str, addresses: list[str]) -> str:
    asyncio.get_running_loop().getaddrinfo = answers(addresses)  # type: ignore[method-assign]
    return await asked(gateway, request)


@pytest.mark.parametrize("host", INSIDE)
@pytest.mark.parametrize("method", ["GET", "CONNECT"])
def test_private_host_is_refused(host: str, method: str) -> None:
    refused: list[str] = []
    request = get(host) if method == "GET" else f"CONNECT {host}:443 HTTP/1.1\r\n\r\n"
    answer = asyncio.run(asked(Gateway(refused=refused.append), request))
    assert answer.startswith("HTTP/1.1 403 ")
    assert len(refused) == 1


def test_name_with_a_private_answer_is_refused() -> None:
    with serve(lambda path: Answer()) as web:
        request = get(f"inside.example:{web.port}")
        answer = asyncio.run(asked_with_names(Gateway(), request, ["127.0.0.1", "::1"]))
    assert answer.startswith("HTTP/1.1 403 ")
    assert web.asked == []


def test_page_is_passed_on_where_the_address_is_allowed() -> None:
    with serve(lambda path: Answer(b"hello")) as web:
        gateway = Gateway(is_private_allowed=True)
        answer = asyncio.run(asked(gateway, get(f"127.0.0.1:{web.port}", "/a?b=1")))
    assert answer.endswith("hello")
    assert web.targets == ["/a?b=1"]


def test_proxy_of_the_crawl_is_asked_in_turn_for_public_hosts_alone() -> None:
    with serve(lambda path: Answer(b"hello")) as web:
        upstream = f"http://127.0.0.1:{web.port}"
        request = get("a.example").replace("Proxy-Connection: x", "Connection: close")
        answer = asyncio.run(asked(Gateway(upstream=upstream), request))
        refused = asyncio.run(asked(Gateway(upstream=upstream), get("127.0.0.1")))
    assert answer.endswith("hello")
    assert refused.startswith("HTTP/1.1 403 ")
    assert web.targets == ["http://a.example/"]


def test_endless_answer_ends_at_its_limit() -> None:
    def endless() -> Any:
        return (b"x" * 65536 for _ in range(1000))

    with serve(lambda path: Answer(endless)) as web:
        gateway = Gateway(is_private_allowed=True, most_bytes=200_000)
        answer = asyncio.run(asked(gateway, get(f"127.0.0.1:{web.port}")))
    assert 200_000 <= len(answer) < 400_000


@pytest.mark.parametrize("request_", ["nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "\r\n\r\n"])
def test_nonsense_is_answered_by_an_error(request_: str) -> None:
    answer = asyncio.run(asked(Gateway(), request_))
    assert answer.startswith(("HTTP/1.1 502 ", "HTTP/1.1 403 "))
