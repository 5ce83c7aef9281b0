"""A server on loopback that misbehaves by host name: reset.example resets, stall.example stalls.

It answers as a proxy (absolute targets) and as an origin (Host header). Every host has three pages,
/0 to /2, each linking to the next; `good.example` serves all of its pages as they should be and
its first one links to every faulty host. Faults are in `host_faults`.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from host_faults import FAULTS, HTML, Asked, bomb, html

ADDRESS = "127.0.0.1"
GOOD = "good.example"
GONE = (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)


class FaultyProxy:
    """The running server: where it is, which faults it has, and what was asked of it."""

    def __init__(self, faults: tuple[str, ...], *, is_origin: bool) -> None:
        self.faults, self.is_origin = faults, is_origin
        self.port = 0
        self.asked: list[str] = []
        self._of_host: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def proxy(self) -> str:
        return f"http://{ADDRESS}:{self.port}"

    def url(self, host: str, path: str = "/0") -> str:
        return f"http://{host}:{self.port}{path}" if self.is_origin else f"http://{host}{path}"

    def links(self) -> tuple[str, ...]:
        """The first page of each faulty host; those that redirect have three ways to do so."""
        return tuple(
            self.url(f"{name}.example", f"/{number}")
            for name in self.faults
            for number in range(3 if name.startswith("redirect-") else 1)
        )

    async def run(self, extra: tuple[str, ...], ready: threading.Event) -> None:
        self.extra = extra
        self._stop = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._connected, ADDRESS, 0)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._stop.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            while not writer.is_closing():
                await self._exchange(reader, writer)
        except (*GONE, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.transport.abort()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        target = lines[0].split(" ")[1]
        host_line = next((line[5:] for line in lines if line.lower().startswith("host:")), "")
        parts = urlsplit(target if "://" in target else f"http://{host_line.strip()}{target}")
        host, path = parts.hostname or "", parts.path or "/"
        self.asked.append(f"http://{host}{path}")
        if path != "/robots.txt":
            self._of_host[host] += 1
        await self._answer(Asked(host, path, self._of_host[host], writer))

    async def _answer(self, asked: Asked) -> None:
        name = asked.host.partition(".")[0]
        if asked.path == "/robots.txt" and not name.startswith("robots-"):
            await asked.send(b"User-agent: *\nDisallow:\n", "Content-Type: text/plain")
        elif asked.host == GOOD:
            links = (*self.links(), *self.extra) if asked.path == "/0" else ()
            await asked.send(html(asked.host, asked.path, links), HTML)
        else:
            await FAULTS[name](asked)


@contextmanager
def faulty_proxy(
    *faults: str, extra: tuple[str, ...] = (), is_origin: bool = False
) -> Iterator[FaultyProxy]:
    """Serves while the context lasts; `extra` are further links of the first good page."""
    served, ready = FaultyProxy(faults or tuple(FAULTS), is_origin=is_origin), threading.Event()
    if any("bomb" in name for name in served.faults):
        bomb()  # takes seconds, during which nobody would be served
    thread = threading.Thread(target=lambda: asyncio.run(served.run(extra, ready)), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield served
    finally:
        served.stop()
        thread.join()


@contextmanager
def refusing_port() -> Iterator[int]:
    """A port at which nobody listens, kept so that nobody else takes it."""
    with socket.socket() as taken, suppress(OSError):
        taken.bind((ADDRESS, 0))
        yield taken.getsockname()[1]
