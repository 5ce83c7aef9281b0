"""What the pages fetched so far have taught: how links with a word, or into a folder, turned out.

    base          (1 + sum of outcomes) / (5 + pages)
    path(u)       log of the rate of u's folders (host, first, second, each shrunk to the one
                  before) against the base
    words(u)      sum over u's words of logit(rate) - logit(base), common words damped, at most 3
    host(u)       log(1.01 - share of the pages read that are of u's host)
    rarity(u)     mean rarity of u's words, at most that of the words in the seeds' titles

All of it is running sums; forgetting a page's words is left to `Rates`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from statistics import fmean

from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy.rates import Rates
from focused_crawler.strategy.reputation import Evidence

FLOOR = 0.03
TELLING_IDF = 3.0  # words rarer than this count in full
MOST_SAID = 3.0  # by words together, either way
NO_CAP = 9.0
FEW_PAGES = 20  # a crawl this young does not know yet whether it stays on one host


class Experience:
    """Running sums over the pages of a crawl."""

    def __init__(self) -> None:
        self.by_word, self.by_folder = Rates(), Rates()
        self.pages = 0
        self._relevance = 0.0
        self._said = _Said(self.by_word)
        self._paths: dict[tuple[str, ...], float] = {}  # since the last page, as in `_Said`
        self._titles: list[float] = []  # mean rarity of the words of each seed's title
        self._cap = NO_CAP

    @property
    def base(self) -> float:
        """The share of relevant pages so far, with a little doubt."""
        return (self._relevance + 1) / (self.pages + 5)

    def learn(self, folders: tuple[str, ...], words: tuple[str, ...], relevance: float) -> None:
        """A link was fetched."""
        self._count(relevance)
        self.by_folder.add(folders, relevance)
        self.by_word.add(words, relevance)

    def learn_seed(self, rarities: Sequence[float]) -> None:
        """A seed was fetched: it is on the topic, and its title shows how rare such words are."""
        self._count(1.0)
        if rarities:
            self._titles.append(fmean(rarities))
            self._cap = fmean(self._titles)

    def path(self, link: Evidence) -> float:
        """How pages of the link's host and folders turned out, against all pages."""
        known = self._paths.get(link.folders)
        if known is None:
            rate = base = self.base
            for folder in link.folders:
                rate = self.by_folder.rate(folder, rate)
            known = self._paths[link.folders] = log((rate + FLOOR) / (base + FLOOR))
        return known

    def host(self, link: Evidence) -> float:
        """Log of the share of pages that came from other hosts than the link's."""
        taken = self.by_folder.count(link.folders[0]) if link.folders else 0
        return log(1.01 - taken / max(FEW_PAGES, self.pages))

    def words(self, link: Evidence, judge: Judge) -> float:
        """How links with the same words turned out, against all pages."""
        self._said.judge = judge
        said = sum(map(self._said.__getitem__, link.words))
        return max(-MOST_SAID, min(MOST_SAID, said))

    def rarity(self, link: Evidence, judge: Judge) -> float:
        """Mean rarity of the link's words in general language."""
        if link.rarity is None:
            link.rarity = judge.mean_rarity(link.words)
        return min(link.rarity, self._cap)

    def _count(self, relevance: float) -> None:
        self._relevance += relevance
        self.pages += 1
        self._paths.clear()
        self._said.begin(self.base)


class _Said(dict[str, float]):
    """What each word says, worked out once for all links of a page: any page may change it."""

    def __init__(self, rates: Rates) -> None:
        super().__init__()
        self.rates = rates
        self.judge: Judge | None = None
        self.begin(0.0)

    def begin(self, base: float) -> None:
        """Forget what was worked out; pages are relevant at this rate now."""
        self.clear()
        self._base, self._base_logit = base, logit(base)

    def __missing__(self, word: str) -> float:
        base, said = self._base, 0.0
        rate = self.rates.rate(word, base)
        if rate != base and self.judge is not None:  # else it says nothing, or nobody met it
            share = min(1.0, self.judge.idf(word) / TELLING_IDF)
            said = share * (logit(rate) - self._base_logit)
        self[word] = said
        return said


def logit(rate: float) -> float:
    """Log-odds of a rate, which may be 0 or 1."""
    return log((rate + 0.01) / (1.01 - rate))
