"""Two stages (004): sites are entered at their home pages, then searched for searchable forms.

A link inside its site scores Rank(l), from 0 to 1; a home page goes before all of them with
1 + Rank(s). Links to other sites are no candidates: they wait as sites, and `entering` lets the
best ones in as open sites end. Depth counts links from the home page. Centre pages, which reverse
search names, only tell of sites; pages behind a form have a budget of their own and score as much
as the words of their link are on the topic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from focused_crawler.candidate import Candidate
from focused_crawler.deepweb.context import LinkContext, home_page, site_name
from focused_crawler.deepweb.site_ranker import Site
from focused_crawler.deepweb.two_stage import RankedLink, ReadPage, TwoStage
from focused_crawler.strategy.base import FoundLink, JudgedPage, Options, Strategy, candidate_of

ENTRY = 1.0  # added to the rank of a site: home pages come before links inside sites
OPEN_SITES = 16
CENTRE = "back_link"  # the part that marks a page found by reverse search
RESULT = "result"  # the part that marks a page behind a form
QUERY_SCORE = 0.9  # of the answer to a filled form
# What stands for the anchor, in explanations, of pages that no link led to.
HOME = "its home page"
FILLED = "its form, filled in"
SITEMAP = "in its sitemap"


class TwoStageStrategy(Strategy):
    """Which site, which link in it, and when to leave: all decided by a `TwoStage`."""

    segmenter = "headings"
    norm = "all-terms"
    page = "whole"
    table = "contrast"
    reads_forms = True

    def __init__(self, options: Options) -> None:
        self.options = options
        self.open_sites = OPEN_SITES
        self.stage = TwoStage()
        self._waiting: dict[str, dict[int, LinkContext]] = {}  # by site and key
        self._left: list[int] = []
        self._version = 0
        self._fresh: dict[str, RankedLink] = {}  # links of the page observed last
        self._homes: list[Candidate] = []  # of the seeds' sites, to be entered first

    def start(self, seeds: Iterable[str]) -> None:
        """Enter the sites of the seeds at their home pages too, and those that gave no page yet."""
        named = {Candidate(url).key: url for url in seeds}
        for url in named.values():
            home = Candidate(home_page(url), score=ENTRY, parent=url, anchor=HOME)
            if home.key not in named:  # else the seed itself, which the topic waits for, is it
                self._homes.append(home)
        self._homes += map(self._entry, self.stage.unread())

    def observe(self, judged: JudgedPage) -> None:
        url, fetched = judged.page.url, judged.candidate
        if RESULT in fetched.parts:
            self.stage.read_result(url, fetched.key)
            return
        page = self.read_page(judged)
        if CENTRE in fetched.parts:
            self.stage.read_centre(page)
            return
        self._fresh = {ranked.link.url: ranked for ranked in self.stage.read(page)}
        site = site_name(url)
        if self.stage.visits[site].ended:
            self._left += self._waiting.pop(site, {}).keys() - self.stage.counted

    def read_page(self, judged: JudgedPage) -> ReadPage:
        """A judged page in the words of the two stages."""
        url, fetched = judged.page.url, judged.candidate
        forms = (f.form.key for f in judged.forms if judged.wants(f))
        link = LinkContext(fetched.url, fetched.anchor, fetched.heading, fetched.parent or "")
        return ReadPage(
            url=url,
            link=self._waiting.get(site_name(fetched.url), {}).pop(fetched.key, link),
            relevance=judged.judgement.relevance,
            is_relevant=judged.is_nearly_relevant,
            depth=fetched.depth,
            is_home=url == home_page(url) or (fetched.depth == 0 and not fetched.is_seed),
            forms=frozenset(forms),
            links=tuple(_context(found, judged) for found in judged.links),
            key=fetched.key,
        )

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        if CENTRE in parent.candidate.parts or site_name(found.url) != site_name(parent.page.url):
            return waiting
        if RESULT in parent.candidate.parts or not found.places:
            return waiting or self._result(found, parent)
        candidate = candidate_of(found, parent)
        if not self.stage.admits(found.url, candidate.depth):
            return None
        ranked = self._fresh.get(found.url) or self.stage.rank(_context(found, parent))
        if waiting is not None and waiting.score >= ranked.rank:
            return waiting
        candidate.score, candidate.parts = ranked.rank, dict(ranked.parts)
        self._waiting.setdefault(site_name(found.url), {})[candidate.key] = ranked.link
        return candidate

    def moved(self) -> Iterator[tuple[int, float]]:
        """Every waiting link, whenever the links' feature space has changed (004 §IV)."""
        if self._version == self.stage.links.version:
            return
        self._version = self.stage.links.version
        for links in self._waiting.values():
            for key, link in links.items():
                yield key, self.stage.rank(link).rank

    def left(self) -> list[int]:
        keys, self._left = self._left, []
        return keys

    def entering(self, busy: int) -> Iterator[Candidate]:
        homes, self._homes = self._homes, []
        yield from homes
        for site in self.stage.enter(max(0, self.open_sites - busy - len(homes))):
            yield self._entry(site)

    def site_relevance(self, url: str) -> float:
        return self.stage.site_relevance(url)

    def refresh(self, candidate: Candidate) -> None:
        link = self._waiting.get(site_name(candidate.url), {}).get(candidate.key)
        if link is not None:
            ranked = self.stage.rank(link)
            candidate.score, candidate.parts = ranked.rank, dict(ranked.parts)

    def admits(self, candidate: Candidate) -> bool:
        is_counted = candidate.key in self.stage.counted  # it was under way at a kill
        if candidate.is_seed or is_counted or CENTRE in candidate.parts:
            return True
        if RESULT in candidate.parts:
            return self.stage.admits_result(candidate.url)
        return self.stage.admits(candidate.url, candidate.depth)

    def offered(self, home: str, urls: Iterable[str], limit: int) -> list[Candidate]:
        """The best of the URLs that a sitemap names, as candidates one link from the home page."""
        inside = [url for url in urls if site_name(url) == site_name(home)]
        ranked = sorted(map(self.stage.rank, map(LinkContext, inside)), key=lambda r: -r.rank)
        return [self._offer(home, link) for link in ranked[:limit]]

    def _offer(self, home: str, ranked: RankedLink) -> Candidate:
        candidate = Candidate(
            ranked.link.url, score=ranked.rank, depth=1, parent=home, anchor=SITEMAP,
            parts=dict(ranked.parts),
        )  # fmt: skip
        self._waiting.setdefault(site_name(home), {})[candidate.key] = ranked.link
        return candidate

    def take_up(self, waiting: Iterable[Candidate]) -> None:
        """Know the links again that wait since an earlier run."""
        for candidate in waiting:
            if "prior" in candidate.parts:
                anchor = "" if candidate.anchor == SITEMAP else candidate.anchor
                link = LinkContext(candidate.url, anchor, candidate.heading)
                self._waiting.setdefault(site_name(link.url), {})[candidate.key] = link

    def _entry(self, site: Site) -> Candidate:
        parts = self.stage.sites.ranker.parts(site)
        return Candidate(
            home_page(site.link.url), score=ENTRY + sum(parts.values()),
            parent=site.link.page or site.link.url, anchor=site.link.anchor, parts=parts,
        )  # fmt: skip

    def _result(self, found: FoundLink, parent: JudgedPage) -> Candidate | None:
        """A filled form (a URL that its page lacks), or a link on the answer to one."""
        if not self.stage.admits_result(found.url):
            return None
        candidate = candidate_of(found, parent)
        candidate.depth = parent.candidate.depth
        if found.places:
            candidate.score = _context(found, parent).relevance
        else:
            candidate.score, candidate.anchor = QUERY_SCORE, FILLED
        candidate.parts = {RESULT: candidate.score}
        return candidate


def two_stage_of(strategy: Strategy) -> TwoStageStrategy | None:
    """The two-stage strategy that a crawl runs, also inside another one."""
    inner = getattr(strategy, "inner", strategy)
    return inner if isinstance(inner, TwoStageStrategy) else None


def _context(found: FoundLink, parent: JudgedPage) -> LinkContext:
    index, link = found.best_place(parent.judgement.blocks)
    if index is None or link is None:
        return LinkContext(found.url, page=parent.page.url)
    around = parent.page.blocks[index].surrounding(link)
    relevance = parent.judgement.relevance_of(f"{link.anchor} {around}")
    return LinkContext(found.url, link.anchor, around, parent.page.url, relevance)
