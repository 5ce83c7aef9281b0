"""Both stages in one object: which sites to enter, which links to follow, when to leave.

Stage one polls sites from the site frontier; a site whose home page is off the topic is left at
once (004 algorithm 2, line 9). Stage two ranks the links inside a site until a stop rule ends its
visit. Sites found on a site that has searchable forms wait in the high queue, others in the low
one. Both rankers learn from every success. No network and no storage here: a live crawl and a
simulation feed it pages and fetch what it names.

A page that was under way when a crawl was killed is fetched again. It counts once, and it is
fetched even where its site has been left meanwhile: nobody knows whether it was stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from focused_crawler.deepweb.context import LinkContext, home_page, site_name
from focused_crawler.deepweb.link_ranker import LinkRanker
from focused_crawler.deepweb.site_frontier import SiteFrontier
from focused_crawler.deepweb.site_ranker import Site, SiteRanker
from focused_crawler.deepweb.site_visit import Limits, SiteVisit


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page that was fetched and judged."""

    url: str
    link: LinkContext  # that led to it
    relevance: float  # 0 to 1
    is_relevant: bool
    depth: int = 0  # links followed from the home page of its site
    forms: frozenset[str] = frozenset()  # keys of its searchable forms that are on the topic
    links: tuple[LinkContext, ...] = ()
    is_home: bool = False  # whether its site was entered there
    key: int = 0  # under which it was fetched; 0: it is never fetched again


@dataclass(frozen=True, slots=True)
class RankedLink:
    """A link inside a site, worth a fetch."""

    link: LinkContext
    rank: float
    parts: Mapping[str, float]


class TwoStage:
    """Decides for a crawl of searchable forms."""

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        learn_after_sites: int = 2,
        learn_after_forms: int = 2,
    ) -> None:
        self.limits = limits or Limits()
        self.sites = SiteFrontier(SiteRanker(learn_after=learn_after_sites))
        self.links = LinkRanker(learn_after=learn_after_forms)
        self.visits: dict[str, SiteVisit] = {}
        self.counted: set[int] = set()  # keys of pages read that may be fetched again
        self._entered: dict[str, Site] = {}  # until they turn out deep, or are left

    def start(self, urls: Iterable[str]) -> None:
        """Let the seeds' sites wait in the high queue."""
        for url in urls:
            self.sites.add(LinkContext(url, relevance=1.0), source="", is_high=True)

    def enter(self, number: int) -> Iterator[Site]:
        """The next best sites, at most so many."""
        for _ in range(number):
            site = self.sites.poll()
            if site is None:
                return
            self._take_in(site)
            yield site

    def enter_named(self, name: str) -> None:
        """Enter a waiting site that an earlier run chose."""
        site = self.sites.take(name)
        if site is not None:
            self._take_in(site)

    def unread(self) -> list[Site]:
        """Sites that were entered and have given no page yet."""
        return [site for name, site in self._entered.items() if not self._visit(name).pages]

    def read(self, page: ReadPage) -> list[RankedLink]:
        """Learn from a page and return the links of its site that are worth a fetch, best first."""
        visit = self._visit(site_name(page.url))
        if self._is_first(page.key):
            self._count(page, visit)
        inside = list(self._sorted_out(page, visit))
        return self._ranked(inside) if visit.admits(page.depth + 1) else []

    def read_centre(self, page: ReadPage) -> None:
        """Take the sites that a page found by reverse search points to (004 algorithm 1)."""
        if page.is_relevant:
            source = site_name(page.url)
            for link in page.links:
                self.sites.add(link, source=source, is_high=False)

    def read_result(self, url: str, key: int = 0) -> None:
        """Count a page that a filled form, or a link on its answer, led to."""
        self._visit(site_name(url)).results += self._is_first(key)

    def admits_result(self, url: str) -> bool:
        """Whether a page behind a form is worth its fetch."""
        return self._visit(site_name(url)).admits_result()

    def site_relevance(self, url: str) -> float:
        """How much the home page of a URL's site is on the topic; 0 where nobody has read it."""
        visit = self.visits.get(site_name(url))
        return visit.relevance if visit else 0.0

    def deep_sites(self) -> list[str]:
        """The home pages of sites with searchable forms on the topic, in the order of entry."""
        return [visit.url for visit in self.visits.values() if visit.forms]

    def admits(self, url: str, depth: int) -> bool:
        """Whether a link that was returned earlier is still worth its fetch."""
        return self._visit(site_name(url)).admits(depth)

    def rank(self, link: LinkContext) -> RankedLink:
        """A link inside a site, ranked by what is known now."""
        parts = self.links.parts(link)
        return RankedLink(link, sum(parts.values()), parts)

    def to_dict(self) -> dict[str, Any]:
        """What a resumed crawl needs, as JSON values."""
        return {
            "sites": self.sites.to_dict(),
            "site_space": self.sites.ranker.space.to_dict(),
            "link_space": self.links.space.to_dict(),
            "visits": [visit.to_dict() for visit in self.visits.values()],
            "entered": [site.to_dict() for site in self._entered.values()],
            "counted": sorted(self.counted),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up an earlier run."""
        self.sites.ranker.space.restore(state["site_space"])
        self.links.space.restore(state["link_space"])
        self.sites.restore(state["sites"])
        visits = (SiteVisit.from_dict(values, self.limits) for values in state["visits"])
        self.visits = {visit.name: visit for visit in visits}
        self._entered = {site.name: site for site in map(Site.from_dict, state["entered"])}
        self.counted = set(state.get("counted", ()))

    def _take_in(self, site: Site) -> None:
        self._entered[site.name] = site
        self.visits[site.name] = SiteVisit(site.name, self.limits)

    def _count(self, page: ReadPage, visit: SiteVisit) -> None:
        visit.url = visit.url or home_page(page.url)
        if page.is_home:
            visit.relevance = page.relevance
        had_forms = bool(visit.forms)
        new = visit.read(page.forms)
        if new and page.depth:
            self.links.add_form_link(page.link)
        if new and not had_forms and visit.name in self._entered:
            self.sites.ranker.add_deep_site(self._entered.pop(visit.name))
        if visit.pages == 1 and not page.is_relevant and not new:
            visit.close("off the topic")
        if visit.ended:
            self._entered.pop(visit.name, None)

    def _is_first(self, key: int) -> bool:
        """Whether a page has not been counted yet; from now on it has."""
        is_first = key not in self.counted
        self.counted |= {key} - {0}
        return is_first

    def _visit(self, name: str) -> SiteVisit:
        # A redirect may lead to a site that was never polled.
        self.sites.leave_out(name)
        return self.visits.setdefault(name, SiteVisit(name, self.limits))

    def _sorted_out(self, page: ReadPage, visit: SiteVisit) -> Iterator[LinkContext]:
        """The links that stay on the site; the others are told to the site frontier."""
        leads_out = page.is_relevant or bool(visit.forms)
        for link in page.links:
            if site_name(link.url) == visit.name:
                self.links.space.observe(link)
                yield link
            elif leads_out:
                self.sites.add(link, source=visit.name, is_high=bool(visit.forms))

    def _ranked(self, links: Iterable[LinkContext]) -> list[RankedLink]:
        return sorted(map(self.rank, links), key=lambda ranked: -ranked.rank)
