"""A real browser that dies in the middle of a crawl: it is started anew, and no page is lost."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import signal
import subprocess
from pathlib import Path

import pytest

from focused_crawler.rendering.base import RenderOptions
from focused_crawler.rendering.browser import PlaywrightRenderer, installed_browser
from focused_crawler.rendering.gateway import Gateway

if not (importlib.util.find_spec("playwright") and installed_browser()):
    pytest.skip(
        "no playwright with a Chromium on this machine; `make renderers` installs both",
        allow_module_level=True,
    )

PAGE = b"<div id=app></div><script>app.innerHTML = '<p>Iron ' + 'ore</p>'</script>"


def children(process: int) -> list[int]:
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False
    )
    return [int(number) for number in found.stdout.split()]


def named(name: str, process: int) -> int:
    """The first program of this name among the children of a process and theirs."""
    for child in children(process):
        program = Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")[0].decode()
        if Path(program).name.startswith(name):
            return child
        if found := named(name, child):
            return found
    return 0


@pytest.mark.parametrize("program", ["chrom", "node"])
def test_browser_or_driver_that_dies_under_a_page_costs_no_page(program: str) -> None:
    async def crawl() -> list[str]:
        options = RenderOptions(settle=1.0)
        gateway = Gateway()
        renderer = PlaywrightRenderer(options, gateway)
        try:
            first = await renderer.render("http://a.example/", PAGE, "text/html")
            under_way = asyncio.ensure_future(
                renderer.render("http://a.example/", PAGE, "text/html")
            )
            await asyncio.sleep(0.5)
            os.kill(named(program, os.getpid()), signal.SIGKILL)
            second = await under_way
            third = await renderer.render("http://a.example/", PAGE, "text/html")
            return [first, second, third]
        finally:
            await renderer.close()
            await gateway.close()

    assert ["<p>Iron ore</p>" in html for html in asyncio.run(crawl())] == [True] * 3
