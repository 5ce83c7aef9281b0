"""Two stages that say what changes them, so that a crawl that was killed is where it was.

Everything that changes the stages is an event: a site was entered, a page was read. An event is
told before it takes effect, and events told again to stages in the earlier state lead to the same
state. A site that was entered but gave no page yet is handed out once more by `unread`: nobody
knows whether its home page reached the frontier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from focused_crawler.deepweb.context import LinkContext
from focused_crawler.deepweb.site_ranker import Site
from focused_crawler.deepweb.two_stage import RankedLink, ReadPage, TwoStage

Event = tuple[str, Any]  # its kind, and a JSON value


class RecordedStage(TwoStage):
    """Tells `record` of every event."""

    record: Callable[[Event], None] = staticmethod(lambda _: None)

    def enter(self, number: int) -> Iterator[Site]:
        for site in super().enter(number):
            self.record(("enter", site.name))
            yield site

    def read(self, page: ReadPage) -> list[RankedLink]:
        self.record(("page", page_values(page)))
        return super().read(page)

    def read_centre(self, page: ReadPage) -> None:
        self.record(("centre", page_values(page)))
        super().read_centre(page)

    def read_result(self, url: str, key: int = 0) -> None:
        self.record(("result", [url, key]))
        super().read_result(url, key)

    def replay(self, events: Iterable[Event]) -> None:
        """Take up what was recorded after the state that was restored."""
        for kind, value in events:
            if kind == "enter":
                self.enter_named(value)
            elif kind == "page":
                super().read(page_from(value))
            elif kind == "centre":
                super().read_centre(page_from(value))
            elif kind == "result":
                super().read_result(*value)
            else:
                raise ValueError(f"no event is called {kind!r}")


def page_values(page: ReadPage) -> dict[str, Any]:
    """A page as JSON values."""
    return asdict(page) | {"forms": sorted(page.forms)}


def page_from(values: Mapping[str, Any]) -> ReadPage:
    """The page of `page_values`."""
    changed = {
        "link": LinkContext(**values["link"]),
        "forms": frozenset(values["forms"]),
        "links": tuple(LinkContext(**link) for link in values["links"]),
    }
    return ReadPage(**{**values, **changed})
