"""How many searchable forms on its topic a crawl of the sample web finds, for the pages it reads.

The measure is the web's own truth: distinct forms on the topic that stand on the pages fetched,
whatever the crawler says of them, divided by the pages fetched. Compared are the two stages, the
same without learning, crawlers that take sites as they find them and read each one breadth first
under the same stop rules (with and without leaving sites that are off the topic), plain
breadth-first search, and the focused crawl.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from focused_crawler.deepweb.context import LinkContext
from focused_crawler.deepweb.site_ranker import Site, SiteRanker
from focused_crawler.deepweb.two_stage import RankedLink, ReadPage, TwoStage
from focused_crawler.laboratory.library import PageLibrary
from focused_crawler.laboratory.methods import ranker_for
from focused_crawler.laboratory.sample import load_sample
from focused_crawler.laboratory.simulate import Simulation
from focused_crawler.laboratory.tasks import Task
from focused_crawler.sample_web import SampleWeb, build_sample_web
from focused_crawler.strategy import Options
from focused_crawler.strategy.two_stage import two_stage_of

BUDGETS = (100, 200, 300)  # pages at which the forms are counted
NEVER = 10**9  # learn after so many: not in this crawl


class BlindRanker(SiteRanker):
    """Every site is worth the same, so the oldest comes first."""

    def parts(self, _site: Site) -> dict[str, float]:
        return {}


class UnrankedStage(TwoStage):
    """Sites and links in the order they were found; a site off the topic is left at once."""

    def __init__(self) -> None:
        super().__init__(learn_after_sites=NEVER, learn_after_forms=NEVER)
        self.sites.ranker = BlindRanker(learn_after=NEVER)

    def rank(self, link: LinkContext) -> RankedLink:
        return RankedLink(link, 0.0, {})


class BlindStage(UnrankedStage):
    """The same without knowing of any topic."""

    def read(self, page: ReadPage) -> list[RankedLink]:
        return super().read(replace(page, is_relevant=True))


def unlearning() -> TwoStage:
    """Two stages that keep to what they know at the start."""
    return TwoStage(learn_after_sites=NEVER, learn_after_forms=NEVER)


@dataclass(frozen=True, slots=True)
class Crawler:
    """A method under the name it has in this comparison, and its two stages if it has any."""

    name: str
    method: str
    stage: Callable[[], TwoStage] | None = None


CRAWLERS = (
    Crawler("deepweb", "two-stage", TwoStage),
    Crawler("deepweb, no learning", "two-stage", unlearning),
    Crawler("site breadth-first, sites on topic", "two-stage", UnrankedStage),
    Crawler("site breadth-first", "two-stage", BlindStage),
    Crawler("breadth-first", "breadth-first"),
    Crawler("focused", "adaptive"),
)


@dataclass(frozen=True, slots=True)
class FormCrawl:
    """What one crawler found on one topic."""

    crawler: str
    topic: str
    pages: int  # budget
    fetched: int
    forms: int  # of the topic, found
    known: int  # of the topic, in the web

    @property
    def per_page(self) -> float:
        return self.forms / self.fetched if self.fetched else 0.0


def form_study(
    topics: Sequence[str] = (),
    crawlers: Sequence[Crawler] = CRAWLERS,
    budgets: Sequence[int] = BUDGETS,
) -> list[FormCrawl]:
    """Every crawler on every topic of the sample web."""
    web, library = build_sample_web(), PageLibrary(load_sample())
    crawls = []
    for topic in topics or web.topics:
        for crawler in crawlers:
            fetched = _crawl(web, library, topic, crawler, max(budgets))
            for pages in budgets:
                part = fetched[:pages]
                found, known = web.forms_on(part, topic), web.forms(topic)
                crawls.append(
                    FormCrawl(crawler.name, topic, pages, len(part), len(found), len(known))
                )
    return crawls


def _crawl(
    web: SampleWeb, library: PageLibrary, topic: str, crawler: Crawler, pages: int
) -> list[str]:
    seeds = tuple(web.seeds(topic))
    task = Task(topic, 0, seeds, frozenset())
    ranker = ranker_for(task, crawler.method, library.web, Options())
    strategy = two_stage_of(ranker.strategy)
    if strategy and crawler.stage:
        strategy.stage = crawler.stage()
        strategy.start(seeds)
    return [visit.url for visit in Simulation(library, ranker).run(seeds, pages)]


def as_table(crawls: Sequence[FormCrawl]) -> str:
    """Forms found of those there are, and per page, mean over the topics."""
    budgets = sorted({crawl.pages for crawl in crawls})
    heads = "".join(f" | forms at {pages} | per page" for pages in budgets)
    lines = [f"| crawler{heads} |", "|---" + "|---:" * 2 * len(budgets) + "|"]
    for name in dict.fromkeys(crawl.crawler for crawl in crawls):
        cells = [_cells([c for c in crawls if c.crawler == name and c.pages == p]) for p in budgets]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cells(crawls: Sequence[FormCrawl]) -> str:
    forms, known = (fmean(getattr(c, name) for c in crawls) for name in ("forms", "known"))
    return f"{forms:.1f} of {known:.1f} | {fmean(c.per_page for c in crawls):.4f}"
