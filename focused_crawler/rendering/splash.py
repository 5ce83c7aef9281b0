"""Renders with a Splash server: RENDERER=splash, at SPLASH_URL.

Splash is asked by its HTTP API (`render.html`, one POST of JSON a page), so that the crawl's own
request keeps its place in the frontier. It fetches the page itself, through the gateway, and so has
to run on this machine.
"""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from http.client import HTTPException

from focused_crawler.rendering.base import RenderError, RenderOptions
from focused_crawler.rendering.gateway import Gateway

SPARE_SECONDS = 5.0  # that Splash has to say that a page took too long


class SplashRenderer:
    """Asks one Splash server."""

    def __init__(self, options: RenderOptions, gateway: Gateway) -> None:
        self.options, self.gateway = options, gateway
        self._places = asyncio.Semaphore(options.at_once)

    async def render(self, url: str, body: bytes, content_type: str) -> str:  # noqa: ARG002
        async with self._places:
            html = await asyncio.to_thread(self._ask, url, await self.gateway.url())
        if len(html) > self.options.most_bytes:
            raise RenderError(f"larger than {self.options.most_bytes} bytes")
        return html.decode("utf-8", "replace")

    async def close(self) -> None:
        pass

    def _ask(self, url: str, proxy: str) -> bytes:
        wanted = {
            "url": url,
            "wait": self.options.settle,
            "timeout": self.options.timeout,
            "resource_timeout": self.options.timeout / 2,
            "images": 0,
            "proxy": proxy,
            "headers": {"User-Agent": self.options.user_agent} if self.options.user_agent else {},
        }
        # Straight to Splash: the crawl's proxy is for the web.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            request = urllib.request.Request(  # noqa: S310
                f"{self.options.splash_url.rstrip('/')}/render.html",
                data=json.dumps(wanted).encode(),
                headers={"Content-Type": "application/json"},
            )
            with opener.open(request, timeout=self.options.timeout + SPARE_SECONDS) as answer:
                html: bytes = answer.read(self.options.most_bytes + 1)
                return html
        except urllib.error.HTTPError as error:
            raise RenderError(f"Splash answered {error.code}: {_reason(error)}") from error
        except (HTTPException, OSError, ValueError) as error:
            raise RenderError(f"no Splash at {self.options.splash_url}: {error}") from error


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read(10_000))["info"]["text"])
    except (ValueError, KeyError, TypeError):
        return error.reason
