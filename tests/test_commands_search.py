"""`scrapy search WORDS` finds relevant pages, whatever is typed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from crawling import command, environment, scrapy
from hypothesis import given
from hypothesis import strategies as st
from stored_pages import ORE, make_page, small_crawl

from focused_crawler.items import BlockRecord
from focused_crawler.store import CrawlStore
from focused_crawler.store.words import match_expression


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with one crawl in it."""
    path = tmp_path_factory.mktemp("search")
    with small_crawl(path / "crawls" / "ore" / "crawl.db") as store:
        text = "Das Erz der Gruben, l'économie du fer, it's C++ \"quoted\" 鉄鉱石 NOT AND title:x"
        store.save(make_page("http://odd.test/", text, title="Odd words"))
        store.save(make_page("http://hidden.test/", "iron iron", is_relevant=False))
    return path


def search(folder: Path, *arguments: str) -> CompletedProcess[str]:
    return scrapy("search", *arguments, cwd=folder)


def found(folder: Path, *arguments: str) -> list[str]:
    """The URLs a search prints, best first."""
    ended = search(folder, "--json", *arguments)
    assert ended.returncode == 0, ended.stderr
    return [page["url"] for page in json.loads(ended.stdout)]


def test_page_is_shown_with_its_title_address_relevance_and_the_words(folder: Path):
    ended = search(folder, "iron", "ore")

    assert ended.stdout.splitlines() == [
        "████████   0.800  Iron ore prices",
        f"  {ORE}",
        "  Prices of iron ore rose sharply in the spring",
    ]
    assert ended.stderr == "\nIn crawls/ore, the newest crawl; --crawl FOLDER names another.\n"


def test_words_must_all_occur_and_phrases_stand_together(folder: Path):
    assert found(folder, "spring", "prices") == [ORE]
    assert found(folder, "spring", "copper") == []
    assert found(folder, "iron ore") == [ORE]
    assert found(folder, "ore iron") == []
    assert found(folder, '"ore iron"') == []
    assert found(folder, "ore", "iron") == [ORE]


def test_irrelevant_pages_are_not_found(folder: Path):
    assert "http://hidden.test/" not in found(folder, "iron")


def test_words_are_found_in_any_form_and_without_accents(folder: Path):
    assert found(folder, "PRICE") == [ORE]
    assert found(folder, "economie") == ["http://odd.test/"]
    assert found(folder, "鉄鉱石") == ["http://odd.test/"]


ODD = ["NOT", "AND", "title:x", "it's", "C++", '"quoted"', '"', 'a"b', "*", "-iron", "NEAR(iron",
       "iron OR", "(", "^iron", "{title}:", "\u202eiron", "iron\x00ore", "iron\tore"]  # fmt: skip


def test_odd_queries_give_no_traceback(folder: Path):
    with CrawlStore.read(folder / "crawls" / "ore" / "crawl.db") as store:
        for words in (*ODD, " ".join(ODD)):
            store.search(words)
        assert [page.url for page in store.search('NOT AND title:x it\'s "quoted"')] == [
            "http://odd.test/"
        ]
    ended = search(folder, "--", "-iron", "OR", "NEAR(", "*")
    assert ended.returncode == 0
    assert "Traceback" not in ended.stderr


@given(st.text(max_size=40))
def test_any_text_is_a_valid_query(tmp_path_factory, text: str):
    expression = match_expression(text)
    with CrawlStore(tmp_path_factory.getbasetemp() / "any" / "crawl.db") as store:
        assert store.search(text) == []
    assert expression == "" or any(map(str.isalnum, expression))


@pytest.mark.parametrize("arguments", [[], [""], ['"'], ["--", "-", "* +"]])
def test_nothing_to_look_for_is_a_usage_error(folder: Path, arguments: list[str]):
    ended = search(folder, *arguments)

    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.endswith("error: search takes the words to look for\n")


def test_words_that_nobody_wrote_are_told_with_the_number_of_pages(folder: Path):
    ended = search(folder, "zeppelin")

    assert ended.returncode == 0
    assert ended.stdout == "None of the 3 relevant pages holds all these words.\n"


@pytest.mark.parametrize(("limit", "status"), [("1", 0), ("0", 2), ("-3", 2), ("many", 2)])
def test_limit_is_a_number_of_pages(folder: Path, limit: str, status: int):
    ended = search(folder, "iron", f"--limit={limit}")

    assert ended.returncode == status
    assert "Traceback" not in ended.stderr


def test_best_match_comes_first(tmp_path: Path):
    with CrawlStore(tmp_path / "crawl.db") as store:
        store.save(make_page("http://text.test/", "copper " + "other words " * 50, title="A"))
        store.save(make_page("http://title.test/", "words", title="Copper"))
        store.save(make_page("http://none.test/", "words", title="B"))

        assert [page.url for page in store.search("copper")] == [
            "http://title.test/",
            "http://text.test/",
        ]


def test_words_are_shown_where_they_say_something_and_not_in_the_menu(tmp_path: Path):
    blocks = [
        BlockRecord(0, "nav", "", 0, None, 0.1, "Home Copper About " + "Menu " * 40),
        BlockRecord(1, "heading", "Mines", 1, None, 0.9, "Mines where copper is dug by hand"),
    ]
    with CrawlStore(tmp_path / "crawl.db") as store:
        store.save(make_page("http://a.test/", blocks=blocks))
        (page,) = store.search("copper")

    assert page.text.startswith("Mines where copper is dug by hand")
    assert ("copper", True) in page.snippet


def test_crawl_without_pages_says_so_in_one_line(tmp_path: Path):
    CrawlStore(tmp_path / "crawls" / "new" / "crawl.db").close()
    ended = search(tmp_path, "iron")

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "crawls/new holds no page yet; --crawl FOLDER names another\n"


def test_no_crawl_is_one_line_with_the_remedy(tmp_path: Path):
    ended = search(tmp_path, "iron")

    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1
    assert "scrapy crawl focused" in ended.stderr


def test_reader_that_has_seen_enough_ends_the_search_quietly(folder: Path):
    # `head` closes the pipe: the program must end without complaint.
    process = subprocess.Popen(
        command("search", "iron"), cwd=folder, env=environment(),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.close()
    _, complaint = process.communicate()

    assert b"Traceback" not in complaint
    assert b"BrokenPipe" not in complaint
