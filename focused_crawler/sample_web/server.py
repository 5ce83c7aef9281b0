"""Serves the sample web on loopback as an HTTP proxy, so that its host names work, and keeps a log.

The log is the server's own: it counts what a crawler fetched, whatever the crawler says of itself.
"""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO
from urllib.parse import urlsplit

from focused_crawler.sample_web.forms import echo
from focused_crawler.sample_web.model import HTML, Response
from focused_crawler.sample_web.protocol import (
    BadRequestError,
    Request,
    read_request,
    write_response,
)
from focused_crawler.sample_web.web import TEXT, SampleWeb, canonical

ADDRESS = "127.0.0.1"
GONE = (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)


@dataclass(frozen=True, slots=True)
class Logged:
    """One request in the log."""

    url: str
    method: str
    status: int  # as sent; 0 where the connection was reset
    time: float
    is_robots: bool


class Served:
    """A running sample web: where it is, and what was asked of it so far."""

    def __init__(self, web: SampleWeb, *, delays: bool, log: TextIO | None) -> None:
        self.web = web
        self.port = 0
        self.requests: list[Logged] = []
        self._delays = delays
        self._log = log
        self._attempts: Counter[str] = Counter()
        self._connections: set[asyncio.Task[None]] = set()

    @property
    def proxy(self) -> str:
        return f"http://{ADDRESS}:{self.port}"

    @property
    def fetched(self) -> list[str]:
        """URLs in the order they were asked for, robots.txt and HEAD left out."""
        return [r.url for r in self.requests if r.method in ("GET", "POST") and not r.is_robots]

    def forget(self) -> None:
        """Empties the log in memory and starts all pages anew, between two crawls."""
        self.requests.clear()
        self._attempts.clear()

    async def run(self, port: int, started: threading.Event, stop: asyncio.Event) -> None:
        """Listens until `stop` is set, then closes every connection."""
        server = await asyncio.start_server(self._connected, ADDRESS, port)
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        await stop.wait()
        await self._close(server)

    async def _close(self, server: asyncio.Server) -> None:
        """Ends every connection. One that is just being accepted when the server closes would
        stay open with nobody to answer it, so those are let in first."""
        own = {asyncio.current_task()}
        while asyncio.all_tasks() - own - self._connections:
            await asyncio.sleep(0)
        server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            await self._converse(reader, writer)
        except (*GONE, asyncio.CancelledError):
            pass  # a cancelled connection is no failure, but asyncio would log it as one
        finally:
            self._connections.discard(task)
            writer.transport.abort()  # does nothing to a connection that has been closed

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await self._exchange(reader, writer):
            pass
        writer.close()
        await writer.wait_closed()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """One request and its answer; whether the connection stays open."""
        try:
            request = await read_request(reader)
        except BadRequestError as error:
            answer = Response(error.status, TEXT, f"{error}\n".encode())
            await write_response(writer, answer, is_head=False, is_kept_alive=False)
            return False
        answer = self._answer(request)
        self._record(request, answer)
        if self._delays and answer.delay:
            await asyncio.sleep(answer.delay)
        keep = request.is_kept_alive and not answer.fault and request.method != "CONNECT"
        await write_response(writer, answer, is_head=request.method == "HEAD", is_kept_alive=keep)
        return keep

    def _answer(self, request: Request) -> Response:
        if request.method == "CONNECT":
            return Response(501, TEXT, b"The sample web has no https; use http:// addresses.\n")
        if request.method not in ("GET", "HEAD", "POST"):
            return Response(405, (*TEXT, ("Allow", "GET, HEAD, POST")), b"Unknown method.\n")
        if urlsplit(request.url).netloc in (f"{ADDRESS}:{self.port}", f"localhost:{self.port}"):
            return Response(200, TEXT, self.help().encode())
        if request.method == "POST" and urlsplit(request.url).hostname in self.web.hosts:
            return Response(200, HTML, echo(request.body))
        url = canonical(request.url)
        self._attempts[url] += 1
        return self.web.response(url, attempt=self._attempts[url])

    def help(self) -> str:
        """How to point a crawler at this server."""
        seed = self.web.seeds(self.web.topics[0])[0]
        return (
            f"The sample web: {len(self.web.pages)} pages on {len(self.web.hosts)} hosts.\n"
            f"It is an HTTP proxy. Point a crawler at it with\n\n"
            f"    export http_proxy={self.proxy}\n\n"
            f"and start, for example, at {seed}\n"
        )

    def _record(self, request: Request, answer: Response) -> None:
        url = request.url if request.method == "CONNECT" else canonical(request.url)
        status = 0 if answer.fault == "reset" else answer.status
        is_robots = urlsplit(url).path == "/robots.txt"
        entry = Logged(url, request.method, status, time.time(), is_robots)
        self.requests.append(entry)
        if self._log:
            self._log.write(json.dumps(asdict(entry)) + "\n")
            self._log.flush()


def wait_for_interrupt(served: Served) -> None:
    """Say how to use a running sample web, and wait for Ctrl-C or a request to end."""
    for number in (signal.SIGINT, signal.SIGTERM):  # a shell's background jobs ignore the first
        signal.signal(number, signal.default_int_handler)
    try:
        print(served.help() + "\nInterrupt with Ctrl-C.", flush=True)
        threading.Event().wait()
    except KeyboardInterrupt:
        print(f"\n{len(served.requests)} requests served.")


@contextmanager
def serve(
    web: SampleWeb, log: str | Path | None = None, *, delays: bool = True, port: int = 0
) -> Iterator[Served]:
    """Serves a sample web from a thread of its own while the context lasts."""
    with open(log, "w", encoding="utf-8") if log else nullcontext() as file:
        served = Served(web, delays=delays, log=file)
        with _thread(served, port):
            yield served


@contextmanager
def _thread(served: Served, port: int) -> Iterator[None]:
    started, failures = threading.Event(), list[OSError]()
    loop, stop = asyncio.new_event_loop(), asyncio.Event()

    def run() -> None:
        try:
            loop.run_until_complete(served.run(port, started, stop))
        except OSError as error:
            failures.append(error)
            started.set()
        finally:
            loop.close()

    thread = threading.Thread(target=run, name="sample-web", daemon=True)
    thread.start()
    started.wait()
    if failures:
        thread.join()
        raise failures[0]
    try:
        yield
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
