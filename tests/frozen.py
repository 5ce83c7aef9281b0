"""A small frozen web of known shape: two communities, a hub between them, and a long way round."""

from __future__ import annotations

from focused_crawler.laboratory.tasks import Task
from focused_crawler.laboratory.web import FrozenPage, FrozenWeb

IRON = "iron ore mine smelt furnace steel slag blast haematite magnetite ingot".split()
TEA = "tea leaf brew kettle cup oolong infusion teapot steep aroma harvest".split()
HOST = "http://frozen.test"


def page(name: str, words: list[str], links: dict[str, str], *labels: str) -> FrozenPage:
    """A page whose text names itself, so that no two are mirrors."""
    text = " ".join(words[(i * 3 + len(name)) % len(words)] for i in range(40))
    listed = "".join(f'<li><a href="/{to}">{anchor}</a></li>' for to, anchor in links.items())
    html = f"<title>{name}</title><h1>{name}</h1><p>{text} {name}</p><h2>More</h2><ul>{listed}</ul>"
    return FrozenPage(f"{HOST}/{name}", html.encode(), frozenset(labels))


def small_web(size: int = 12) -> FrozenWeb:
    """Iron pages in a chain from two seeds; the hub leads to tea; tea pages in a chain."""
    pages = []
    for i in range(size):
        links = {f"iron{i + 1}": "more on iron ore", "hub": "all our pages", f"tea{i}": "tea"}
        pages.append(page(f"iron{i}", IRON, links, "iron"))
        onwards = {f"tea{i + 1}": "more tea", "missing": "a page that is gone"}
        pages.append(page(f"tea{i}", TEA, onwards, "tea"))
    everything = {f"{kind}{i}": f"{kind} {i}" for kind in ("tea", "iron") for i in range(size)}
    return FrozenWeb([*pages, page("hub", ["links", "list", "pages"], everything)], "small")


def small_task(size: int = 12) -> Task:
    """Find the iron pages from the first two."""
    seeds = (f"{HOST}/iron0", f"{HOST}/iron1")
    return Task("iron", 0, seeds, frozenset(f"{HOST}/iron{i}" for i in range(2, size)))
