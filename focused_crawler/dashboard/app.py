"""The application: every route, and what a person sees where something is missing or broken."""

from __future__ import annotations

from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from focused_crawler.dashboard import (
    routes_crawls,
    routes_laboratory,
    routes_pages,
    routes_topics,
)
from focused_crawler.dashboard.config import Config
from focused_crawler.dashboard.desk import Desk, NotFoundError, desk_of
from focused_crawler.dashboard.security import Guard
from focused_crawler.store import StoreError

STATIC = Path(__file__).parent / "static"
ROUTES = [
    *routes_crawls.ROUTES,
    *routes_pages.ROUTES,
    *routes_topics.ROUTES,
    *routes_laboratory.ROUTES,
]


def make_app(config: Config) -> Starlette:
    """The dashboard over these folders."""
    app = Starlette(
        routes=[*ROUTES, Mount("/static", StaticFiles(directory=STATIC))],
        middleware=[Middleware(Guard, config=config)],
        exception_handlers={
            NotFoundError: _not_found,
            StoreError: _unreadable,
            HTTPException: _refused,
        },
    )
    app.state.desk = Desk(config)
    return app


def _not_found(request: Request, error: Exception) -> Response:
    return _told(request, "Not found", str(error), 404)


def _unreadable(request: Request, error: Exception) -> Response:
    return _told(request, "This crawl cannot be read", f"{error}.", 503)


def _refused(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 500)
    text = "There is no such page." if status == 404 else str(getattr(error, "detail", error))
    return _told(request, "Not found" if status == 404 else "Refused", text, status)


def _told(request: Request, title: str, text: str, status: int) -> Response:
    return desk_of(request).page(request, "message.html", status=status, title=title, text=text)
