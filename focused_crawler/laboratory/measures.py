"""What a crawl was worth, measured by the labels (000 §4.7, 003 §4.1). Seeds are never counted.

harvest rate   relevant pages / pages fetched, after n pages
target recall  |C(n) and T| / |T|: the share of the targets T among the first n pages; n is also
               given in multiples of R = |T|, so that topics of different size can be compared
target length  links from a seed to a target, over the targets that were found
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from statistics import fmean, pstdev

from focused_crawler.laboratory.simulate import Visit
from focused_crawler.laboratory.tasks import Task

MULTIPLES = (1, 2, 4)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One crawl of one task by one method, page by page."""

    method: str
    topic: str
    task: str
    targets: int
    hits: tuple[bool, ...]  # for each page fetched, in order: whether it was a target
    depths: tuple[int, ...]  # for each target found: links from a seed
    own: tuple[bool, ...]  # for each page: whether the crawler itself found it relevant
    seconds: float = field(default=0.0, compare=False)
    svm_harvest: float | None = None  # with the classifier's verdict where there is no label
    urls: tuple[str, ...] = field(default=(), repr=False)

    def found_after(self, pages: int) -> int:
        return sum(self.hits[:pages])

    def recall_after(self, pages: int) -> float:
        """Target recall after so many pages."""
        return self.found_after(pages) / self.targets if self.targets else 0.0

    def recall_at(self, multiple: float) -> float:
        """Target recall after so many times as many pages as there are targets."""
        return self.recall_after(round(multiple * self.targets))

    def harvest_after(self, pages: int) -> float:
        """Harvest rate after so many pages, or after all if there were fewer."""
        fetched = min(pages, len(self.hits))
        return self.found_after(pages) / fetched if fetched else 0.0

    @property
    def harvest(self) -> float:
        return self.harvest_after(len(self.hits))

    def own_harvest_after(self, pages: int) -> float:
        """Harvest rate as the crawler itself judged it: what papers report, and no measure."""
        return share(self.own[:pages])

    @property
    def own_harvest(self) -> float:
        return share(self.own)

    @property
    def target_length(self) -> float:
        """Mean distance of the targets found from a seed."""
        return fmean(self.depths) if self.depths else 0.0

    @property
    def summed_length(self) -> int:
        """Summed distance of the targets found from a seed (003 figure 7)."""
        return sum(self.depths)

    def harvest_curve(self, pages: int) -> list[float]:
        """Harvest rate after 1, 2, ... pages."""
        return [found / n for n, found in enumerate(self._found(pages), start=1)]

    def recall_curve(self, pages: int) -> list[float]:
        """Target recall after 1, 2, ... pages."""
        return [found / max(1, self.targets) for found in self._found(pages)]

    def _found(self, pages: int) -> list[int]:
        # A crawl that ended early found nothing on the pages it never fetched.
        missing = [False] * max(0, pages - len(self.hits))
        return list(accumulate([*self.hits[:pages], *missing]))


def outcome_of(method: str, task: Task, visits: Sequence[Visit], seconds: float = 0.0) -> Outcome:
    """The outcome of a crawl; a page fetched under two addresses counts once."""
    seeds = set(task.seeds)
    first: dict[str, Visit] = {}
    for visit in visits:
        if visit.url not in seeds:
            first.setdefault(visit.url, visit)
    hits = tuple(url in task.relevant for url in first)
    return Outcome(
        method=method,
        topic=task.topic,
        task=task.name,
        targets=len(task.relevant),
        hits=hits,
        depths=tuple(v.depth for v, hit in zip(first.values(), hits, strict=True) if hit),
        own=tuple(visit.is_relevant for visit in first.values()),
        seconds=seconds,
        urls=tuple(first),
    )


def share(claims: Iterable[bool]) -> float:
    """The share of claims that are true; 0 of none."""
    claims = list(claims)
    return sum(claims) / len(claims) if claims else 0.0


def mean_and_spread(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation over tasks.

    >>> mean_and_spread([0.25, 0.75])
    (0.5, 0.25)
    """
    return (fmean(values), pstdev(values)) if values else (0.0, 0.0)
