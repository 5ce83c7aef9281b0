"""Pages read in another process are the same pages, and nothing depends on that process."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from focused_crawler.fingerprints import simhash
from focused_crawler.page_reader import PageReader, ReadPage, read_page, unpacked
from focused_crawler.scoring.page_terms import page_terms

URL = "http://a.test/iron"
PAGES = (
    b"",
    b"<title>Ore</title><h1>Iron</h1><p>ore <a href=/x rel=nofollow>mines</a></p><nav><a href=y>",
    "<html lang=de><h2>Erze</h2><p>Eisen und St\u00e4hle</p>".encode("latin-1"),
    b"\xff\xfe<\x00p\x00>" * 50,
)
T = TypeVar("T")


def with_reader(work: Callable[[PageReader], Awaitable[T]], **options: float) -> T:
    async def run() -> T:
        reader = PageReader(segmenter="headings", language="en", **options)
        await reader.start()
        try:
            async with asyncio.timeout(60):
                while not reader.is_ready:
                    await asyncio.sleep(0.01)
                return await work(reader)
        finally:
            reader.close()

    return asyncio.run(run())


def here(body: bytes, encoding: str | None) -> ReadPage:
    return read_page(URL, body, encoding, segmenter="headings")


@pytest.mark.parametrize("encoding", [None, "latin-1"])
def test_pages_are_those_that_the_crawl_would_read_itself(encoding: str | None) -> None:
    async def work(reader: PageReader) -> list[ReadPage]:
        answers = await asyncio.gather(*(reader.read(URL, body, encoding) for body in PAGES))
        return [unpacked(answer) for answer in answers if answer is not None]

    read = with_reader(work)
    own = [here(body, encoding) for body in PAGES]
    assert read == own
    counted = [page_terms(o.page) for o in own]
    assert [r.page.terms for r in read] == [t._replace(simhash=simhash(t.page)) for t in counted]


def test_who_asked_a_process_that_dies_is_told() -> None:
    async def work(reader: PageReader) -> list[bytes | None]:
        assert reader._process is not None
        questions = [asyncio.ensure_future(reader.read(URL, b"x" * 10**6, None)) for _ in range(3)]
        await asyncio.sleep(0)
        reader._process.kill()
        answers = await asyncio.gather(*questions)
        return [*answers, await reader.read(URL, b"later", None)]

    assert with_reader(work)[-1] is None


def test_who_asked_a_process_that_is_stopped_goes_on_and_comes_back_to_it() -> None:
    async def work(reader: PageReader) -> list[bytes | None]:
        assert reader._process is not None
        reader._process.send_signal(signal.SIGSTOP)
        silent = await asyncio.gather(*(reader.read(URL, body, None) for body in PAGES))
        silent.append(await reader.read(URL, b"not asked", None))
        reader.patience = 60.0
        reader._process.send_signal(signal.SIGCONT)
        while not reader.is_ready:
            await asyncio.sleep(0.01)
        return [*silent, await reader.read(URL, b"later", None)]

    *silent, later = with_reader(work, patience=0.5)
    assert silent == [None] * (len(PAGES) + 1)
    assert later is not None
    assert unpacked(later) == here(b"later", None)


def test_a_process_that_is_stopped_does_not_outlive_the_crawl() -> None:
    async def work(reader: PageReader) -> PageReader:
        assert reader._process is not None
        reader._process.send_signal(signal.SIGSTOP)
        return reader

    process = with_reader(work)._process
    assert process is not None
    assert process.returncode == -signal.SIGKILL
