"""The sample web as a frozen web with tasks, so that anyone can measure without further data."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from focused_crawler.laboratory.tasks import Parse, Task, draw_tasks, reachable
from focused_crawler.laboratory.web import FrozenWeb, load_web
from focused_crawler.sample_web import build_sample_web

NAME = "sample"


def load_sample() -> FrozenWeb:
    """The pages of the sample web that a polite crawler can read."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{NAME}.jsonl.gz"
        build_sample_web().dump(file)
        return load_web(file)


def sample_tasks(web: FrozenWeb, parse: Parse) -> list[Task]:
    """For each shipped topic the seeds it has in the sample web, and two sets drawn at random."""
    sample = build_sample_web()
    drawn = [task for task in draw_tasks(web, parse) if task.topic in sample.topics]
    given = []
    for topic in sample.topics:
        seeds = sample.seeds(topic)
        targets = (reachable(web, seeds, parse) & web.labelled(topic)) - set(seeds)
        given.append(Task(topic, 0, tuple(seeds), frozenset(targets)))
    return sorted([*given, *(task for task in drawn if task.seed_set)], key=lambda t: t.name)
