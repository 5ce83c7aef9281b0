"""A local server that speaks the protocols of search engines, in health and in sickness."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

Reply = tuple[int, str, bytes]
Route = Callable[[dict[str, str], dict[str, str]], Reply]  # parameters, headers


def reply(value: Any, status: int = 200) -> Reply:
    return status, "application/json", json.dumps(value).encode()


def text(body: str, kind: str = "text/html", status: int = 200) -> Reply:
    return status, kind, body.encode()


class EngineServer(ThreadingHTTPServer):
    """Answers by path; remembers what it was asked."""

    daemon_threads = True

    def __init__(self, routes: dict[str, Route]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.routes = routes
        self.asked: list[tuple[str, dict[str, str], dict[str, str]]] = []

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that has lost its patience is no news."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: EngineServer

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.asked.append((parts.path, parameters, headers))
        if parts.path == "/slow":
            time.sleep(3)
        if parts.path == "/drip":
            self._drip()
            return
        route = self.server.routes.get(parts.path)
        status, kind, body = route(parameters, headers) if route else text("none", status=404)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)

    def _drip(self) -> None:
        self.send_response(200)
        self.end_headers()
        for _ in range(60):
            time.sleep(0.1)
            try:
                self.wfile.write(b" ")
                self.wfile.flush()
            except OSError:
                return

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving(routes: dict[str, Route]) -> Iterator[EngineServer]:
    with EngineServer(routes) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
