"""Which site to enter next: like the deep sites known, and pointed to by many (004 §4.1).

    Rank(s) = a * (k * P(s) + n * Sim(s)) / (k + n) + (1 - a) * L / (1 + L),    L = ln(1 + F(s))

Sim compares the link to the site with the links to the n deep sites learnt from, F(s) is the
number of sites that point to it. P(s) is how much the words of that link are on the topic and
counts as k deep sites: in the paper the seeds are deep sites, here they are any pages, and before
the first deep site there is nothing to compare with. L / (1 + L) is bounded without asking for
the largest F, which would change every rank whenever it grows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import log
from typing import Any

from focused_crawler.deepweb.context import LinkContext, url_text
from focused_crawler.deepweb.feature_space import FeatureSpace

PRIOR_WEIGHT = 5.0  # k
SIMILARITY_SHARE = 0.7  # a: popularity alone leads to the web's common ground, not to a topic


@dataclass(slots=True)
class Site:
    """A site that was pointed to: how it is entered, and by whom it is known."""

    name: str
    link: LinkContext  # the best link to it so far
    sources: set[str] = field(default_factory=set)  # names of the sites that point to it
    relevance: float = 0.0  # of the words of that link, 0 to 1

    def to_dict(self) -> dict[str, Any]:
        """The site as JSON values."""
        return {
            "name": self.name, "link": asdict(self.link), "sources": sorted(self.sources),
            "relevance": self.relevance,
        }  # fmt: skip

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Site:
        link = LinkContext(**values["link"])
        return cls(values["name"], link, set(values["sources"]), values["relevance"])


class SiteRanker:
    """Ranks sites; learns from each one that turns out to have searchable forms on the topic."""

    def __init__(
        self,
        *,
        learn_after: int,
        similarity_share: float = SIMILARITY_SHARE,
        prior_weight: float = PRIOR_WEIGHT,
    ) -> None:
        self.space = FeatureSpace(url_text, learn_after=learn_after)
        self.similarity_share, self.prior_weight = similarity_share, prior_weight

    @property
    def version(self) -> int:
        """Changes whenever ranks given earlier are out of date."""
        return self.space.version

    def parts(self, site: Site) -> dict[str, float]:
        """The named parts of a site's rank."""
        pointing = log(1 + len(site.sources))
        known = self.prior_weight + self.space.successes
        share = self.similarity_share / known if known else 0.0
        return {
            "topic": share * self.prior_weight * site.relevance,
            "similarity": share * self.space.successes * self.space.similarity(site.link),
            "frequency": (1 - self.similarity_share) * pointing / (1 + pointing),
        }

    def rank(self, site: Site) -> float:
        """Rank(s), 0 to 1."""
        return sum(self.parts(site).values())

    def add_deep_site(self, site: Site) -> bool:
        """Learn from a site whose forms are on the topic; True when the ranks have changed."""
        return self.space.add_success(site.link)
