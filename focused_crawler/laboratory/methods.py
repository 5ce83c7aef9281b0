"""The methods that are measured: every strategy of the crawler, and the oracle as their limit."""

from __future__ import annotations

from dataclasses import replace

from focused_crawler.laboratory.oracle import Oracle
from focused_crawler.laboratory.tasks import Task
from focused_crawler.laboratory.web import FrozenWeb, FrozenWebError
from focused_crawler.ranker import Ranker
from focused_crawler.scoring.judge import Judge
from focused_crawler.strategy import STRATEGIES, Options, Strategy
from focused_crawler.strategy.adaptive import WEIGHTS, Adaptive
from focused_crawler.topic.library import Topic, list_topics, load_topic

ORACLE = "oracle"
WITHOUT = "adaptive-no-"  # and the name of a part: the default method with that part switched off


def method_names() -> list[str]:
    """Every method, in the order of the crawler's own table, the oracle last."""
    return [*STRATEGIES, ORACLE]


def ablation_names() -> list[str]:
    """The default method, and one for each of its parts switched off."""
    return ["adaptive", *(WITHOUT + part for part in WEIGHTS)]


def chosen_methods(text: str) -> list[str]:
    """The methods of a list with commas; all of them for an empty one."""
    names = [name.strip() for name in text.split(",") if name.strip()] or method_names()
    known = {*method_names(), *ablation_names()}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise FrozenWebError(f"no method {unknown[0]!r}; there are {', '.join(method_names())}")
    return names


def topic_of(task: Task) -> Topic:
    """The topic a live crawl of this task would have: a shipped one keeps its weights."""
    known = task.topic in list_topics()
    return replace(load_topic(task.topic) if known else Topic(task.topic), seeds=task.seeds)


def ranker_for(task: Task, method: str, web: FrozenWeb, options: Options) -> Ranker:
    """Judge and strategy as a live crawl puts them together."""
    topic = topic_of(task)
    strategy = _strategy(task, method, web, options)
    judge = Judge(
        topic.weights,
        norm=strategy.norm,
        page=strategy.page,
        table=strategy.table,
        threshold=options.threshold,
        language=topic.language,
    )
    return Ranker(judge, strategy, exploration=options.exploration)


def _strategy(task: Task, method: str, web: FrozenWeb, options: Options) -> Strategy:
    if method == ORACLE:
        return Oracle(task, web, options)
    if method.startswith(WITHOUT):
        return Adaptive(options, weights=WEIGHTS | {method.removeprefix(WITHOUT): 0.0})
    return STRATEGIES[method](options)
