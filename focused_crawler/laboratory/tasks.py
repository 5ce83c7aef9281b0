"""A task: a topic, the seeds to start from, and the relevant pages that can be reached from them.

A frozen web may carry its tasks in `tasks.json`. Where it has none they are drawn from its labels:
for each label with enough pages, sets of seeds drawn at random (with a fixed beginning, so that
every run draws the same), and as targets the labelled pages that links lead to from those seeds.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from focused_crawler.laboratory.web import FrozenWeb, FrozenWebError
from focused_crawler.page import Page

SEEDS = 5
SEED_SETS = 3
FEWEST_TARGETS = 10  # with fewer, one page more or less decides

Parse = Callable[[str], Page | None]


@dataclass(frozen=True, slots=True)
class Task:
    """One crawl to be made."""

    topic: str
    seed_set: int
    seeds: tuple[str, ...]
    relevant: frozenset[str]  # reachable, seeds left out

    @property
    def name(self) -> str:
        return f"{self.topic}/{self.seed_set}"


def read_tasks(path: Path) -> list[Task]:
    """The tasks in a file: a list of objects with topic, rs, seeds and relevant."""
    try:
        return [
            Task(
                topic=record["topic"],
                seed_set=int(record.get("rs", number)),
                seeds=tuple(record["seeds"]),
                relevant=frozenset(record["relevant"]) - frozenset(record["seeds"]),
            )
            for number, record in enumerate(json.loads(path.read_text(encoding="utf-8")))
        ]
    except OSError as error:
        raise FrozenWebError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FrozenWebError(
            f"{path} is no list of tasks ({type(error).__name__}: {error}); "
            "each needs topic, seeds and relevant"
        ) from error


def draw_tasks(web: FrozenWeb, parse: Parse, *, seed_sets: int = SEED_SETS) -> list[Task]:
    """Tasks for every label of a web that has enough pages."""
    tasks = []
    for label in web.labels():
        pages = sorted(web.labelled(label))
        if len(pages) < SEEDS + FEWEST_TARGETS:
            continue
        for seed_set in range(seed_sets):
            seeds = Random(f"{label} {seed_set}").sample(pages, SEEDS)
            relevant = (reachable(web, seeds, parse) & set(pages)) - set(seeds)
            if len(relevant) >= FEWEST_TARGETS:
                tasks.append(Task(label, seed_set, tuple(seeds), frozenset(relevant)))
    if not tasks:
        raise FrozenWebError(
            f"{web.name} has no label with {FEWEST_TARGETS} pages that links lead to; "
            "name a file of tasks with --tasks"
        )
    return tasks


def reachable(web: FrozenWeb, seeds: Iterable[str], parse: Parse) -> set[str]:
    """The addresses of the pages that links lead to from the seeds, these included."""
    start = [page.url for page in map(web.get, seeds) if page]
    seen, queue = set(start), deque(start)
    while queue:
        page = parse(queue.popleft())
        for url in _links(page) if page else ():
            target = web.get(url)
            if target and target.url not in seen:
                seen.add(target.url)
                queue.append(target.url)
    return seen


def _links(page: Page) -> Sequence[str]:
    if page.is_nofollow:
        return ()
    return [link.url for block in page.blocks for link in block.links if not link.is_nofollow]
