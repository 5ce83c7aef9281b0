"""Every method on every task, over the cores of the machine.

A task is one job: its methods run one after the other in the same process, where pages that one
of them has parsed are there for the next.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from focused_crawler.laboratory.library import PageLibrary
from focused_crawler.laboratory.measures import MULTIPLES, Outcome, outcome_of
from focused_crawler.laboratory.methods import ranker_for
from focused_crawler.laboratory.simulate import Simulation
from focused_crawler.laboratory.svm_judge import SvmJudge
from focused_crawler.laboratory.tasks import Task
from focused_crawler.laboratory.web import FrozenWeb
from focused_crawler.strategy import Options

POLL_SECONDS = 0.2

Progress = Callable[[int, int], None]  # crawls done, crawls in all


@dataclass(frozen=True, slots=True)
class Study:
    """What is measured: which methods, how far they may go, and how."""

    methods: Sequence[str]
    multiple: float = MULTIPLES[-1]  # pages fetched, in multiples of the number of targets
    pages: int = 0  # or so many pages, whatever the number of targets
    concurrency: int = 1
    has_svm: bool = False  # let the classifier of the thesis judge the pages too
    options: Options = field(default_factory=Options)

    def budget(self, task: Task) -> int:
        """Pages a crawl may judge, seeds included."""
        return (self.pages or round(self.multiple * len(task.relevant))) + len(task.seeds)


def run_crawl(study: Study, task: Task, method: str, library: PageLibrary) -> Outcome:
    """One method on one task."""
    begun = time.perf_counter()
    ranker = ranker_for(task, method, library.web, study.options)
    simulation = Simulation(library, ranker, concurrency=study.concurrency)
    visits = simulation.run(task.seeds, study.budget(task))
    outcome = outcome_of(method, task, visits, time.perf_counter() - begun)
    if not study.has_svm:
        return outcome
    return replace(outcome, svm_harvest=_svm_judge(library, task.topic).harvest(outcome.urls))


@cache
def _svm_judge(library: PageLibrary, topic: str) -> SvmJudge:
    return SvmJudge(library, topic)


def run_study(
    study: Study, web: FrozenWeb, tasks: Sequence[Task], *, jobs: int = 1, progress: Progress
) -> list[Outcome]:
    """All outcomes, by task and method."""
    total = len(tasks) * len(study.methods)
    if jobs <= 1 or len(tasks) == 1:
        _begin(study, web, None)
        return _flat(_inline(tasks, progress, total))
    context = _context()
    done = context.Value("i", 0)
    with context.Pool(min(jobs, len(tasks)), _begin, (study, web, done)) as pool:
        running = pool.map_async(_crawl_task, tasks, chunksize=1)
        while not running.ready():
            progress(done.value, total)
            running.wait(POLL_SECONDS)
        progress(total, total)
        return _flat(running.get())


class _Worker:
    """What a process keeps between its tasks."""

    study: Study
    library: PageLibrary
    done: Any


_worker = _Worker()


def _begin(study: Study, web: FrozenWeb, done: Any) -> None:
    _worker.study, _worker.library, _worker.done = study, PageLibrary(web), done


def _crawl_task(task: Task) -> list[Outcome]:
    outcomes = []
    for method in _worker.study.methods:
        outcomes.append(run_crawl(_worker.study, task, method, _worker.library))
        with _worker.done.get_lock() if _worker.done else nullcontext():
            if _worker.done:
                _worker.done.value += 1
    return outcomes


def _inline(tasks: Sequence[Task], progress: Progress, total: int) -> Iterable[list[Outcome]]:
    for number, task in enumerate(tasks, start=1):
        yield _crawl_task(task)
        progress(number * total // len(tasks), total)


def _flat(groups: Iterable[list[Outcome]]) -> list[Outcome]:
    return [outcome for group in groups for outcome in group]


def _context() -> Any:
    # A forked process has the web already; elsewhere each one is sent a copy.
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else None)
