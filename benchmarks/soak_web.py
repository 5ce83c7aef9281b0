"""A web without an end, as a proxy on loopback: a page is made from its URL when it is asked for.

A page is put together from prepared sections by its number, so that it costs the server little, is
like no other, and links to 48 of a million pages on HOSTS hosts. About 20 KB a page; one section in
six is about the stock market. What was asked for is kept in a file, one number after the other.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.endless_web import TOPIC_WORDS, vocabulary

ADDRESS = "127.0.0.1"
NUMBER = struct.Struct("<q")
HOSTS = 200
PAGES = 1_000_000
SECTIONS, VARIANTS, LINKS, WORDS = 6, 400, 8, 380


def url(number: int) -> str:
    return f"http://h{number % HOSTS}.example/page/{number}.html"


def page(number: int, sections: list[str]) -> bytes:
    """The page with this number, the same each time."""
    dice = random.Random(number)
    parts = []
    for _ in range(SECTIONS):
        links = "".join(
            f'<li><a href="{url(target)}">part {target % 977}</a></li>'
            for target in (dice.randrange(PAGES) for _ in range(LINKS))
        )
        parts.append(f"{dice.choice(sections)}<ul>{links}</ul>")
    return (
        f"<!DOCTYPE html><html lang=en><head><title>Page {number}</title></head><body>"
        f"<h1>Page {number}</h1>{''.join(parts)}</body></html>"
    ).encode()


def prepared() -> list[str]:
    dice, words = random.Random(3), vocabulary()
    made = []
    for number in range(VARIANTS):
        text = [words[int(dice.paretovariate(0.7)) % len(words)] for _ in range(WORDS)]
        if number % SECTIONS == 0:
            text[::6] = dice.choices(TOPIC_WORDS, k=len(text[::6]))
        made.append(f"<h2>{' '.join(text[:4])}</h2><p>{' '.join(text[4:])}</p>")
    return made


class _Answering(asyncio.Protocol):
    def __init__(self, sections: list[str], log: int, latency: float) -> None:
        self.sections, self.log, self.latency, self.buffer = sections, log, latency, b""

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

    def _answer(self, target: bytes) -> bytes:
        name = target.rpartition(b"/")[2].removesuffix(b".html")
        if b"/page/" not in target or not name.isdigit():
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        os.write(self.log, NUMBER.pack(int(name)))
        body = page(int(name), self.sections)
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
        return head.encode() + body


def _run(pipe: Connection, file: Path, latency: float) -> None:
    sections, log = prepared(), os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    async def listen() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Answering(sections, log, latency), ADDRESS, 0)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(listen())


def asked(log: Path) -> list[int]:
    """The numbers of the pages that were asked for, in their order."""
    return [number for (number,) in NUMBER.iter_unpack(log.read_bytes())] if log.exists() else []


@contextmanager
def serve(log: Path, *, latency: float = 0.0) -> Iterator[str]:
    """The address of the proxy while the context lasts; an answer takes `latency` seconds."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_run, args=(theirs, log, latency), daemon=True)
    process.start()
    try:
        yield f"http://{ADDRESS}:{ours.recv()}"
    finally:
        process.terminate()
        process.join()
