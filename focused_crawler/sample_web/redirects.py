"""Redirects: plain, in a chain, in a loop, and into addresses no crawler should be sent to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from focused_crawler.sample_web.dice import Dice
from focused_crawler.sample_web.linking import Linker
from focused_crawler.sample_web.model import LinkTo, Maker, SamplePage
from focused_crawler.sample_web.sites import SITES
from focused_crawler.sample_web.subjects import SUBJECTS, TOPICS

SITE = SITES["old.crossroads.example"]
CODES = (301, 302, 301, 307)
PRIVATE = {  # a crawler on a server must not be led to these
    "/go/inside": "http://127.0.0.1:1/",
    "/go/metadata": "http://169.254.169.254/latest/",
    "/go/router": "http://192.168.0.1/admin",
}
PRIVATE_PLACES = 12  # links to each of them on every topic, so that a short crawl meets one
LATER_STEPS = ("/again", "/once-more")  # of a chain
LOOPS = {"/loop/a": "/loop/b", "/loop/b": "/loop/a", "/loop/self": "/loop/self"}


def make_redirects(linker: Linker) -> list[Maker]:
    """Every redirect, advertised on pages of a topic."""
    makers: list[Maker] = []
    for topic in TOPICS:
        for path, status, target in _moved(linker, topic):
            makers.append(partial(_redirect, path, status, target))
            if not path.endswith(LATER_STEPS):
                _advertise(linker, topic, path, places=3)
        for path in PRIVATE:
            _advertise(linker, topic, path, places=PRIVATE_PLACES)
    for topic, path in zip(TOPICS, LOOPS, strict=False):
        _advertise(linker, topic, path, places=3)
    return makers + [partial(_redirect, path, 302, to) for path, to in (LOOPS | PRIVATE).items()]


def _moved(linker: Linker, topic: str) -> Iterator[tuple[str, int, str]]:
    """Pages that moved once, and one that moved three times, within the host and out of it."""
    targets = Dice("moved", topic).sample(linker.shelf.by_subject[topic], 5)
    for number, target in enumerate(targets[:4]):
        yield f"/moved/{topic[0]}{number}", CODES[number], target.url
    chain = [f"/chain/{topic[0]}{step}" for step in ("", *LATER_STEPS)]
    for at, step in enumerate(chain):
        yield step, CODES[at], (*chain, targets[4].url)[at + 1]


def _redirect(path: str, status: int, target: str) -> SamplePage:
    headers = (("Location", target), ("Content-Type", "text/html; charset=utf-8"))
    links = () if path in PRIVATE else (SITE.url(target) if target[0] == "/" else target,)
    body = b"<html><body><h1>Moved</h1></body></html>\n"
    return SamplePage(
        SITE.url(path), "redirect", lambda: body, links=links, status=status, headers=headers
    )


def _advertise(linker: Linker, topic: str, path: str, *, places: int) -> None:
    text = f"More about {SUBJECTS[topic].label}"
    linker.advertise(LinkTo(SITE.url(path), text, topic), topic, places=places)
