"""Sources of back links: a crawl's own graph, files, tables, a web graph, reverse search."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from engine_server import reply, serving, text

from focused_crawler.backlinks import BackLinkError, CrawlGraph, make_source
from focused_crawler.backlinks.edges import EdgeTable
from focused_crawler.backlinks.reverse_search import ReverseSearch
from focused_crawler.engines import make_engines
from focused_crawler.items import LinkRecord, PageItem
from focused_crawler.store import CrawlStore

EDGES = """# who, whom
http://hub.test/a\thttp://good.test/
http://hub.test/b  http://good.test/
http://hub.test/a,http://other.test/x?b=2&a=1
"""
VERTICES = "0\tcom.example\n1\torg.hub\n2\ttest.good.blog\n3\tnet.list\t17\n"
GRAPH = "1\t2\n3\t2\n1\t0\n"


def test_crawl_graph_gives_stored_pages_that_link_there(tmp_path: Path) -> None:
    with CrawlStore(tmp_path / "crawl.db") as store:
        for name in ("a", "b"):
            page = PageItem(f"http://hub.test/{name}", "", 0.5, is_relevant=True, reason="")
            page.links = [LinkRecord("http://good.test/", 0, "good", 0.5, 0)]
            store.save(page)
        graph = CrawlGraph(store)
        found = graph.parents("http://good.test/", 5)
        assert sorted(found) == ["http://hub.test/a", "http://hub.test/b"]
        assert graph.parents("http://none.test/", 5) == []


@pytest.mark.parametrize("name", ["edges.txt", "edges.txt.gz"])
def test_file_of_edges(tmp_path: Path, name: str) -> None:
    data = EDGES.encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    source = make_source(f"file:{tmp_path / name}", tmp_path)
    with closing(source):
        assert source.parents("http://good.test", 5) == ["http://hub.test/a", "http://hub.test/b"]
        assert source.parents("http://good.test/", 1) == ["http://hub.test/a"]
        assert source.parents("http://other.test/x?a=1&b=2", 5) == ["http://hub.test/a"]
        assert source.parents("http://hub.test/a", 5) == []


def test_index_of_a_file_follows_the_file(tmp_path: Path) -> None:
    file = tmp_path / "edges.txt"
    file.write_text(EDGES)
    make_source(f"file:{file}", tmp_path).close()
    made = (tmp_path / "edges.index.db").stat().st_mtime_ns
    make_source(f"file:{file}", tmp_path).close()
    assert (tmp_path / "edges.index.db").stat().st_mtime_ns == made
    file.write_text("http://new.test/ http://good.test/\n")
    with closing(make_source(f"file:{file}", tmp_path)) as source:
        assert source.parents("http://good.test/", 5) == ["http://new.test/"]


def test_sqlite_table_of_edges(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "g.db")) as made:
        made.execute("CREATE TABLE edges (source TEXT, target TEXT)")
        made.execute("INSERT INTO edges VALUES ('http://hub.test/', 'http://good.test/')")
        made.execute("CREATE TABLE links (de TEXT, vers TEXT)")
        made.execute("INSERT INTO links VALUES ('http://a.test/', 'http://b.test/x')")
        made.commit()
    with closing(make_source(f"sqlite:{tmp_path / 'g.db'}", tmp_path)) as source:
        assert source.parents("http://good.test", 5) == ["http://hub.test/"]
    named = EdgeTable(tmp_path / "g.db", table="links", source="de", target="vers")
    with closing(named):
        assert named.parents("http://b.test/x", 5) == ["http://a.test/"]


@pytest.mark.parametrize("is_split", [False, True])
def test_web_graph_in_its_published_format(tmp_path: Path, is_split: bool) -> None:
    folder = tmp_path / "graph"
    folder.mkdir()
    if is_split:
        for kind, text_of in (("vertices", VERTICES), ("edges", GRAPH)):
            (folder / kind).mkdir()
            lines = text_of.splitlines(keepends=True)
            for number, part in enumerate((lines[:2], lines[2:])):
                data = gzip.compress("".join(part).encode())
                (folder / kind / f"part-{number}.txt.gz").write_bytes(data)
    else:
        (folder / "host-vertices.txt").write_text(VERTICES)
        (folder / "host-edges.txt").write_text(GRAPH)
    with closing(make_source(f"common-crawl:{folder}", tmp_path)) as source:
        assert sorted(source.parents("http://www.blog.good.test/deep/page", 5)) == [
            "https://hub.org/", "https://list.net/"
        ]  # fmt: skip
        assert source.parents("https://sub.example.com/", 5) == ["https://hub.org/"]
        assert source.parents("http://unknown.test/", 5) == []
        assert source.parents("http://[broken", 5) == []


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("oracle", "BACK_LINKS: unknown source 'oracle'; there are file"),
        ("file", "file needs a place"),
        ("search", "names none"),
        ("file:none.txt", "No such file"),
        ("file:one.txt", "one.txt, line 2: not two URLs"),
        ("sqlite:none.db", "no such file"),
        ("sqlite:one.txt", "it needs a table edges"),
        ("common-crawl:.", "no file whose name says vertices"),
        ("file:bad.txt.gz", "bad.txt.gz"),
    ],
)
def test_unusable_sources_say_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.txt").write_text("http://a.test/ http://b.test/\nhttp://lonely.test/\n")
    (tmp_path / "bad.txt.gz").write_bytes(b"not compressed at all")
    with pytest.raises(BackLinkError) as refused:
        make_source(spec, tmp_path)
    assert message in str(refused.value) and "\n" not in str(refused.value)


def test_reverse_search_leaves_out_the_own_site() -> None:
    def answer(parameters: dict[str, str], _: dict[str, str]) -> object:
        if parameters["q"].startswith("link:"):
            return reply({"hits": [{"link": "http://www.good.test/about"}]})
        assert parameters["q"] == '"good.test/page"'
        return reply({"hits": [{"link": "http://hub.test/"}, {"link": "http://list.test/"}]})

    with serving({"/": answer}) as server:  # type: ignore[dict-item]
        engines = make_engines([f"json:{server.url}/?q={{query}}"])
        found = ReverseSearch(engines).parents("https://www.good.test/page/", 5)
    assert found == ["http://hub.test/", "http://list.test/"]


def test_reverse_search_that_fails_says_why() -> None:
    with serving({"/": lambda p, h: text("", status=429)}) as server:
        engines = make_engines(
            [{"engine": "json", "name": "x", "url": f"{server.url}/?q={{query}}"}]
        )
        with pytest.raises(BackLinkError, match="x: HTTP 429"):
            ReverseSearch(engines).parents("https://good.test/", 5)
