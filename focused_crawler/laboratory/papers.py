"""The experiments of the papers, in the form they report them, on the webs we have.

001 table II    harvest ratio of the basic, the static and the dynamic crawler over pages
002 table 6     precision of Naive Bayes, decision tree and neural network, a row a topic
003 figures 5-7 harvest rate, target recall, summed target length of three methods
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from focused_crawler.laboratory.measures import Outcome
from focused_crawler.laboratory.table import by_method

STEPS = tuple(range(500, 4001, 500))
CRAWLERS = {
    "breadth-first": "basic",
    "link-score": "static table",
    "link-score-dynamic": "dynamic table",
}
CLASSIFIERS = {"naive-bayes": "NB", "decision-tree": "DTI", "neural-network": "NN"}
TUNNELERS = ("breadth-first", "best-first", "gray-tunneling")
METHODS = tuple(dict.fromkeys([*CRAWLERS, *CLASSIFIERS, *TUNNELERS]))


def papers_tables(outcomes: Sequence[Outcome]) -> str:
    """All three tables as Markdown."""
    groups = by_method(outcomes)
    return "\n".join(
        [
            "001 table II: harvest ratio by the labels / as the crawler judged it\n",
            _markdown(["pages", *CRAWLERS.values()], _harvest_rows(groups)),
            "002 table 6: precision by the labels\n",
            _markdown(["topic", *CLASSIFIERS.values()], _precision_rows(groups)),
            "003 figures 5-7\n",
            _markdown(
                ["method", "harvest rate", "target recall", "targets found", "summed length"],
                _tunneling_rows(groups),
            ),
        ]
    )


def _harvest_rows(groups: dict[str, list[Outcome]]) -> list[list[str]]:
    longest = max(len(outcome.hits) for method in CRAWLERS for outcome in groups[method])
    return [[str(n), *(_both(groups[m], n) for m in CRAWLERS)] for n in STEPS if n <= longest]


def _both(group: Sequence[Outcome], pages: int) -> str:
    truth = _mean(group, lambda o: o.harvest_after(pages))
    own = _mean(group, lambda o: o.own_harvest_after(pages))
    return f"{truth:.3f} / {own:.2f}"


def _precision_rows(groups: dict[str, list[Outcome]]) -> list[list[str]]:
    topics = list(dict.fromkeys(o.topic for group in groups.values() for o in group))
    return [
        [topic, *(_precision(groups[m], topic) for m in CLASSIFIERS)] for topic in sorted(topics)
    ]


def _precision(group: Sequence[Outcome], topic: str) -> str:
    return f"{_mean([o for o in group if o.topic == topic], lambda o: o.harvest):.3f}"


def _tunneling_rows(groups: dict[str, list[Outcome]]) -> list[list[str]]:
    return [
        [
            method,
            f"{_mean(groups[method], lambda o: o.harvest):.3f}",
            f"{_mean(groups[method], lambda o: o.recall_after(len(o.hits))):.3f}",
            str(sum(len(outcome.depths) for outcome in groups[method])),
            str(sum(outcome.summed_length for outcome in groups[method])),
        ]
        for method in TUNNELERS
    ]


def _mean(group: Sequence[Outcome], measure: Callable[[Outcome], float]) -> float:
    return fmean(map(measure, group))


def _markdown(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    rule = ["---"] + ["---:"] * (len(headings) - 1)
    return "".join(f"| {' | '.join(line)} |\n" for line in (headings, rule, *rows))
