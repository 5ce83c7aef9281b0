"""The package `ddgs`, which asks public search pages: one backend at a time, so each counts."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from focused_crawler.engines.base import EngineError, Result, is_web_url
from focused_crawler.engines.http import SECONDS

_SIGNS = (
    ("DNS", "its host was not found; check the network"),
    ("Connect", "its host could not be reached; check the network"),
    ("imed out", "no answer in time; try again later"),
)


@dataclass(frozen=True, slots=True)
class Ddgs:
    """One backend of `ddgs`; it goes by the backend's name."""

    backend: str = "duckduckgo"
    seconds: float = SECONDS

    @property
    def name(self) -> str:
        return self.backend

    def search(self, query: str, limit: int) -> list[Result]:
        try:
            ddgs = import_module("ddgs")
        except ImportError:
            raise EngineError("the package ddgs is missing; pip install ddgs") from None
        try:
            with ddgs.DDGS(timeout=max(1, round(self.seconds))) as session:
                found = session.text(query, backend=self.backend, max_results=limit)
        except Exception as error:  # noqa: BLE001 - whatever a third party raises is its failure
            raise EngineError(f"no results ({_reason(error)})") from None
        return [
            Result(result["href"], str(result.get("title") or ""), (self.backend,))
            for result in found or ()
            if isinstance(result, dict) and is_web_url(result.get("href"))
        ][:limit]


def _reason(error: Exception) -> str:
    """What went wrong in words of ours, where ddgs hands on those of the layers below it."""
    told = (str(error) or type(error).__name__).splitlines()[0]
    return next((words for sign, words in _SIGNS if sign in told), told)
