"""What every page of the dashboard needs: its configuration, the templates, where crawls run."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from focused_crawler.dashboard.config import Config
from focused_crawler.dashboard.folders import CrawlInfo, crawl_info
from focused_crawler.dashboard.launching import Launcher, LocalProcesses
from focused_crawler.dashboard.scrapyd import ScrapydJobs
from focused_crawler.dashboard.security import Form, FormError, check_form, read_form
from focused_crawler.dashboard.shown import environment
from focused_crawler.reports.view import CrawlView
from focused_crawler.store.folders import DATABASE

Action = Callable[[Request, Form], Response]


class NotFoundError(Exception):
    """There is no such page; the message says what is missing."""


class Desk:
    """Renders pages and knows where crawls are."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.templates = environment()
        self.local = LocalProcesses()
        self.launcher: Launcher = self.local
        if config.scrapyd_url:
            self.launcher = ScrapydJobs(config.scrapyd_url, config.scrapyd_project)

    def page(self, request: Request, name: str, *, status: int = 200, **values: Any) -> Response:
        """A rendered template."""
        context = {
            "form_token": self.config.form_token,
            "path": request.url.path,
            "config": self.config,
        }
        text = self.templates.get_template(name).render(context | values)
        return HTMLResponse(text.encode("utf-8", "replace"), status)

    def folder(self, request: Request) -> Path:
        """The crawl folder that an address names; only names that are there can be named."""
        name = request.path_params["crawl"]
        folders = self.config.crawls.iterdir() if self.config.crawls.is_dir() else ()
        for folder in folders:
            if folder.name == name and folder.is_dir():
                return folder
        raise NotFoundError(f"There is no crawl {name!r} in {self.config.crawls}.")

    def crawl(self, request: Request) -> CrawlInfo:
        return crawl_info(self.folder(request))

    def view(self, request: Request) -> CrawlView:
        """The database of the crawl that an address names."""
        return CrawlView.open(self.folder(request) / DATABASE)


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def crawl_path(crawl: CrawlInfo | Path, rest: str = "") -> str:
    return f"/crawls/{quote(crawl.name, safe='')}{rest}"


def see(path: str) -> Response:
    """Go on to another page after something was done."""
    return RedirectResponse(path, HTTPStatus.SEE_OTHER)


def changing(path: str, action: Action) -> Route:
    """A route that changes something: the form's token is checked before the action sees it."""

    async def endpoint(request: Request) -> Response:
        try:
            form = await read_form(request)
            check_form(request, form, desk_of(request).config)
        except FormError as error:
            return desk_of(request).page(request, "message.html", status=403,
                                         title="Nothing was changed", text=f"{error}.")  # fmt: skip
        return await run_in_threadpool(action, request, form)

    return Route(path, endpoint, methods=["POST"], name=action.__name__)
