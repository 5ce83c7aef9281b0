"""Pages are read in a process of their own: parsed, cut into blocks, their terms counted.

That is a third of what a page costs, it needs nothing but the page, and Python runs one thread at
a time; so a second core does it while the crawl goes on. What comes back is JSON, which takes a
tenth of a millisecond to read. Where the other process cannot be started, has died, is behind with
MOST_ASKED pages, as on a machine with other work to do, or is silent for PATIENCE seconds, as one
that was stopped, the caller reads its pages itself, with the same result.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import socket
import struct
import subprocess
import sys
from collections import deque
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from focused_crawler.contents import folded_key
from focused_crawler.fingerprints import simhash
from focused_crawler.page import Page, Terms, parse_page
from focused_crawler.scoring.page_terms import page_terms
from focused_crawler.topic.terms import count_terms

PACKAGES = Path(__file__).parents[1]  # the folder this package is imported from
START = f"import sys; from {__name__} import main; main(*sys.argv[1:])"
END_SECONDS = 10.0
MOST_ASKED = 8  # pages that wait for the other process
PATIENCE = 10.0  # seconds; a page of 5 MB takes one or two
GARBAGE = 50_000  # new objects between two looks for garbage; a page leaves next to none
# Memory that a page gave back is kept for the next one: a process that does nothing but parse would
# hand it to the system and ask for it again each time. For glibc; others pay no heed.
KEPT_BYTES = 1 << 26
MEMORY = dict.fromkeys(("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_"), str(KEPT_BYTES))
LENGTH = struct.Struct("!I")  # before each answer
LENGTHS = struct.Struct("!II")  # before each question: of its head and of its body

_encode = msgspec.msgpack.Encoder().encode
HELLO = b""  # the process has loaded what it needs


class ReadPage(NamedTuple):
    """A page and the fingerprint of its content."""

    page: Page
    fingerprint: int


unpacked = msgspec.msgpack.Decoder(ReadPage).decode  # the page in an answer


def read_page(url: str, body: bytes, encoding: str | None, *, segmenter: str) -> ReadPage:
    """Read a page here and now; its terms are counted by who needs them."""
    page = parse_page(url, body, encoding=encoding, segmenter=segmenter)
    return ReadPage(page, folded_key(page.folded_text))


class PageReader(asyncio.Protocol):
    """The other process; it answers in the order it is asked, while it `is_ready`."""

    def __init__(self, *, segmenter: str, language: str, patience: float = PATIENCE) -> None:
        self.segmenter, self.language, self.patience = segmenter, language, patience
        self.is_ready = False
        self._asked: deque[asyncio.Future[bytes | None]] = deque()
        self._received = bytearray()
        self._process: subprocess.Popen[bytes] | None = None
        self._transport: asyncio.Transport | None = None

    async def start(self) -> None:
        """Start the process; raises OSError where that is not possible."""
        ours, theirs = socket.socketpair()
        path = os.pathsep.join(filter(None, [str(PACKAGES), os.environ.get("PYTHONPATH")]))
        with theirs:
            arguments = str(theirs.fileno()), self.segmenter, self.language
            self._process = subprocess.Popen(  # noqa: S603 - this program itself
                [sys.executable, "-P", "-c", START, *arguments],
                pass_fds=[theirs.fileno()],
                env=os.environ | MEMORY | {"PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C is for the crawl
            )
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.create_connection(lambda: self, sock=ours)

    async def read(self, url: str, body: bytes, encoding: str | None) -> bytes | None:
        """The page as `unpacked` takes it; None if the process is behind, silent or dead."""
        if not self.is_ready or self._transport is None or len(self._asked) >= MOST_ASKED:
            return None
        answer: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        self._asked.append(answer)
        head = json.dumps([url, encoding]).encode()
        self._transport.write(LENGTHS.pack(len(head), len(body)) + head + body)
        try:
            return await asyncio.wait_for(answer, self.patience)
        except TimeoutError:
            self.is_ready = False  # until it answers again
            return None

    def data_received(self, data: bytes) -> None:
        received = self._received
        received += data
        while len(received) >= LENGTH.size:
            end = LENGTH.size + LENGTH.unpack_from(received)[0]
            if len(received) < end:
                return
            self._answer(bytes(received[LENGTH.size : end]))
            del received[:end]

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio calls it
        self.is_ready = False
        while self._asked:
            self._answer(None)

    def close(self) -> None:
        """Let the process end."""
        self.is_ready = False
        if self._transport is not None:
            self._transport.abort()
        if self._process is not None:
            self._process.kill()  # it has nothing to put away, and one that was stopped ends too
            self._process.wait(END_SECONDS)

    def _answer(self, data: bytes | None) -> None:
        self.is_ready = data is not None
        if data == HELLO:
            return
        asked = self._asked.popleft()
        if not asked.done():  # whoever asked may have been cancelled
            asked.set_result(data)


def packed(read: ReadPage, terms: Terms) -> bytes:
    """A page with its terms, as bytes."""
    counted = terms._replace(simhash=simhash(terms.page))
    return _encode(ReadPage(replace(read.page, terms=counted), read.fingerprint))


def main(file: str, segmenter: str, language: str) -> None:
    """Read pages until the other side closes the connection."""
    with socket.socket(fileno=int(file)) as asking, asking.makefile("rb") as questions:
        count_terms("words", language)  # loads the stemmer, which takes a while
        gc.freeze()
        gc.set_threshold(GARBAGE)
        with suppress(OSError, ValueError, struct.error):  # the crawl was killed
            asking.sendall(LENGTH.pack(len(HELLO)) + HELLO)
            while lengths := questions.read(LENGTHS.size):
                head, body = map(questions.read, LENGTHS.unpack(lengths))
                url, encoding = json.loads(head)
                read = read_page(url, body, encoding, segmenter=segmenter)
                answer = packed(read, page_terms(read.page, language))
                asking.sendall(LENGTH.pack(len(answer)) + answer)
