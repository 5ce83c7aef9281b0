"""The parts of a score in words: what the adaptive method weighed for a link, and why.

Its parts are log-odds: they are added to a start and make a chance. The numbers behind a part are
got back from it by the inverse of its formula in `strategy.adaptive`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, expm1

from focused_crawler.reports.figures import count
from focused_crawler.reports.lessons import Lesson, Lessons
from focused_crawler.strategy.adaptive import BIAS, WEIGHTS
from focused_crawler.strategy.experience import FLOOR
from focused_crawler.strategy.meaning import WEIGHTS as MEANING_WEIGHTS

MOST_LESSONS = 4
RECRAWL = "recrawl"  # what a page was worth when it was read before: no log-odds


def parts_in_words(parts: Mapping[str, float], lessons: Lessons) -> list[tuple[float, str]]:
    """Each part with what it stands for, the largest first, and the start they are added to."""
    told = [
        (value, f"{name}: {_meaning(name, value, lessons)}")
        for name, value in parts.items()
        if name != RECRAWL
    ]
    return [*sorted(told, reverse=True), (BIAS, "the start: most links are not worth a visit")]


def _meaning(name: str, value: float, lessons: Lessons) -> str:
    weight = WEIGHTS.get(name) or MEANING_WEIGHTS.get(name)
    raw = value / weight if weight else 0.0
    if name == "places":
        return _places(exp(raw) - FLOOR, lessons)
    if name == "path":
        return _rates("relevance of pages read there", lessons.folders)
    if name == "words":
        return _rates("relevance of pages that links with its words led to", lessons.words)
    if name == "host":
        return "pages of its host are many among those read (HOST_DIVERSITY)"
    return _PLAIN[name](raw) if name in _PLAIN else "a part that was added to the method"


_PLAIN: dict[str, Callable[[float], str]] = {
    "parents": lambda raw: f"the pages that link to it have a relevance of about {exp(raw):.2f}",
    "topic": lambda raw: f"its best word weighs {raw:.2f} of the topic's first word",
    "rare": lambda raw: f"its words are rare in general language ({raw:.1f} of 7 on average)",
    "text": lambda raw: "its link is text" if raw else "its links are pictures without text",
    "meaning": lambda raw: f"its anchor means {raw:.2f} of what the seeds' titles mean",
    "alike": lambda raw: f"anchors that mean the like led to pages {raw:+.2f} from the mean",
    "company": lambda raw: f"the smallest block with it has {count(round(expm1(-raw)), 'link')}",
}


def _places(reputation: float, lessons: Lessons) -> str:
    beside = f"{lessons.beside_relevant} of {count(lessons.beside, 'link')} beside it were relevant"
    if not lessons.beside:
        beside = "no link beside it had been followed"
    return f"where it stands has a reputation of {reputation:.2f}; {beside}"


def _rates(what: str, lessons: Sequence[Lesson]) -> str:
    """The lessons with the most pages behind them."""
    best = sorted(lessons, key=lambda lesson: -lesson.read)[:MOST_LESSONS]
    told = (f"{lesson.about} {lesson.mean:.2f} ({lesson.read} read)" for lesson in best)
    return f"{what}: {', '.join(told) or 'none yet'}"
