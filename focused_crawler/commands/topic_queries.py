"""`scrapy topic queries`, `scrapy topic show --history`: what people ask for, how it changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from focused_crawler.queries.interest import Change, Interest, load_interest, save_interest
from focused_crawler.queries.refresh import TableOptions, refreshed
from focused_crawler.reports.figures import count
from focused_crawler.reports.terminal import Styled, Terminal
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import Topic
from focused_crawler.topic.writing import write_topic

MOST_TERMS = 8  # of each kind, in one change of the history
MOST_ROWS = 20  # of the table


def own_folder(topic: Topic, folders: list[Path]) -> Path:
    """The folder of a topic that may be written to: a topic that ships is copied to the project."""
    if topic.folder and any(Path(topic.folder).parent == folder for folder in folders):
        return Path(topic.folder)
    if not folders:
        raise TopicError("TOPIC_FOLDERS is empty; set it, so that the topic can be kept there")
    return write_topic(topic, folders[0])


def take_queries(
    topic: Topic, log: str, folders: list[Path], options: TableOptions, terminal: Terminal
) -> None:
    """Bring a topic's table up to date with a log."""
    old = load_interest(topic.folder)
    new = refreshed(old, log, options)
    if new is old:
        place = str(Path(log).resolve())
        reason = "no new queries since it was last read" if place in old.positions else "no queries"
        raise TopicError(f"query log {log}: {reason}; nothing was changed")
    save_interest(new, own_folder(topic, folders))
    write_change(new.history[-1], new, terminal)
    terminal.line()
    write_table(new, terminal)


def write_table(interest: Interest, terminal: Terminal) -> None:
    """The terms people ask for, with their weights."""
    terminal.line(Styled(f"Asked for: {count(len(interest.weights), 'term')}", "bold"))
    for term, weight in list(interest.weights.items())[:MOST_ROWS]:
        terminal.line(f"{weight:>10.4g}  {interest.words.get(term, term)}")
    if len(interest.weights) > MOST_ROWS:
        terminal.line(f"and {len(interest.weights) - MOST_ROWS} more")


def write_history(topic: Topic, terminal: Terminal) -> None:
    """Every change of the table, the latest last."""
    interest = load_interest(topic.folder)
    if not interest.history:
        raise TopicError(
            f"topic {topic.name!r} has no table made from queries yet; "
            f"make one with: scrapy topic queries {topic.name} LOG"
        )
    for change in interest.history:
        write_change(change, interest, terminal)


def write_change(change: Change, interest: Interest, terminal: Terminal) -> None:
    """What changed, when, by which queries."""
    spanning = f", from {change.first} to {change.last}" if change.first else ""
    asked = count(change.queries, "query", "queries")
    terminal.line(Styled(change.time, "bold"), f"  {asked}{spanning}")
    terminal.line(f"  log {change.log}")
    most = ", ".join(f"{query} ({times:,})" for query, times in change.by.items())
    terminal.paragraph(f"most asked: {most}", indent="  ")
    for line in _kinds(change, interest.words):
        terminal.paragraph(line, indent="  ")


def _kinds(change: Change, words: dict[str, str]) -> Iterator[str]:
    added = [f"{words.get(t, t)} {weight:.4g}" for t, weight in change.added.items()]
    moved = [f"{words.get(t, t)} {a:.4g} -> {b:.4g}" for t, (a, b) in change.changed.items()]
    dropped = [f"{words.get(t, t)} {weight:.4g}" for t, weight in change.dropped.items()]
    for name, terms in (("added", added), ("changed", moved), ("dropped", dropped)):
        if terms:
            more = f" and {len(terms) - MOST_TERMS} more" if len(terms) > MOST_TERMS else ""
            yield f"{name}: {', '.join(terms[:MOST_TERMS])}{more}"
