"""A SearXNG instance over its JSON interface. Its results name the engines that found them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from focused_crawler.engines.base import EngineError, Result, is_web_url, paged
from focused_crawler.engines.http import SECONDS, get_json

MOST_PAGES = 10


@dataclass(frozen=True, slots=True)
class SearXNG:
    """One call asks several engines, so it can give a consensus by itself."""

    url: str
    name: str = "searxng"
    language: str = ""
    engines: str = ""  # those to ask, with commas between; the instance's own choice where empty
    seconds: float = SECONDS

    def search(self, query: str, limit: int) -> list[Result]:
        return paged(lambda page: self._page(query, page), limit, most_pages=MOST_PAGES)

    def _page(self, query: str, page: int) -> list[Result]:
        wanted = {"language": self.language, "engines": self.engines}
        parameters = {"q": query, "format": "json", "pageno": page + 1}
        parameters |= {name: value for name, value in wanted.items() if value}
        try:
            answer = get_json(f"{self.url.rstrip('/')}/search", parameters, seconds=self.seconds)
        except EngineError as error:
            if "HTTP 403" in str(error):
                hint = (
                    "HTTP 403: add json to `search: formats:` in the settings.yml of the instance"
                )
                raise EngineError(hint) from None
            raise
        return list(self._results(answer))

    def _results(self, answer: Any) -> Iterator[Result]:
        found = answer.get("results") if isinstance(answer, dict) else None
        if not isinstance(found, list):
            raise EngineError("its answer holds no results; is it a SearXNG instance?")
        for result in found:
            if isinstance(result, dict) and is_web_url(result.get("url")):
                names = result.get("engines") or [result.get("engine") or self.name]
                sources = tuple(str(name) for name in names) if isinstance(names, list) else ()
                yield Result(result["url"], str(result.get("title") or ""), sources or (self.name,))
