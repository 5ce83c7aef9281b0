"""Serving the dashboard on a port until it is interrupted."""

from __future__ import annotations

import errno
import socket
from threading import Thread

import uvicorn

from focused_crawler.dashboard.app import make_app
from focused_crawler.dashboard.config import Config
from focused_crawler.dashboard.launching import LaunchError
from focused_crawler.topic.terms import count_terms

BACKLOG = 128  # connections that wait to be accepted
SECONDS_TO_END = 3  # for requests under way when the dashboard is interrupted


class ServingError(Exception):
    """The dashboard cannot be served; the message says why."""


def serve(config: Config, port: int) -> None:
    """Listen, say where, and serve."""
    try:
        app = make_app(config)
    except LaunchError as error:
        raise ServingError(str(error)) from error
    listening = _listening(config.host, port)
    # The language tools take a second to load, which the first reader need not wait for.
    Thread(target=count_terms, args=("ready",), daemon=True).start()
    shown = "localhost" if config.known_hosts else config.host
    token = f"?token={config.access_token}" if config.access_token else ""
    print(f"Dashboard: http://{shown}:{listening.getsockname()[1]}/{token}", flush=True)
    print(f"Crawls in {config.crawls}. Interrupt with Ctrl-C; crawls go on.", flush=True)
    if not config.crawls.is_dir():
        print(f"There is no folder {config.crawls} yet; a crawl started here makes it.", flush=True)
    settings = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, lifespan="off",
        timeout_graceful_shutdown=SECONDS_TO_END,
    )  # fmt: skip
    try:
        uvicorn.Server(settings).run(sockets=[listening])
    except KeyboardInterrupt:
        print("\nThe dashboard has ended.")


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)  # from here on a browser may come, and waits
    except OSError as error:
        reason, other = error.strerror or error, "port"
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            other = "host"
        raise ServingError(
            f"cannot listen on {host}:{port}: {reason}; try another --{other}"
        ) from error
    return listening
