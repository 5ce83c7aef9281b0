"""The list of crawls, one crawl live, its graph, its files; starting, pausing and stopping."""

from __future__ import annotations

from tempfile import SpooledTemporaryFile
from typing import Any

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from focused_crawler.dashboard.desk import (
    NotFoundError,
    changing,
    crawl_path,
    desk_of,
    see,
)
from focused_crawler.dashboard.folders import (
    CrawlInfo,
    all_crawls,
    log_tail,
    read_launch,
)
from focused_crawler.dashboard.graph import host_graph, tunnel_tree
from focused_crawler.dashboard.launching import (
    LaunchError,
    Order,
    resume_crawl,
    start_crawl,
    stop_crawl,
)
from focused_crawler.dashboard.security import Form
from focused_crawler.reports.curves import crawl_charts
from focused_crawler.reports.export import FORMATS, ExportError, export
from focused_crawler.reports.html import report_html
from focused_crawler.reports.news import earlier_crawls, new_pages
from focused_crawler.reports.view import CrawlView
from focused_crawler.store.folders import DATABASE
from focused_crawler.strategy import STRATEGIES
from focused_crawler.topic.library import list_topics

TOP_HOSTS = 12
BEST_PAGES = 8
GRAPH_HOSTS = 28
GRAPH_TUNNELS = 40
IN_MEMORY = 8 << 20  # bytes of an export before it goes to a file
CHUNK = 1 << 16


def crawls(request: Request) -> Response:
    desk = desk_of(request)
    known = all_crawls(desk.config.crawls)
    name = "crawl_rows.html" if "part" in request.query_params else "crawls.html"
    return desk.page(request, name, crawls=known)


def crawl(request: Request) -> Response:
    desk = desk_of(request)
    info = desk.crawl(request)
    name = "crawl_live.html" if "part" in request.query_params else "crawl.html"
    return desk.page(request, name, **_overview(info))


def _overview(info: CrawlInfo) -> dict[str, Any]:
    known = {"crawl": info, "launch": read_launch(info.folder), "log": log_tail(info.folder),
             "formats": list(FORMATS), "tab": "overview"}  # fmt: skip
    if not info.pages:
        return known | {"charts": []}
    with CrawlView.open(info.folder / DATABASE) as view:
        latest = view.standings(1)
        return known | {
            "charts": crawl_charts(view),
            "totals": view.totals(),
            "standing": latest[-1] if latest else None,
            "hosts": view.hosts(TOP_HOSTS),
            "best": [page for page in view.best(BEST_PAGES + 100) if page.parent][:BEST_PAGES],
            "levels": view.levels(),
            "failures": view.failure_kinds(),
        }


def graph(request: Request) -> Response:
    desk = desk_of(request)
    info = desk.crawl(request)
    with desk.view(request) as view:
        hosts = view.hosts(GRAPH_HOSTS)
        edges = view.host_edges([host.host for host in hosts]) if hosts else []
        tunnels = view.tunnels(GRAPH_TUNNELS)
        titles = view.titles({url for tunnel in tunnels for url in tunnel.path})
    base = crawl_path(info)
    return desk.page(
        request, "graph.html", crawl=info, tab="graph", hosts=hosts, edges=edges[:40],
        host_graph=host_graph(hosts, edges, base) if edges else "",
        tunnel_tree=tunnel_tree(tunnels, titles, base) if tunnels else "", tunnels=tunnels,
    )  # fmt: skip


def report(request: Request) -> Response:
    """The report as a file; it carries its own style, so it may not run under our policy."""
    with desk_of(request).view(request) as view:
        text = report_html(view)
    policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups"
    return HTMLResponse(
        text.encode("utf-8", "replace"), headers={"Content-Security-Policy": policy}
    )


def exported(request: Request) -> Response:
    name = request.path_params["format"]
    if name not in FORMATS:
        raise NotFoundError(f"There is no format {name!r}; there are {', '.join(FORMATS)}.")
    spool = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed when it has been sent
    folder = desk_of(request).folder(request)
    try:
        with desk_of(request).view(request) as view:
            is_new = "new" in request.query_params
            pages = new_pages(view, earlier_crawls(view)) if is_new else None
            export(view, name, spool, pages)  # type: ignore[arg-type]  # it is a binary file
    except ExportError as error:
        return _told(request, "Not exported", f"{error}.", 501)
    spool.seek(0)
    chosen = FORMATS[name]
    headers = {
        "Content-Disposition": f'attachment; filename="{_file_name(folder.name)}{chosen.suffix}"'
    }
    return StreamingResponse(
        iter(lambda: spool.read(CHUNK), b""), media_type=chosen.media_type, headers=headers,
        background=BackgroundTask(spool.close),
    )  # fmt: skip


def new_crawl(request: Request) -> Response:
    return _new_crawl_page(request, dict(request.query_params))


def start(request: Request, form: Form) -> Response:
    desk = desk_of(request)
    try:
        order = Order(
            topic=form.get("topic", "").strip(), seeds=form.get("seeds", "").strip(),
            method=_method(form), max_pages=_number(form.get("max_pages", "")),
            is_sample="sample" in form,
        )  # fmt: skip
        launcher = desk.local if order.is_sample else desk.launcher
        folder = start_crawl(launcher, order, desk.config.crawls)
    except LaunchError as error:
        return _new_crawl_page(request, form, str(error))
    return see(crawl_path(folder))


def stop(request: Request, form: Form) -> Response:
    """Stop or pause, as the form says."""
    desk, folder = desk_of(request), desk_of(request).folder(request)
    wish = "pause" if form.get("wish") == "pause" else "stop"
    is_job = bool(read_launch(folder).get("job"))
    try:
        stop_crawl(desk.launcher if is_job else desk.local, folder, wish)
    except LaunchError as error:
        return _told(request, "Not stopped", f"{error}.", 409)
    return see(crawl_path(folder))


def resume(request: Request, form: Form) -> Response:
    desk, folder = desk_of(request), desk_of(request).folder(request)
    is_job = bool(read_launch(folder).get("job"))
    try:
        number = _number(form.get("max_pages", ""))
        resume_crawl(desk.launcher if is_job else desk.local, folder, number)
    except LaunchError as error:
        return _told(request, "Not started", f"{error}.", 409)
    return see(crawl_path(folder))


def _new_crawl_page(request: Request, form: Form, trouble: str = "") -> Response:
    desk = desk_of(request)
    return desk.page(
        request, "new_crawl.html", status=400 if trouble else 200, trouble=trouble, form=form,
        topics=list_topics(desk.config.topic_folders), methods=list(STRATEGIES),
    )  # fmt: skip


def _told(request: Request, title: str, text: str, status: int) -> Response:
    return desk_of(request).page(request, "message.html", status=status, title=title, text=text)


def _method(form: Form) -> str:
    method = form.get("method", "")
    if method and method not in STRATEGIES:
        raise LaunchError(f"unknown method {method!r}")
    return method


def _number(text: str) -> int:
    try:
        return int(text.replace(",", "").strip() or 0)
    except ValueError:
        raise LaunchError(f"pages: {text!r} is not a number") from None


def _file_name(name: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in name)


ROUTES = [
    Route("/", crawls),
    Route("/new", new_crawl),
    changing("/crawls", start),
    Route("/crawls/{crawl}", crawl),
    Route("/crawls/{crawl}/graph", graph),
    Route("/crawls/{crawl}/report.html", report),
    Route("/crawls/{crawl}/export/{format}", exported),
    changing("/crawls/{crawl}/stop", stop),
    changing("/crawls/{crawl}/resume", resume),
]
