"""Sites that wait, in two queues (004 algorithm 2).

The high queue holds sites found where searchable forms were, the low queue all others. The best
of the high queue is polled; when it is empty, the low queue becomes the high one. A site is given
out once, and whoever points to a waiting one raises its rank. Ranks are cached in a heap, and
built anew when the ranker has learnt.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from itertools import count
from typing import Any

from focused_crawler.deepweb.context import LinkContext, site_name
from focused_crawler.deepweb.site_ranker import Site, SiteRanker

_Entry = tuple[float, int, str]  # rank negated, age, name


class SiteFrontier:
    """Unvisited sites, best first."""

    def __init__(self, ranker: SiteRanker) -> None:
        self.ranker = ranker
        self.visited: set[str] = set()
        self._high: dict[str, Site] = {}
        self._low: dict[str, Site] = {}
        self._heap: list[_Entry] = []  # of the high queue; entries of old ranks are passed over
        self._current: dict[str, _Entry] = {}
        self._version = ranker.version
        self._age = count()

    def __len__(self) -> int:
        return len(self._high) + len(self._low)

    def __contains__(self, name: str) -> bool:
        return name in self._high or name in self._low

    def add(self, link: LinkContext, *, source: str, is_high: bool) -> bool:
        """Note that a site was pointed to; False for one that was visited or is `source` itself."""
        name = site_name(link.url)
        if not name or name == source or name in self.visited:
            return False
        self.ranker.space.observe(link)
        site = (
            self._high.get(name)
            or self._low.pop(name, None)
            or Site(name, link, relevance=link.relevance)
        )
        if link.relevance > site.relevance:
            site.link, site.relevance = link, link.relevance
        site.sources.update({source} - {""})
        if is_high or name in self._high:
            self._queue_high(site)
        else:
            self._low[name] = site
        return True

    def poll(self) -> Site | None:
        """The best site of the high queue, or, where that is empty, of the low one; now visited."""
        if not self._high:
            self._refill()
        if self._version != self.ranker.version:
            self._rerank()
        while self._heap:
            entry = heapq.heappop(self._heap)
            if self._current.get(entry[2]) == entry:
                return self._taken(entry[2])
        return None

    def take(self, name: str) -> Site | None:
        """The waiting site of this name, as if it had been polled."""
        if name in self._low:
            self._refill()
        site = self._high.get(name)
        self.leave_out(name)
        return site

    def leave_out(self, name: str) -> None:
        """Count a site as visited that was reached without being polled."""
        self.visited.add(name)
        self._high.pop(name, None)
        self._low.pop(name, None)
        self._current.pop(name, None)

    def to_dict(self) -> dict[str, Any]:
        """Both queues and the visited sites, as JSON values."""
        return {
            "visited": sorted(self.visited),
            "high": [site.to_dict() for site in self._high.values()],
            "low": [site.to_dict() for site in self._low.values()],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up the queues of an earlier run."""
        self.visited = set(state["visited"])
        self._low = {site.name: site for site in map(Site.from_dict, state["low"])}
        self._high = {site.name: site for site in map(Site.from_dict, state["high"])}
        self._rerank()

    def _queue_high(self, site: Site) -> None:
        self._high[site.name] = site
        known = self._current.get(site.name)
        age = known[1] if known else next(self._age)
        entry = (-self.ranker.rank(site), age, site.name)
        self._current[site.name] = entry
        heapq.heappush(self._heap, entry)

    def _refill(self) -> None:
        sites, self._low = list(self._low.values()), {}
        for site in sites:
            self._queue_high(site)

    def _rerank(self) -> None:
        self._version = self.ranker.version
        self._heap.clear()
        for site in self._high.values():
            self._queue_high(site)

    def _taken(self, name: str) -> Site:
        self.visited.add(name)
        del self._current[name]
        return self._high.pop(name)
