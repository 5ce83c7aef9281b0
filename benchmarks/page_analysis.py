"""Milliseconds to make blocks and links of a page, beside parsers that give neither.

    python -m benchmarks.page_analysis [--rounds 20]

lxml only builds its tree; parsel and BeautifulSoup build theirs and read the text and the links.
All take turns, so that whatever else the machine does, it does to all of them; of a turn the
quickest of a few readings counts, so that none is charged for the caches and the garbage another
leaves behind. The pages are as dense in markup as those of an encyclopedia: some 22 tags a KB, with
classes, in nested boxes.

The process is set up as the one that reads pages for a crawl (`focused_crawler.page_reader`): it
looks for garbage as seldom, and memory that a page gave back stays. Left as it is, a process that
does nothing but parse hands it to the system and asks for it again, 40 page faults a page, and ours
takes 3.6 to 4.7 times as long as lxml's tree.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

import lxml.html
from bs4 import BeautifulSoup
from parsel import Selector

from benchmarks.endless_web import Shape, page
from benchmarks.figures import Figure, seconds, show
from focused_crawler.page import parse_page
from focused_crawler.page_reader import GARBAGE, KEPT_BYTES

URL = "http://a.example/page/1.html"
PAGES = {
    "20 KB, 52 links": Shape(characters=12_000),
    "200 KB, 250 links": Shape(links=250, characters=130_000),
    "500 links": Shape(links=500, characters=30_000),
}
MOST_TIMES_LXML = 3.0
READINGS = 5  # in a turn
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # malloc.h


def dressed(body: bytes) -> bytes:
    """A page with the boxes, classes and marked words that real ones have."""
    boxed = body.replace(b"<p>", b'<div class="row"><div class="text"><p class="body"><b>')
    boxed = boxed.replace(b" <a ", b'</b> <span class="see">(<a class="internal" title="More" ')
    return boxed.replace(b"</a>.</p>", b"</a>)</span>.</p></div></div>")


def _lxml(body: bytes) -> object:
    return lxml.html.document_fromstring(body)


def _ours(body: bytes) -> object:
    return parse_page(URL, body, encoding="utf-8")


def _parsel(body: bytes) -> object:
    selector = Selector(body=body)
    text = " ".join(selector.xpath("//body//text()[not(parent::script)]").getall())
    return text, [(a.attrib["href"], a.xpath("string()").get()) for a in selector.xpath("//a")]


def _soup(body: bytes) -> object:
    soup = BeautifulSoup(body, "lxml")
    return soup.get_text(" "), [(a["href"], a.get_text()) for a in soup.find_all("a")]


READERS: dict[str, Callable[[bytes], object]] = {
    "lxml, tree alone": _lxml,
    "ours, blocks and links": _ours,
    "parsel": _parsel,
    "BeautifulSoup": _soup,
}


def _in_turns(body: bytes, rounds: int) -> dict[str, list[float]]:
    taken: dict[str, list[float]] = {reader: [] for reader in READERS}
    for _ in range(rounds):
        for reader, read in READERS.items():
            gc.collect()
            taken[reader].append(min(seconds(partial(read, body)) for _ in range(READINGS)))
    return taken


def set_up_as_a_reader() -> None:
    gc.set_threshold(GARBAGE)
    gc.freeze()
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # of glibc; others have none
    if mallopt:
        mallopt(M_TRIM_THRESHOLD, KEPT_BYTES)
        mallopt(M_MMAP_THRESHOLD, KEPT_BYTES)


def measure(rounds: int) -> Iterator[Figure]:
    for name, shape in PAGES.items():
        taken = _in_turns(dressed(page(4, shape)), rounds)
        for reader, times in taken.items():
            yield Figure(f"{reader}: {name}", 1000 * median(times), "ms")
        pairs = zip(taken["ours, blocks and links"], taken["lxml, tree alone"], strict=True)
        ratio = median(ours / theirs for ours, theirs in pairs)
        yield Figure(f"ours / lxml: {name}", ratio, "times", at_most=MOST_TIMES_LXML)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=20)
    set_up_as_a_reader()
    show("Page analysis", measure(parser.parse_args().rounds))


if __name__ == "__main__":
    main()
