"""A live crawl that fetches parents it could not have found by following links."""

from __future__ import annotations

from pathlib import Path

import pytest
from crawling import FAST, SmallWeb, scrapy

from focused_crawler.sample_web.model import Response
from focused_crawler.sample_web.server import serve
from focused_crawler.store import CrawlStore

EXTENSIONS = '{"focused_crawler.extensions.back_links.BackLinkSearch": 300}'
HUBS = [f"http://hub{n}.example/" for n in range(6)]


class WithHubs(SmallWeb):
    """A small web, and hubs that link into it and to which nothing links."""

    def response(self, url: str, *, attempt: int = 1) -> Response:
        if url not in HUBS:
            return super().response(url, attempt=attempt)
        number = HUBS.index(url)
        body = (
            f"<title>Hub {number}</title><h1>Bridges number {number}</h1><p>bridge river arch</p>"
            f'<a href="{self.urls[0]}">bridge</a> <a href="http://h0.example/x{number}">span</a>'
        )
        return Response(200, (("Content-Type", "text/html"),), body.encode())


def crawl(tmp_path: Path, *arguments: str) -> list[str]:
    web = WithHubs(pages=12)
    edges = tmp_path / "edges.tsv"
    edges.write_text("".join(f"{hub}\t{url}\n" for hub in HUBS for url in web.urls[:3]))
    with serve(web) as served:  # type: ignore[arg-type]
        done = scrapy(
            "crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}",
            "-s", f"EXTENSIONS={EXTENSIONS}", "-s", f"BACK_LINKS=file:{edges}",
            "-s", "JOBDIR=job", *FAST, *arguments, cwd=tmp_path, proxy=served.proxy,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return [url for url in served.fetched if url in HUBS]


def test_parents_are_fetched_and_stored_like_any_page(tmp_path: Path) -> None:
    assert sorted(crawl(tmp_path, "-s", "BACK_LINKS_PER_PAGE=6")) == HUBS
    with CrawlStore.read(tmp_path / "job" / "crawl.db") as store:
        hub = store.page(HUBS[0])
        assert hub is not None
        assert set(hub.parts) == {"back_link"} and hub.parent is not None
        assert hub.parent.startswith("http://h")
        assert [link.url for link in store.links(HUBS[0])][-1] == "http://h0.example/x0"


@pytest.mark.parametrize("budget", [1, 4])
def test_budget_is_kept(tmp_path: Path, budget: int) -> None:
    assert len(crawl(tmp_path, "-s", f"BACK_LINK_BUDGET={budget}")) == budget


def test_unusable_source_stops_the_crawl_with_one_line(tmp_path: Path) -> None:
    done = scrapy(
        "crawl", "focused", "-a", "topic=bridges", "-a", "seeds=http://a.example/",
        "-s", f"EXTENSIONS={EXTENSIONS}", "-s", "BACK_LINKS=file:none.tsv", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1
    assert "back links none.tsv: No such file or directory" in done.stderr
    assert "Traceback" not in done.stderr
