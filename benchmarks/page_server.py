"""Serves numbered pages over HTTP from a process of its own.

The crawler that is measured has a core to itself, and a page costs no more than what makes it.
Every path that ends in /page/NUMBER.html is answered, on whatever host: it can be asked as a proxy.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

ADDRESS = "127.0.0.1"
NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"

PageOf = Callable[[int], bytes | None]


class _Answering(asyncio.Protocol):
    """Answers pipelined GET requests; nothing else is asked for."""

    def __init__(self, page_of: PageOf, latency: float) -> None:
        self.page_of, self.latency, self.buffer = page_of, latency, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        while b"\r\n\r\n" in self.buffer:
            head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
            answer = self._answer(head.split(b" ", 2)[1])
            if self.latency:
                asyncio.get_running_loop().call_later(self.latency, self.transport.write, answer)
            else:
                self.transport.write(answer)

    def _answer(self, path: bytes) -> bytes:
        name = path.rpartition(b"/")[2].removesuffix(b".html")
        if b"/page/" not in path or not name.isdigit():
            return NOT_FOUND
        body = self.page_of(int(name))
        if body is None:
            return NOT_FOUND
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
        return head.encode() + body


def _run(prepare: Callable[[], PageOf], latency: float, pipe: Connection) -> None:
    page_of = prepare()

    async def listen() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Answering(page_of, latency), ADDRESS, 0)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(listen())


@contextmanager
def served(prepare: Callable[[], PageOf], *, latency: float = 0.0) -> Iterator[str]:
    """The address while the context lasts; `prepare` is called in the process that serves."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_run, args=(prepare, latency, theirs), daemon=True)
    process.start()
    try:
        yield f"http://{ADDRESS}:{ours.recv()}"
    finally:
        process.terminate()
        process.join()
