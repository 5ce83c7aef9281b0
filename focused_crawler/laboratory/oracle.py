"""The oracle: it knows which links lead to relevant pages. No crawler can; it is the limit.

A link scores 1 when its target is relevant, and otherwise a half when its page is, because what is
not relevant itself must be passed to reach the rest.
"""

from __future__ import annotations

from focused_crawler.candidate import Candidate
from focused_crawler.laboratory.tasks import Task
from focused_crawler.laboratory.web import FrozenWeb
from focused_crawler.strategy import FoundLink, JudgedPage, Options
from focused_crawler.strategy.base import candidate_of
from focused_crawler.strategy.breadth_first import BreadthFirst


class Oracle(BreadthFirst):
    """Best-first with the labels in place of an estimate."""

    def __init__(self, task: Task, web: FrozenWeb, options: Options) -> None:
        super().__init__(options)
        self.web = web
        self.targets = task.relevant | set(task.seeds)

    def score(
        self, found: FoundLink, parent: JudgedPage, waiting: Candidate | None
    ) -> Candidate | None:
        score = 1.0 if self._is_target(found.url) else 0.5 * self._is_target(parent.page.url)
        if waiting and waiting.score >= score:
            return waiting
        candidate = candidate_of(found, parent)
        candidate.score = score
        return candidate

    def _is_target(self, url: str) -> bool:
        page = self.web.get(url)
        return page is not None and page.url in self.targets
