"""`scrapy dashboard`: the crawls of this project in a browser."""

from __future__ import annotations

import argparse
import secrets
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.settings import BaseSettings
from scrapy.utils.conf import closest_scrapy_cfg

from focused_crawler.topic.library import topic_folders

HOST, PORT = "127.0.0.1", 8300
HIGHEST_PORT = 65535
NEEDED = ("starlette", "uvicorn", "jinja2")
LABORATORY = "results"


class Command(ScrapyCommand):
    """Serves the dashboard until it is interrupted."""

    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "[--port PORT] [--host HOST] [--crawls FOLDER]"

    def short_desc(self) -> str:
        return "Watch, search and judge crawls in a browser; start and stop them"

    def long_desc(self) -> str:
        return (
            "Serve the crawls of this project as web pages, to this machine only unless --host"
            " says otherwise; then an access token is asked for, which is printed at the start."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        add = parser.add_argument
        add("--host", default=HOST, help=f"address to listen on; by default {HOST}, this machine")
        add("--port", type=int, default=PORT, help=f"port to listen on, 0: any; by default {PORT}")
        add("--token", default="", help="access token; by default none here, a new one elsewhere")
        add("--crawls", metavar="FOLDER", help="folder of crawl folders; by default CRAWLS_FOLDER")
        add("--laboratory", metavar="FOLDER", default=LABORATORY,
            help=f"folder of results of `scrapy evaluate`; by default {LABORATORY}")  # fmt: skip

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if args:
            raise UsageError("dashboard takes options only")
        if not 0 <= opts.port <= HIGHEST_PORT:
            raise UsageError(f"--port takes a number from 0 to {HIGHEST_PORT}")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if missing := [name for name in NEEDED if find_spec(name) is None]:
            remedy = "pip install 'focused-crawler[dashboard]'"
            self._refuse(f"the dashboard needs {', '.join(missing)}; {remedy}")
            return
        # Here, not above: every scrapy command imports this module, few have these packages.
        from focused_crawler.dashboard.serving import ServingError, serve

        assert self.settings is not None
        try:
            serve(config_of(opts, self.settings), opts.port)
        except ServingError as error:
            self._refuse(str(error))

    def _refuse(self, reason: str) -> None:
        print(f"focused-crawler: {reason}", file=sys.stderr)
        self.exitcode = 1


def config_of(opts: argparse.Namespace, settings: BaseSettings) -> Any:
    """What the command line and the settings say."""
    from focused_crawler.dashboard.config import Config, is_loopback

    token = opts.token or ("" if is_loopback(opts.host) else secrets.token_urlsafe(24))
    folders = topic_folders(settings.getlist("TOPIC_FOLDERS"), closest_scrapy_cfg())
    return Config(
        crawls=Path(opts.crawls or settings["CRAWLS_FOLDER"]),
        topic_folders=tuple(folders),
        laboratory=Path(opts.laboratory),
        host=opts.host,
        access_token=token,
        threshold=settings.getfloat("TOPIC_THRESHOLD"),
        scrapyd_url=settings.get("SCRAPYD_URL") or "",
        scrapyd_project=settings.get("SCRAPYD_PROJECT") or "focused_crawler",
    )
