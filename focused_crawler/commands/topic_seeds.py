"""`scrapy topic seeds NAME "query"`: seed pages on which several search engines agree."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from focused_crawler.commands.topic_queries import own_folder
from focused_crawler.engines.base import Engine
from focused_crawler.engines.consensus import MOST_SEEDS, Agreed, Answers, agreed, ask_all
from focused_crawler.reports.terminal import Terminal, clean
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import Topic, list_topics, load_topic
from focused_crawler.topic.seeds import read_seeds
from focused_crawler.topic.writing import check_target, write_topic


def checked_number(value: object, name: str, most: int) -> int:
    """A number from 1 to `most`."""
    try:
        number = int(str(value))
    except ValueError:
        number = 0
    if not 1 <= number <= most:
        raise TopicError(f"{name} is {value!r}; it must be a number from 1 to {most}")
    return number


def check_topic(name: str, folders: list[Path]) -> None:
    """Refuse a topic that seeds could not be written to, before anybody is asked for them."""
    if name in list_topics(folders):
        load_topic(name, folders)
    elif not folders:
        raise TopicError("TOPIC_FOLDERS is empty; set it, so that the topic can be kept there")
    else:
        check_target(name, folders[0])


def find_seeds(engines: Sequence[Engine], query: str, *, agreeing: int, limit: int) -> list[Agreed]:
    """URLs for a query; what went wrong is told in one line each."""
    if not query.strip():
        raise TopicError('the query is empty; write it in quotes, such as "stock market"')
    answers = ask_all(engines, query, min(2 * limit, MOST_SEEDS))
    for name, reason in sorted(answers.failures.items()):
        _tell(f"{name}: {reason}")
    if not answers.results:
        raise TopicError("no search engine answered, nothing was written")
    needed = _possible(answers, agreeing)
    found = agreed(answers, agreeing=needed, limit=limit)
    if not found:
        raise TopicError(
            f"no URL was returned by {needed} of {len(answers.sources)} engines, nothing was"
            f" written; --agree {needed - 1} asks for less"
        )
    return found


def keep_seeds(name: str, query: str, found: Iterable[Agreed], folders: list[Path]) -> list[str]:
    """Write the seeds into the topic, or make a new one of them; the URLs that are new."""
    urls = [url for entry in found for url in _readable(entry.url)]
    if name not in list_topics(folders):
        return _make(name, query, urls, folders)
    topic = load_topic(name, folders)
    new = [url for url in urls if url not in topic.seeds]
    if new:
        _append(own_folder(topic, folders) / "seeds.txt", query, new)
    return new


def write_seeds(found: Iterable[Agreed], new: Sequence[str], terminal: Terminal) -> None:
    """Each URL with the engines that agree on it."""
    for entry in found:
        known = "" if any(url in new for url in _readable(entry.url)) else "  (known already)"
        terminal.line(f"{entry.url}  [{', '.join(sorted(entry.sources))}]{known}")


def _possible(answers: Answers, agreeing: int) -> int:
    sources = len(answers.sources)
    if sources >= agreeing:
        return agreeing
    _tell(
        f"only {sources} of the {agreeing} engines that should agree answered; their results count"
    )
    return sources


def _readable(url: str) -> tuple[str, ...]:
    try:
        return read_seeds(url)
    except TopicError:
        return ()  # an engine may return what is no URL


def _make(name: str, query: str, urls: list[str], folders: list[Path]) -> list[str]:
    title = name.replace("-", " ").replace("_", " ").capitalize()
    write_topic(
        Topic(name, title=title, description=f"Seeds found by: {query}", seeds=tuple(urls)),
        folders[0],
    )
    return urls


def _append(file: Path, query: str, urls: Sequence[str]) -> None:
    note = " ".join(clean(query).split())
    lines = f"# found by: {note}\n" + "".join(f"{url}\n" for url in urls)
    draft = file.with_name(f".{file.name}.new")
    try:
        text = file.read_text(encoding="utf-8-sig")
        draft.write_text(text + ("" if text.endswith("\n") else "\n") + lines, encoding="utf-8")
        draft.replace(file)
    except OSError as error:
        raise TopicError(f"cannot write {file}: {error.strerror}") from None


def _tell(line: str) -> None:
    print(f"focused-crawler: {clean(line)}", file=sys.stderr)
