"""Sources of back links behind one protocol, named as "kind" or "kind:place".

file:edges.tsv.gz       edges as pairs of URLs
sqlite:graph.db         a table edges (source, target)
common-crawl:FOLDER     a web graph in the text format of Common Crawl
search                  reverse search through SEARCH_ENGINES
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from focused_crawler.backlinks.base import BackLinkError, BackLinks
from focused_crawler.backlinks.common_crawl import CommonCrawl
from focused_crawler.backlinks.crawl_graph import CrawlGraph
from focused_crawler.backlinks.edges import EdgeFile, EdgeTable
from focused_crawler.backlinks.reverse_search import ReverseSearch
from focused_crawler.engines.base import Engine

SOURCES: dict[str, Callable[[str, Path, Sequence[Engine]], BackLinks]] = {
    "file": lambda place, folder, _: EdgeFile(place, folder / "edges.index.db"),
    "sqlite": lambda place, _folder, _: EdgeTable(place),
    "common-crawl": lambda place, folder, _: CommonCrawl(place, folder / "graph.index.db"),
    "search": lambda _, _folder, engines: ReverseSearch(engines),
}


def make_source(spec: str, folder: Path, engines: Sequence[Engine] = ()) -> BackLinks:
    """The source that a specification names; indexes are kept in `folder`."""
    kind, _, place = spec.strip().partition(":")
    if kind not in SOURCES:
        raise BackLinkError(f"BACK_LINKS: unknown source {kind!r}; there are {', '.join(SOURCES)}")
    if not place and kind != "search":
        raise BackLinkError(f"BACK_LINKS: {kind} needs a place, such as {kind}:PATH")
    if kind == "search" and not engines:
        raise BackLinkError("BACK_LINKS: search asks SEARCH_ENGINES, which names none")
    return SOURCES[kind](place, folder, engines)


__all__ = ["SOURCES", "BackLinkError", "BackLinks", "CrawlGraph", "make_source"]
