"""Frozen webs from folders, WARC files and finished crawls."""

from __future__ import annotations

from pathlib import Path

import pytest
from crawling import scrapy
from stored_pages import make_page

from focused_crawler.items import LinkRecord
from focused_crawler.laboratory.exporting import pages_of_crawl
from focused_crawler.laboratory.importing import pages_of_folder, pages_of_warc, read_labels
from focused_crawler.laboratory.web import FrozenWebError, load_web
from focused_crawler.page import parse_page
from focused_crawler.store import CrawlStore
from focused_crawler.warc import Message, WarcFile

BASE = "http://a.test/"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sub dir").mkdir()
    (tmp_path / "index.html").write_text("<h1>Iron</h1>", encoding="utf-8")
    (tmp_path / "sub dir" / "ore.HTM").write_bytes(
        '<meta charset="latin-1"><p>Erzgebirgskammstraße</p>'.encode("latin-1")
    )
    (tmp_path / "style.css").write_text("p {}", encoding="utf-8")
    return tmp_path


@pytest.fixture
def warc(tmp_path: Path) -> Path:
    file = WarcFile(tmp_path / "crawl.warc.gz", {"software": "test"})
    for path, kind, status, body in (
        ("", "text/html; charset=utf-8", 200, "<h1>Iron é</h1>"),
        ("old", "text/html", 404, "gone"),
        ("x.css", "text/css", 200, "p {}"),
    ):
        request = Message(f"GET /{path} HTTP/1.1", [("Host", "a.test")], b"")
        answer = Message(f"HTTP/1.1 {status} X", [("Content-Type", kind)], body.encode())
        file.write(BASE + path, request, answer)
    file.close()
    return tmp_path / "crawl.warc.gz"


def test_html_files_become_pages_below_the_base_url(folder: Path) -> None:
    pages = list(pages_of_folder(folder, "http://a.test/x", {"index.html": frozenset({"iron"})}))
    assert [page.url for page in pages] == [
        "http://a.test/x/index.html",
        "http://a.test/x/sub%20dir/ore.HTM",
    ]
    assert [page.labels for page in pages] == [{"iron"}, set()]
    assert "straße" in pages[1].html.decode("utf-8")


def test_a_table_gives_labels_by_path_and_by_url(tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_text("index.html,iron;ore\nhttp://a.test/b,tin, zinc \n\n")
    assert read_labels(tmp_path / "labels.csv") == {
        "index.html": {"iron", "ore"},
        "http://a.test/b": {"tin", "zinc"},
    }


def test_only_html_answers_of_a_warc_become_pages(warc: Path) -> None:
    pages = list(pages_of_warc(warc, {BASE: frozenset({"iron"})}))
    assert [(page.url, page.html.decode(), page.labels) for page in pages] == [
        (BASE, "<h1>Iron é</h1>", {"iron"})
    ]


@pytest.mark.parametrize("content", [b"", b"<html>no archive</html>", b"\x1f\x8b\x08broken"])
def test_a_file_that_is_no_warc_says_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.warc").write_bytes(content)
    with pytest.raises(FrozenWebError, match="WARC") as error:
        list(pages_of_warc(tmp_path / "x.warc", {}))
    assert "\n" not in str(error.value)


def test_a_folder_without_pages_and_a_bad_base_url_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FrozenWebError, match="holds no file"):
        list(pages_of_folder(tmp_path, BASE, {}))
    with pytest.raises(FrozenWebError, match=r"http://NAME\.test"):
        list(pages_of_folder(tmp_path, "a.test", {}))


def test_an_exported_crawl_keeps_labels_links_and_archived_pages(warc: Path) -> None:
    seen = make_page(BASE, is_relevant=True)
    link = LinkRecord("http://c.test/?a=1&b=2", 0, "Tin <mines>", 0.5, 0, {})
    other = make_page("http://b.test/", is_relevant=False, links=[link])
    store = CrawlStore(warc.parent / "crawl.db")
    store.set_meta(topic="iron-ore")
    store.save(seen)
    store.save(other)
    store.close()
    pages = {page.url: page for page in pages_of_crawl(warc.parent)}
    assert pages[BASE].html.decode() == "<h1>Iron é</h1>"
    assert pages[BASE].labels == {"iron-ore"}
    assert pages[other.url].labels == set()
    rebuilt = parse_page(other.url, pages[other.url].html, encoding="utf-8")
    found = [(link.url, link.anchor) for block in rebuilt.blocks for link in block.links]
    assert found == [(link.url, link.anchor)]


def test_a_folder_without_a_crawl_says_so(tmp_path: Path) -> None:
    with pytest.raises(FrozenWebError, match=r"crawl\.db"):
        list(pages_of_crawl(tmp_path))


def test_the_command_imports_a_folder_and_shows_the_web(folder: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text("index.html,iron\n")
    web = tmp_path / "web.jsonl.gz"
    ended = scrapy(
        "web", "import", str(folder), str(web), "--base-url", BASE, "--labels", str(labels),
        cwd=tmp_path,
    )  # fmt: skip
    assert ended.stdout.strip() == f"2 pages in {web}"
    assert len(load_web(web)) == 2
    shown = scrapy("web", "show", str(web), cwd=tmp_path)
    assert "iron: 1 page\n" in shown.stdout
    refused = scrapy("web", "show", str(labels), cwd=tmp_path)
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [
        (("web",), "say what to do: import, export, show"),
        (("web", "import", "folder"), "web import takes SOURCE and WEB.jsonl.gz"),
        (("preview",), "preview takes example pages: --seeds FILE_OR_URLS"),
    ],
)
def test_a_command_without_its_arguments_says_what_is_missing(
    arguments: tuple[str, ...], missing: str, tmp_path: Path
) -> None:
    ended = scrapy(*arguments, cwd=tmp_path)
    assert ended.returncode == 2
    assert missing in ended.stderr
