"""The only way out of a renderer: a proxy on loopback that refuses private addresses.

A page's scripts may ask for anything. All of it, redirects and sockets included, comes by here:
the name is looked up once, private answers are left out, and the connection goes to the very
address that was checked. Where the crawl itself uses a proxy, it is asked in turn, and resolves.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import SplitResult, unquote, urlsplit

from focused_crawler.addresses import is_private_address, is_private_host

ADDRESS = "127.0.0.1"
HEAD_BYTES = 64 * 1024
CHUNK = 64 * 1024
PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
PROXY_HEADERS = (b"proxy-", b"connection:", b"keep-alive:")
FAULTS = (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError)
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class RefusedError(ValueError):
    """A request that may not leave."""


class Gateway:
    """Passes on what a renderer asks for, if its host is public."""

    def __init__(
        self, *, upstream: str = "", is_private_allowed: bool = False, timeout: float = 15.0,
        most_bytes: int = 5 * 1024 * 1024, refused: Callable[[str], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self.upstream = urlsplit(upstream) if upstream else None
        self.is_private_allowed, self.timeout = is_private_allowed, timeout
        self.most_bytes, self.refused = most_bytes, refused
        self._server: asyncio.Server | None = None
        self._starting = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def url(self) -> str:
        """Where it listens, from the first time that somebody asks."""
        async with self._starting:
            if self._server is None:
                serving = asyncio.start_server(self._serve, ADDRESS, 0, limit=HEAD_BYTES)
                self._server = await serving
        return f"http://{ADDRESS}:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            async with asyncio.timeout(self.timeout * 2):
                await self._exchange(reader, writer)
        except RefusedError as error:
            await _say(writer, 403, str(error))
        except FAULTS as error:
            await _say(writer, 502, str(error) or type(error).__name__)
        except asyncio.CancelledError:
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        method, target, _ = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ", 2)
        parts = urlsplit(f"//{target}" if method == "CONNECT" else target)
        there = await self._open(parts)
        try:
            if self.upstream:
                there[1].write(_with_credentials(head, self.upstream))
            elif method == "CONNECT":
                await _say(writer, 200, "")
            else:
                there[1].write(_for_origin(head, parts))
            await self._relay((reader, writer), there)
        finally:
            there[1].close()

    async def _open(self, parts: SplitResult) -> Streams:
        host, port = parts.hostname or "", parts.port or PORTS.get(parts.scheme, 443)
        if not self.is_private_allowed and is_private_host(host):
            self._refuse(host)
        if self.upstream:
            return await asyncio.open_connection(
                self.upstream.hostname, self.upstream.port or PORTS["http"]
            )
        return await asyncio.open_connection(await self._public_address(host, port), port)

    async def _public_address(self, host: str, port: int) -> str:
        found = await asyncio.get_running_loop().getaddrinfo(host, port)
        addresses = [str(address[0]) for *_, address in found]
        for address in addresses:
            if self.is_private_allowed or not is_private_address(address.partition("%")[0]):
                return address
        self._refuse(host)
        return ""

    def _refuse(self, host: str) -> None:
        self.refused(host)
        raise RefusedError(f"{host} is a private address")

    async def _relay(self, here: Streams, there: Streams) -> None:
        """Both ways at once, until the answer has ended."""
        asking = asyncio.ensure_future(self._pump(here[0], there[1].write, there[1].drain))
        try:
            await self._pump(there[0], here[1].write, here[1].drain)
        finally:
            asking.cancel()
            with suppress(asyncio.CancelledError, *FAULTS):
                await asking

    async def _pump(
        self,
        source: asyncio.StreamReader,
        write: Callable[[bytes], None],
        drain: Callable[[], Awaitable[None]],
    ) -> None:
        passed = 0
        while passed < self.most_bytes and (data := await source.read(CHUNK)):
            passed += len(data)
            write(data)
            await drain()


def _for_origin(head: bytes, parts: SplitResult) -> bytes:
    """The request as its host expects it: a path, no headers for proxies, one answer."""
    line, *fields = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    method, _, version = line.split(b" ", 2)
    path = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    kept = [field for field in fields if not field.lower().startswith(PROXY_HEADERS)]
    lines = [b" ".join((method, path.encode("latin-1"), version)), *kept, b"Connection: close"]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def _with_credentials(head: bytes, proxy: SplitResult) -> bytes:
    if proxy.username is None:
        return head
    pair = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}".encode()
    field = b"Proxy-Authorization: Basic " + base64.b64encode(pair)
    line, _, rest = head.partition(b"\r\n")
    return b"\r\n".join((line, field, rest))


async def _say(writer: asyncio.StreamWriter, status: int, reason: str) -> None:
    phrase = {200: "Connection established", 403: "Forbidden", 502: "Bad gateway"}[status]
    with suppress(OSError):
        length = "" if status == 200 else f"Content-Length: {len(reason.encode())}\r\n"
        writer.write(f"HTTP/1.1 {status} {phrase}\r\n{length}\r\n{reason}".encode())
        await writer.drain()
