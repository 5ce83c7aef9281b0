"""Engines that answer to a key: Brave Search and Google Programmable Search.

Keys are read from the environment when a search is made, and stand in no file and no message.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from focused_crawler.engines.base import EngineError, Result, is_web_url, paged
from focused_crawler.engines.http import SECONDS, get_json

BRAVE_PAGE = 20  # results, the most there are in one answer
BRAVE_PAGES = 10  # offsets go from 0 to 9
GOOGLE_PAGE = 10
GOOGLE_PAGES = 10  # it answers for the first 100 results only


def key_from(variable: str) -> str:
    """The value of an environment variable that must be set."""
    value = os.environ.get(variable, "").strip()
    if not value:
        raise EngineError(f"no key; set {variable} in the environment")
    return value


@dataclass(frozen=True, slots=True)
class Brave:
    """The Brave Search API; its key is in BRAVE_API_KEY."""

    url: str = "https://api.search.brave.com/res/v1/web/search"
    name: str = "brave"
    seconds: float = SECONDS

    def search(self, query: str, limit: int) -> list[Result]:
        headers = {"X-Subscription-Token": key_from("BRAVE_API_KEY")}

        def page(number: int) -> list[Result]:
            parameters = {"q": query, "count": min(limit, BRAVE_PAGE), "offset": number}
            answer = get_json(self.url, parameters, headers=headers, seconds=self.seconds)
            return _listed(answer, ("web", "results"), "url", self.name)

        return paged(page, limit, most_pages=BRAVE_PAGES)


@dataclass(frozen=True, slots=True)
class Google:
    """Google Programmable Search; key and engine id are in GOOGLE_API_KEY and GOOGLE_CX."""

    url: str = "https://www.googleapis.com/customsearch/v1"
    name: str = "google"
    seconds: float = SECONDS

    def search(self, query: str, limit: int) -> list[Result]:
        key, engine = key_from("GOOGLE_API_KEY"), key_from("GOOGLE_CX")

        def page(number: int) -> list[Result]:
            parameters = {
                "key": key, "cx": engine, "q": query,
                "num": min(limit, GOOGLE_PAGE), "start": 1 + number * GOOGLE_PAGE,
            }  # fmt: skip
            answer = get_json(self.url, parameters, seconds=self.seconds)
            return _listed(answer, ("items",), "link", self.name)

        return paged(page, limit, most_pages=GOOGLE_PAGES)


def _listed(answer: Any, path: tuple[str, ...], link: str, name: str) -> list[Result]:
    """The results at a place in an answer; an answer without the place has found nothing."""
    if not isinstance(answer, dict):
        raise EngineError("its answer is not the JSON it is known for")
    for step in path:
        answer = answer.get(step, {}) if isinstance(answer, dict) else {}
    found = answer if isinstance(answer, list) else []
    return [
        Result(result[link], str(result.get("title") or ""), (name,))
        for result in found
        if isinstance(result, dict) and is_web_url(result.get(link))
    ]
