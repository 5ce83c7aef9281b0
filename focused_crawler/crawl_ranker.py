"""What the settings make of a topic and a method: a judge of pages and a strategy for links."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from focused_crawler.crawl_folder import CrawlError
from focused_crawler.meaning.model import ModelError
from focused_crawler.ranker import Ranker
from focused_crawler.scoring.judge import TABLES, Judge
from focused_crawler.scoring.link_examples import ExamplesError
from focused_crawler.scoring.relevance import PAGE_RELEVANCE, RELEVANCE
from focused_crawler.strategy import STRATEGIES, Options
from focused_crawler.topic.library import Topic

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


def ranker_of(topic: Topic, method: str, settings: BaseSettings) -> Ranker:
    """The ranker of a crawl; a setting out of its range is refused in one line."""
    options = Options(
        mu=_share(settings, "SCORE_MU"),
        max_level=settings.getint("TUNNEL_MAX_LEVEL"),
        is_gray=settings.getbool("TUNNEL_GRAY"),
        threshold=_share(settings, "TOPIC_THRESHOLD"),
        host_diversity=_share(settings, "HOST_DIVERSITY"),
        exploration=_share(settings, "EXPLORATION"),
        link_examples=settings["LINK_EXAMPLES"],
        semantic_model=settings["SEMANTIC_MODEL"],
        most_links=at_least(settings, "MEMORY_LINKS", 1),
    )
    try:
        strategy = STRATEGIES[method](options)
    except (ModelError, ExamplesError) as error:
        raise CrawlError(str(error)) from error
    judge = Judge(
        topic.weights,
        norm=_choice(settings, "TOPIC_NORM", RELEVANCE) or strategy.norm,
        page=_choice(settings, "TOPIC_PAGE_RELEVANCE", PAGE_RELEVANCE) or strategy.page,
        table=_choice(settings, "TOPIC_TABLE", TABLES) or strategy.table,
        learn_share=_share(settings, "TOPIC_LEARN_SHARE"),
        threshold=options.threshold,
        language=topic.language,
    )
    return Ranker(judge, strategy, exploration=options.exploration)


def at_least(settings: BaseSettings, name: str, least: int) -> int:
    """A setting that is a whole number from `least` up."""
    value: Any = settings.get(name)
    try:
        number = int(value)
    except (TypeError, ValueError):
        number = least - 1
    if number < least:
        raise CrawlError(f"{name} = {value!r} is not a whole number from {least} up")
    return number


def _share(settings: BaseSettings, name: str) -> float:
    try:
        share = settings.getfloat(name)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise CrawlError(f"{name} = {settings[name]!r} is not a number from 0 to 1")
    return share


def _choice(settings: BaseSettings, name: str, choices: Iterable[str]) -> str:
    chosen = settings[name] or ""
    if chosen and chosen not in choices:
        raise CrawlError(f"{name} = {chosen!r} is none of {', '.join(choices)}")
    return str(chosen)
