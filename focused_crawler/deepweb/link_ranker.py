"""Which link of a site to follow next: like the links that led to new searchable forms (004
§4.2).

Before the first form there is nothing to compare with, so a link that speaks of searching, in any
of many languages, comes first, and one that speaks of signing in, ordering or writing to somebody
comes last. That prior P counts as k observations against the n forms learnt from:

    Rank(l) = (k * P(l) + n * Sim(l)) / (k + n),      0 <= Rank <= 1
"""

from __future__ import annotations

from focused_crawler.deepweb.context import LinkContext, path_text
from focused_crawler.deepweb.feature_space import FeatureSpace
from focused_crawler.forms.lexicon import kinds_named

OTHER_PURPOSES = frozenset({"login", "registration", "recovery", "mailing", "contact", "order"})
UNKNOWN = 0.2  # the promise of words that speak of no purpose
PRIOR_WEIGHT = 5.0  # k: as much as five forms; three links in a row may lead to the same wrong idea


class LinkRanker:
    """Ranks the links inside sites; learns from each one that led to a new searchable form."""

    def __init__(self, *, learn_after: int, prior_weight: float = PRIOR_WEIGHT) -> None:
        self.space = FeatureSpace(path_text, learn_after=learn_after)
        self.prior_weight = prior_weight

    @property
    def version(self) -> int:
        """Changes whenever ranks given earlier are out of date."""
        return self.space.version

    def parts(self, link: LinkContext) -> dict[str, float]:
        """The named parts of a link's rank."""
        total = self.prior_weight + self.space.successes
        if not total:
            return {"prior": 0.0, "similarity": 0.0}
        return {
            "prior": self.prior_weight * prior(link) / total,
            "similarity": self.space.successes * self.space.similarity(link) / total,
        }

    def rank(self, link: LinkContext) -> float:
        """Rank(l), 0 to 1."""
        return sum(self.parts(link).values())

    def add_form_link(self, link: LinkContext) -> bool:
        """Learn from a link that led to a new form; True when the ranks have changed."""
        return self.space.add_success(link)


def prior(link: LinkContext) -> float:
    """Whether path and anchor speak of searching, of something else, or of nothing we know.

    >>> prior(LinkContext("http://ore.example/search.php", "Advanced search"))
    1.0
    >>> prior(LinkContext("http://ore.example/ores", "Suche"))
    0.6
    >>> prior(LinkContext("http://ore.example/login", "Sign in"))
    0.0
    """
    return sum(_promise(text) for text in (path_text(link.url), link.anchor)) / 2


def _promise(text: str) -> float:
    kinds = kinds_named(text.lower())
    if "search" in kinds:
        return 1.0
    return 0.0 if kinds & OTHER_PURPOSES else UNKNOWN
