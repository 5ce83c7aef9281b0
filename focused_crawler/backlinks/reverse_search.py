"""Back links from search engines: pages that link to an address, or at least mention it.

Few engines still know `link:`; to the others a quoted address finds the pages that spell it out.
Results on the page's own host are left out: a site links to itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from focused_crawler.backlinks.base import BackLinkError
from focused_crawler.engines.base import Engine
from focused_crawler.engines.consensus import agreed, ask_all, same_page

QUERIES = ("link:{url}", '"{address}"')


class ReverseSearch:
    """Asks engines one query after the other until there are enough parents."""

    name = "search"

    def __init__(self, engines: Sequence[Engine], *, queries: Sequence[str] = QUERIES) -> None:
        self.engines, self.queries = engines, queries

    def parents(self, url: str, limit: int) -> list[str]:
        address = same_page(url).removeprefix("http://")
        host = urlsplit(same_page(url)).hostname
        found: dict[str, None] = {}
        failures: dict[str, str] = {}
        for query in self.queries:
            asked = query.format(url=url, address=address)
            answers = ask_all(self.engines, asked, limit * 2)
            failures |= answers.failures
            for entry in agreed(answers, agreeing=1):
                if urlsplit(same_page(entry.url)).hostname != host:
                    found[entry.url] = None
            if len(found) >= limit:
                break
        real = {name: why for name, why in failures.items() if why != "no results"}
        if not found and real:
            raise BackLinkError("; ".join(f"{name}: {why}" for name, why in sorted(real.items())))
        return list(found)[:limit]

    def close(self) -> None:
        """Nothing is open."""
