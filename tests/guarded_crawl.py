"""A small web on loopback, and a real crawl of it in a process of its own.

The server answers both as an origin and as an HTTP proxy: a page is looked up by its path alone,
so any host name works when the crawl goes through it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

GUARDS = {
    "focused_crawler.middlewares.guards.UrlGuard": 40,
    "focused_crawler.middlewares.guards.HostBudget": 44,
    "focused_crawler.middlewares.guards.TrapGuard": 46,
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "focused_crawler.middlewares.robots.SharedRobotsTxt": 100,
    "focused_crawler.middlewares.bodies.BodyGuard": 595,
    "focused_crawler.middlewares.guards.AddressGuard": 760,
}


@dataclass
class Answer:
    """What the server sends; a callable body yields chunks for as long as the client reads."""

    body: bytes | Callable[[], Iterator[bytes]] = b"<html><body>page</body></html>"
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "text/html"})


@dataclass
class Web:
    """The pages by path, and what was asked of the server: (seconds, method, target)."""

    answer: Callable[[str], Answer | None]
    port: int = 0
    asked: list[tuple[float, str, str]] = field(default_factory=list)
    sent: int = 0

    @property
    def targets(self) -> list[str]:
        return [target for _, _, target in self.asked]

    @property
    def paths(self) -> list[str]:
        return [urlsplit(target).path for target in self.targets]


def handler_for(web: Web) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            web.asked.append((time.monotonic(), self.command, self.path))
            parts = urlsplit(self.path)
            answer = web.answer(parts.path + (f"?{parts.query}" if parts.query else ""))
            answer = answer or Answer(b"nothing here", 404)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if isinstance(answer.body, bytes):
                self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.send_body([answer.body] if isinstance(answer.body, bytes) else answer.body())

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.do_GET()

        def send_body(self, chunks: Any) -> None:
            try:
                for chunk in chunks:
                    self.wfile.write(chunk)
                    web.sent += len(chunk)
            except OSError:
                self.close_connection = True

        def do_CONNECT(self) -> None:
            web.asked.append((time.monotonic(), self.command, self.path))
            self.send_error(502)

        def log_message(self, *args: object) -> None:
            pass

    return Handler


@contextmanager
def serve(answer: Callable[[str], Answer | None]) -> Iterator[Web]:
    web = Web(answer)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler_for(web))
    web.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield web
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class Crawl:
    """What a crawl told: pages by URL, errors by URL, stats, log."""

    pages: list[str]
    errors: dict[str, str]
    stats: dict[str, Any]
    log: str


def crawl(
    *urls: str,
    settings: dict[str, Any] | None = None,
    answers: dict[str, str] | None = None,
    proxy: str | None = None,
    is_following: bool = False,
) -> Crawl:
    """Crawl these URLs; `answers` stands in for the name server, `proxy` for the environment."""
    job = {"urls": urls, "settings": settings or {}, "answers": answers, "follow": is_following}
    environment = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    if proxy:
        environment |= {"http_proxy": proxy, "https_proxy": proxy}
    root = Path(__file__).parent.parent
    done = subprocess.run(
        [sys.executable, __file__, json.dumps(job)],
        capture_output=True, text=True, timeout=60, check=True, cwd=root,
        env=environment | {"PYTHONPATH": str(root)},
    )  # fmt: skip
    return Crawl(**json.loads(done.stdout), log=done.stderr)


def answer_from(answers: dict[str, str]) -> None:
    """Let the system's resolver know these names and no others."""
    import socket

    def look_up(name: str) -> str:
        if name not in answers:
            raise socket.gaierror(f"no answer for {name}")
        return str(answers[name])

    socket.gethostbyname = look_up


def run(job: dict[str, Any]) -> dict[str, Any]:
    import scrapy
    from scrapy.crawler import CrawlerProcess

    if job["answers"] is not None:
        answer_from(job["answers"])

    pages: list[str] = []
    errors: dict[str, str] = {}

    class Item:
        def __init__(self, url: str) -> None:
            self.url, self.is_relevant = url, "relevant" in url

    class Visit(scrapy.Spider):
        name = "visit"

        async def start(self):  # type: ignore[no-untyped-def]
            for url in job["urls"]:
                yield scrapy.Request(url, errback=self.failed)

        def parse(self, response):  # type: ignore[no-untyped-def]
            pages.append(response.url)
            if job["follow"]:
                for href in response.css("a::attr(href)").getall():
                    yield response.follow(href, errback=self.failed)

        def failed(self, failure):  # type: ignore[no-untyped-def]
            errors[failure.request.url] = failure.type.__name__
            failure.raiseException()

    defaults = {
        "DOWNLOADER_MIDDLEWARES": GUARDS,
        "EXTENSIONS": {"focused_crawler.extensions.retry_after.RetryAfter": 0},
        "TWISTED_DNS_RESOLVER": "focused_crawler.resolver.PublicThreadedResolver",
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
        "LOG_LEVEL": "INFO",
        "CLOSESPIDER_TIMEOUT": 30,
    }
    process = CrawlerProcess(defaults | job["settings"])
    crawler = process.create_crawler(Visit)
    process.crawl(crawler)
    process.start()
    return {"pages": pages, "errors": errors, "stats": crawler.stats.get_stats()}


if __name__ == "__main__":
    print(json.dumps(run(json.loads(sys.argv[1])), default=str))
