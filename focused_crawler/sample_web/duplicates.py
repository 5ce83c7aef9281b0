"""Mirrors, print versions and near-duplicates: the same content under another URL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from focused_crawler.sample_web.dice import Dice
from focused_crawler.sample_web.layout import page_of, render
from focused_crawler.sample_web.linking import Linker
from focused_crawler.sample_web.model import Draft, LinkTo, Maker, SamplePage
from focused_crawler.sample_web.sites import SITES
from focused_crawler.sample_web.subjects import SUBJECTS, TOPICS

MIRROR = SITES["mirror.netvault.test"]
REPRINTS = SITES["old.crossroads.example"]
TOPIC_COPIES = 4  # mirrors of pages of a topic, and as many near-duplicates
OTHER_COPIES = 1
REWORDINGS = (
    ("often", "frequently"), ("most", "nearly all"), ("again", "once more"), ("little", "scant"),
    ("first", "earliest"), ("should", "ought to"), ("common", "frequent"), ("year", "twelvemonth"),
    ("another", "a second one"), ("described", "portrayed"), ("enough", "sufficient"),
)  # fmt: skip
Plan = tuple[Draft, str, Callable[[Draft, str], SamplePage]]  # original, URL of the copy, copier
REWORDED = 5  # words changed in a near-duplicate


def make_copies(linker: Linker) -> list[Maker]:
    """Every copy, advertised beside the originals."""
    makers: list[Maker] = []
    for subject in SUBJECTS:
        for draft, url, make in _plans(linker, subject):
            linker.advertise(LinkTo(url, draft.title, subject), subject, places=2)
            makers.append(partial(make, draft, url))
    return makers


def reword(html: str, count: int = REWORDED) -> str:
    """The text with up to `count` words changed, each once.

    >>> reword("<p>It is often so, again and again.</p>")
    '<p>It is frequently so, once more and again.</p>'
    """
    found = [(old, new) for old, new in REWORDINGS if f" {old} " in html or f" {old}," in html]
    for old, new in found[:count]:
        html = html.replace(f" {old}", f" {new}", 1)
    return html


def _plans(linker: Linker, subject: str) -> Iterator[Plan]:
    originals = iter(_originals(linker, subject))
    count = TOPIC_COPIES if subject in TOPICS else OTHER_COPIES
    for draft in islice(originals, count):
        yield draft, MIRROR.url(draft.url.removeprefix("http:/")), _mirror
    for draft in islice(originals, count):
        name = f"{list(SUBJECTS).index(subject) + 1}-{draft.key.split('/')[-1]}"
        yield draft, REPRINTS.url(f"/reprint/{name}.html"), _near_duplicate
    for draft in islice(originals, count // 2):
        yield draft, f"{draft.url}{'&' if '?' in draft.url else '?'}print=1", _mirror


def _originals(linker: Linker, subject: str) -> list[Draft]:
    """Articles whose links are absolute, so that they also hold on another host."""
    pages = [
        page
        for page in linker.shelf.by_subject[subject]
        if page.kind == "article" and not page.site.has_rooted_links
    ]
    return Dice("copies", subject).sample(pages, 3 * TOPIC_COPIES)


def _mirror(draft: Draft, url: str) -> SamplePage:
    return replace(page_of(draft), url=url, kind="mirror", copy_of=draft.url, delay=0.0)


def _near_duplicate(draft: Draft, url: str) -> SamplePage:
    def write() -> bytes:
        return reword(render(draft).decode()).encode()

    return replace(_mirror(draft, url), kind="near-duplicate", write=write)
