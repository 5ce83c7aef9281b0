"""Topics: which there are, what one is made of, and making one from pasted addresses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from focused_crawler.dashboard.commanding import CommandError, run_scrapy
from focused_crawler.dashboard.desk import NotFoundError, changing, desk_of, see
from focused_crawler.dashboard.folders import all_crawls
from focused_crawler.dashboard.preview import Preview
from focused_crawler.dashboard.security import Form
from focused_crawler.feedback import load_judgements
from focused_crawler.queries.interest import load_interest
from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.library import Topic, list_topics, load_topic
from focused_crawler.topic.seeds import read_seeds
from focused_crawler.topic.writing import check_target, write_topic

SHOWN_TERMS = 40
FETCH_SECONDS = 120.0


def topics(request: Request) -> Response:
    desk = desk_of(request)
    known = [
        _loaded(name, desk.config.topic_folders) for name in list_topics(desk.config.topic_folders)
    ]
    crawled = {crawl.topic for crawl in all_crawls(desk.config.crawls)}
    return desk.page(request, "topics.html", topics=known, crawled=crawled)


def topic(request: Request) -> Response:
    """A topic as its folder holds it."""
    desk, name = desk_of(request), request.path_params["topic"]
    try:
        loaded = load_topic(name, desk.config.topic_folders)
        interest = load_interest(loaded.folder)
        judged = list(load_judgements(loaded.folder).values())
    except TopicError as error:
        raise NotFoundError(f"{error}.") from error
    weights = _words(loaded)
    return desk.page(
        request, "topic.html", topic=loaded, weights=weights, history=interest.history[::-1],
        words=interest.words, judged=judged, crawls=_crawls_of(desk.config.crawls, name),
    )  # fmt: skip


def crawl_topic(request: Request) -> Response:
    """The topic as one crawl has learnt it."""
    desk, info = desk_of(request), desk_of(request).crawl(request)
    learnt = _learnt(info.folder)
    with desk.view(request) as view:
        seeds = [(url, view.page(url)) for url in map(str, info.meta.get("seeds", ()))]
        best = view.best(10)
    try:
        given: Topic | None = load_topic(info.topic, desk.config.topic_folders)
    except TopicError:
        given = None
    weights = sorted(learnt.get("weights", {}).items(), key=lambda item: -item[1])[:SHOWN_TERMS]
    return desk.page(
        request, "crawl_topic.html", crawl=info, tab="topic", weights=weights, learnt=learnt,
        seeds=seeds, best=best, given=given,
    )  # fmt: skip


def new_topic(request: Request) -> Response:
    return _new_page(request, {})


def preview(request: Request, form: Form) -> Response:
    """Fetch the pasted pages and show what would be learnt from them."""
    try:
        seeds, others = _pasted(form.get("urls", "")), _pasted(form.get("pages", ""), needed=False)
        options = [f"--page={url}" for url in others]
        answer = run_scrapy("preview", "--json", f"--seeds={' '.join(seeds)}", *options,
                            seconds=FETCH_SECONDS)  # fmt: skip
        found = Preview.from_dict(json.loads(answer))
    except (TopicError, CommandError, ValueError, KeyError) as error:
        return _new_page(request, form, str(error))
    return _new_page(request, form, preview=found)


def save_topic(request: Request, form: Form) -> Response:
    """Keep the topic: its seeds only, so that each crawl learns from the pages as they are then."""
    desk = desk_of(request)
    name = form.get("name", "").strip()
    try:
        if not desk.config.topic_folders:
            raise TopicError("TOPIC_FOLDERS is empty; set it, so that topics can be kept")
        folder = desk.config.topic_folders[0]
        check_target(name, folder)
        title = form.get("title", "").strip() or name.replace("-", " ").capitalize()
        write_topic(Topic(name, title=title, seeds=_pasted(form.get("urls", ""))), folder)
    except TopicError as error:
        return _new_page(request, form, str(error))
    return see(f"/new?topic={name}" if "crawl" in form else f"/topics/{name}")


def _new_page(
    request: Request, form: Form, trouble: str = "", preview: Preview | None = None
) -> Response:
    return desk_of(request).page(
        request, "new_topic.html", status=400 if trouble else 200, form=form, trouble=trouble,
        preview=preview, shown_terms=SHOWN_TERMS,
    )  # fmt: skip


def _pasted(text: str, *, needed: bool = True) -> tuple[str, ...]:
    if not text.strip() and not needed:
        return ()
    if "://" not in text:
        raise TopicError("paste http(s) addresses, one a line")
    return read_seeds(" ".join(text.split()))


def _loaded(name: str, folders: tuple[Path, ...]) -> tuple[str, Topic | None, str]:
    try:
        return name, load_topic(name, folders), ""
    except TopicError as error:
        return name, None, str(error)


def _words(topic: Topic) -> list[tuple[str, float]]:
    table = topic.weights
    return [(table.word(term), weight) for term, weight in table.top(SHOWN_TERMS)] if table else []


def _learnt(folder: Path) -> dict[str, Any]:
    try:
        values = json.loads((folder / "topic.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return values if isinstance(values, dict) else {}


def _crawls_of(crawls: Path, name: str) -> list[Any]:
    return [crawl for crawl in all_crawls(crawls) if crawl.topic == name]


ROUTES = [
    Route("/topics", topics),
    Route("/topics/new", new_topic),
    changing("/topics/preview", preview),
    changing("/topics/save", save_topic),
    Route("/topics/{topic}", topic),
    Route("/crawls/{crawl}/topic", crawl_topic),
]
