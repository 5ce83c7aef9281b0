"""Renders with Chromium, driven by Playwright: RENDERER=playwright.

The page that was fetched already is given to the browser, so its host is asked only for what its
scripts need; pictures, media and fonts are not loaded. One browser serves the whole crawl, each
page in a context of its own, and all of it goes through the gateway. A browser that dies, or the
driver it hangs on, is started anew, and the pages that were in it are rendered once more.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from typing import TYPE_CHECKING, Any

from focused_crawler.rendering.base import RenderError, RenderOptions
from focused_crawler.rendering.gateway import Gateway

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Route

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
NOT_LOADED = frozenset({"image", "media", "font"})
MISSING = "RENDERER=playwright needs the package playwright; `make renderers` installs it"
DIED = "TargetClosedError"  # Playwright's name for it; no page or context is closed by others here
FLAGS = (
    "--disable-quic", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
    # No packet may go round the gateway.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)  # fmt: skip


class DiedError(RenderError):
    """The browser or its driver is gone."""


class PlaywrightRenderer:
    """One Chromium, started with the first page that needs it."""

    def __init__(self, options: RenderOptions, gateway: Gateway) -> None:
        self.options, self.gateway = options, gateway
        self._places = asyncio.Semaphore(options.at_once)
        self._starting = asyncio.Lock()
        self._driver: Any = None
        self._browser: Browser | None = None

    async def render(self, url: str, body: bytes, content_type: str) -> str:
        async with self._places:
            try:
                return await self._attempt(url, body, content_type)
            except DiedError:
                return await self._attempt(url, body, content_type)

    async def close(self) -> None:
        browser, driver = self._browser, self._driver
        self._browser = self._driver = None
        if browser is not None:
            await browser.close()
        if driver is not None:
            await driver.stop()

    async def _attempt(self, url: str, body: bytes, content_type: str) -> str:
        browser = await self._started()
        from playwright.async_api import Error

        try:
            async with asyncio.timeout(self.options.timeout):
                return await self._render(browser, url, body, content_type)
        except (Error, TimeoutError) as error:
            told = str(error).split("\n")[0] or f"no end within {self.options.timeout} s"
            if type(error).__name__ != DIED:
                raise RenderError(told) from error
            await self._let_go(browser)
            raise DiedError(told) from error

    async def _let_go(self, browser: Browser) -> None:
        async with self._starting:
            if self._browser is browser:
                await self.close()

    async def _started(self) -> Browser:
        async with self._starting:
            if self._browser is None or not self._browser.is_connected():
                self._browser = await self._start()
            return self._browser

    async def _start(self) -> Browser:
        try:
            from playwright.async_api import Error, async_playwright
        except ImportError as error:
            raise RenderError(MISSING) from error
        if self._driver is None:
            self._driver = await async_playwright().start()
        try:
            browser: Browser = await self._driver.chromium.launch(
                executable_path=self.options.browser or installed_browser(),
                args=[*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])],
                proxy={"server": await self.gateway.url(), "bypass": "<-loopback>"},
            )
        except Error as error:
            told = str(error).split("\n")[0]
            if type(error).__name__ == DIED:
                await self.close()
            raise RenderError(f"no browser could be started ({told}); `make renderers`") from error
        return browser

    async def _render(self, browser: Browser, url: str, body: bytes, content_type: str) -> str:
        context = await browser.new_context(
            user_agent=self.options.user_agent or None, service_workers="block",
            accept_downloads=False,
        )  # fmt: skip
        try:
            page = await context.new_page()
            await self._answer_from(page, body, content_type)
            await page.goto(url, wait_until="load", timeout=self.options.timeout * 1000)
            await page.wait_for_timeout(self.options.settle * 1000)
            return await page.content()
        finally:
            await context.close()

    async def _answer_from(self, page: Page, body: bytes, content_type: str) -> None:
        first = [True]

        async def route(request: Route) -> None:
            if first and request.request.is_navigation_request():
                first.clear()
                await request.fulfill(body=body, content_type=content_type or "text/html")
            elif request.request.resource_type in NOT_LOADED:
                await request.abort()
            else:
                await request.continue_()

        await page.route("**/*", route)


def installed_browser() -> str | None:
    """The system's Chromium; None leaves the choice to Playwright, which may have its own."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)
