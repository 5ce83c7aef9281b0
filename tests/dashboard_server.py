"""A dashboard on a free port, for tests that speak HTTP or drive a browser."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

uvicorn = pytest.importorskip("uvicorn", reason="the dashboard's packages are not installed")
pytest.importorskip("starlette", reason="the dashboard's packages are not installed")
pytest.importorskip("jinja2", reason="the dashboard's packages are not installed")

from focused_crawler.dashboard.app import make_app  # noqa: E402
from focused_crawler.dashboard.config import Config  # noqa: E402


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class Dashboard:
    """A running dashboard."""

    url: str
    config: Config

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Answer:
        return self._ask("POST", path, urlencode(fields), headers)

    def act(self, path: str, **fields: str) -> Answer:
        """Send a form as our own pages do."""
        return self.post(path, fields | {"form_token": self.config.form_token})

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=60)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, named, answer.read())
        finally:
            connection.close()


@contextmanager
def dashboard(crawls: Path, **values: object) -> Iterator[Dashboard]:
    config = Config(crawls=crawls, **values)  # type: ignore[arg-type]
    settings = uvicorn.Config(make_app(config), port=0, log_level="error", lifespan="off")
    server = uvicorn.Server(settings)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Dashboard(f"http://127.0.0.1:{port}", config)
    finally:
        server.should_exit = True
        thread.join(20)
