"""Crawls as jobs of a scrapyd server, which must see the same folders as the dashboard."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from focused_crawler.dashboard.launching import LaunchError, Order

SECONDS = 10.0


class ScrapydJobs:
    """Starts and cancels jobs over scrapyd's HTTP interface."""

    def __init__(self, url: str, project: str) -> None:
        if not url.startswith(("http://", "https://")):
            raise LaunchError(f"SCRAPYD_URL = {url!r} is not an http(s) address")
        self.url, self.project = url.rstrip("/"), project

    def start(self, order: Order, folder: Path) -> dict[str, Any]:
        if order.is_sample:
            raise LaunchError("the sample web is crawled on this machine only; unset SCRAPYD_URL")
        answer = self._post(
            "schedule.json", project=self.project, spider="focused",
            setting=f"JOBDIR={folder.resolve()}", **order.arguments(),
        )  # fmt: skip
        return {"job": answer["jobid"], "scrapyd": self.url}

    def stop(self, folder: Path, launch: dict[str, Any]) -> None:
        if not launch.get("job"):
            raise LaunchError(
                f"{folder.name} is no job of {self.url}; stop it where it was started"
            )
        self._post("cancel.json", project=self.project, job=str(launch["job"]))

    def _post(self, name: str, **fields: str) -> dict[str, Any]:
        request = Request(f"{self.url}/{name}", urlencode(fields).encode())  # noqa: S310 - checked
        try:
            with urlopen(request, timeout=SECONDS) as response:  # noqa: S310 - likewise
                answer: dict[str, Any] = json.load(response)
        except (HTTPError, URLError, OSError, ValueError) as error:
            raise LaunchError(f"scrapyd at {self.url} does not answer: {error}") from error
        if answer.get("status") != "ok":
            raise LaunchError(f"scrapyd refused: {answer.get('message') or answer}")
        return answer
