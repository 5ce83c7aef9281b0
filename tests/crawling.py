"""Real crawls for the tests: a subprocess that runs `scrapy`, and a small web of known shape."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from focused_crawler.sample_web.model import Response

ROOT = Path(__file__).parent.parent
FAST = ("-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=0", "-s", "CONCURRENT_REQUESTS=8")
WORDS = "bridge river stone arch span cable pier deck truss load steel beam tower girder".split()


def environment(proxy: str = "") -> dict[str, str]:
    env = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    env |= {"SCRAPY_SETTINGS_MODULE": "focused_crawler.settings", "PYTHONPATH": str(ROOT)}
    return env | ({"http_proxy": proxy} if proxy else {})


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "scrapy", *arguments]


def scrapy(
    *arguments: str, cwd: Path, proxy: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), cwd=cwd, env=environment(proxy) | variables, capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip


class SmallWeb:
    """A ring of pages on a few hosts with short cuts, all about one thing, every text different."""

    def __init__(self, pages: int = 200, hosts: int = 5) -> None:
        self.urls = [f"http://h{i % hosts}.example/p{i:03}.html" for i in range(pages)]

    def response(self, url: str, *, attempt: int = 1) -> Response:
        if url.endswith("/robots.txt"):
            return Response(200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow:\n")
        if url not in self.urls:
            return Response(404, (("Content-Type", "text/html"),), b"no such page on this host")
        return Response(200, (("Content-Type", "text/html"),), self._html(url).encode())

    def robots(self, host: str) -> str:
        return ""

    def _html(self, url: str) -> str:
        i, n = self.urls.index(url), len(self.urls)
        words = " ".join(WORDS[(i * k + k) % len(WORDS)] for k in range(1, 40))
        links = "".join(
            f'<li><a href="{self.urls[j % n]}">bridge {j % n}</a></li>'
            for j in (i + 1, i * 2 + 1, i * 3 + 2, i + 7)
        )
        return f"<title>Bridge {i}</title><h1>Bridge number {i}</h1><p>{words}</p><ul>{links}</ul>"
