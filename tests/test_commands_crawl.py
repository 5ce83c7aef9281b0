"""A crawl that cannot be: one clear line with cause and remedy, a status that is not 0, no loss."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from crawling import FAST, SmallWeb, scrapy

from focused_crawler.sample_web import serve

SEED = "http://h0.example/p000.html"
FILES = ("crawl.db", "frontier.log", "topic.json")


def crawl(cwd: Path, *arguments: str, proxy: str = "") -> subprocess.CompletedProcess[str]:
    return scrapy("crawl", "focused", *FAST, *arguments, cwd=cwd, proxy=proxy)


def assert_refused(done: subprocess.CompletedProcess[str], *expected: str) -> None:
    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr.startswith("focused-crawler: ")
    assert done.stderr.count("\n") == 1, done.stderr
    for text in expected:
        assert text in done.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ["no topic", "-a topic=NAME"]),
        (["-a", "topic=stock-markt"], ["unknown topic", "did you mean 'stock-market'?"]),
        (["-a", "topic=../etc"], ["unknown topic '../etc'; names are letters", "iron-ore"]),
        (["-a", "topic=birds", "-a", "seeds="], ["unknown topic 'birds'", "from -a seeds=FILE"]),
        (["-a", "topic=birds", "-a", "seeds=mailto:a@b.c"], ["'mailto:a@b.c' is not an http(s)"]),
        (["-a", "topic=iron-ore", "-a", "method=magic"], ["unknown method 'magic'", "best-first"]),
        (["-a", "topic=iron-ore", "-a", "max_pages=x"], ["max_pages='x'", "0 means no limit"]),
        (["-a", "topic=birds", "-a", "seeds=none.txt"], ["none.txt: No such file", "a file with"]),
        (["-a", "topic=birds", "-a", "seeds=empty.txt"], ["empty.txt: no seeds", "http(s) URL"]),
        (["-a", "topic=birds", "-a", "seeds=owl.png"], ["owl.png: not UTF-8 text", "save it"]),
        (["-a", "topic=birds", "-a", "seeds=ftp://x.example/"], ["ftp://x.example/", "http(s)"]),
    ],
    ids=lambda value: " ".join(value).replace("-a ", "")[:40],
)
def test_bad_argument_is_told_in_one_line(
    tmp_path: Path, arguments: list[str], expected: list[str]
) -> None:
    (tmp_path / "empty.txt").write_text("# nothing yet\n\n")
    (tmp_path / "owl.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert_refused(crawl(tmp_path, *arguments), *expected)
    assert not (tmp_path / "crawls").exists()


def test_unknown_spider_is_told_in_one_line(tmp_path: Path) -> None:
    done = scrapy("crawl", "focussed", cwd=tmp_path)
    assert done.returncode != 0
    assert "no spider 'focussed'; `scrapy list` shows them" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("seed", "cause"),
    [
        ("http://127.0.0.1:9/", "the address is private"),
        ("http://h0.example/gone.html", "HTTP status 404"),
    ],
)
def test_unreachable_seeds_are_told_with_the_way_to_the_sample_web(
    tmp_path: Path, seed: str, cause: str
) -> None:
    with serve(SmallWeb()) as web:
        proxy = "" if "127.0.0.1" in seed else web.proxy
        done = crawl(tmp_path, "-a", "topic=x", "-a", f"seeds={seed}", proxy=proxy)
    assert_refused(done, "no seed could be reached", cause, "make crawl")


def test_shipped_topic_without_a_network_is_told_in_one_line(tmp_path: Path) -> None:
    proxy = "http://127.0.0.1:9"  # nobody listens there, as on a machine without a network
    done = scrapy(
        "crawl", "focused", "-a", "topic=stock-market", *FAST, "-s", "RETRY_ENABLED=0",
        cwd=tmp_path, proxy=proxy, https_proxy=proxy,
    )  # fmt: skip
    assert_refused(done, "no seed could be reached", "(and 7 more)", "make crawl")


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("title = birds", "not TOML"),
        ('titel = "Birds"', "unknown key 'titel'; the keys are title"),
        ("title = 7", "title must be text in quotes"),
    ],
)
def test_broken_topic_is_told_in_one_line(tmp_path: Path, text: str, cause: str) -> None:
    folder = tmp_path / "data" / "topics" / "birds"
    folder.mkdir(parents=True)
    (folder / "seeds.txt").write_text(SEED)
    (folder / "topic.toml").write_text(text)
    assert_refused(crawl(tmp_path, "-a", "topic=birds"), str(folder / "topic.toml"), cause)


def test_folder_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where a folder should be; true for root as well")
    done = crawl(tmp_path, "-a", "topic=x", "-a", f"seeds={SEED}", "-s", "JOBDIR=taken/job")
    assert_refused(done, "cannot write to the crawl folder taken/job", "-s JOBDIR=FOLDER")


@pytest.mark.parametrize(
    "setting", ["RENDERER=none", "BACK_LINKS=none", "FRONTIER_URL=redis://127.0.0.1:9/0"]
)
def test_crawl_that_cannot_start_leaves_no_folder(tmp_path: Path, setting: str) -> None:
    arguments = ("-a", "topic=x", "-a", f"seeds={SEED}", "-s", setting)
    assert_refused(crawl(tmp_path, *arguments), setting.partition("=")[0])
    assert not list((tmp_path / "crawls").iterdir())

    (tmp_path / "job").mkdir()
    (tmp_path / "job" / "notes.txt").write_text("mine")
    assert_refused(crawl(tmp_path, *arguments, "-s", "JOBDIR=job"))
    assert (tmp_path / "job" / "notes.txt").read_text() == "mine"


Run = Callable[[Path, int], subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Run]]:
    """A crawl folder of forty pages, and how to go on with a copy of it."""
    base = tmp_path_factory.mktemp("jobs")
    with serve(SmallWeb()) as web:

        def run(folder: Path, pages: int) -> subprocess.CompletedProcess[str]:
            return crawl(
                base, "-a", "topic=bridges", "-a", f"seeds={SEED}", "-a", f"max_pages={pages}",
                "-s", f"JOBDIR={folder}", proxy=web.proxy,
            )  # fmt: skip

        assert run(base / "job", 40).returncode == 0
        yield base / "job", run


@pytest.mark.parametrize("name", FILES)
def test_damaged_file_of_a_crawl_is_told_and_left_as_it_is(
    finished: tuple[Path, Run], tmp_path: Path, name: str
) -> None:
    job, run = finished
    shutil.copytree(job, tmp_path / "job")
    damaged = tmp_path / "job" / name
    damaged.write_bytes(b"\xa5 not what a crawl wrote \xa5" * 200)
    before = {file: (tmp_path / "job" / file).read_bytes() for file in FILES}
    assert_refused(run(tmp_path / "job", 60), str(damaged))
    for file, content in before.items():
        assert (tmp_path / "job" / file).read_bytes() == content, file


def test_sound_crawl_goes_on_from_its_folder(finished: tuple[Path, Run], tmp_path: Path) -> None:
    job, run = finished
    shutil.copytree(job, tmp_path / "job")
    done = run(tmp_path / "job", 60)
    assert done.returncode == 0
    assert "60 (20 in this run)" in done.stderr


def test_crawl_of_forty_pages_says_nothing_but_its_summary(tmp_path: Path) -> None:
    with serve(SmallWeb()) as web:
        arguments = ("-a", "topic=bridges", "-a", f"seeds={SEED}", "-a", "max_pages=40")
        done = crawl(tmp_path, *arguments, proxy=web.proxy)
    assert done.returncode == 0
    first, second = done.stderr.splitlines()[:2]
    assert (first, second.split()[0]) == ("Crawl of bridges by adaptive", "stopped")
    for word in ("Traceback", "WARNING", "Deprecat"):
        assert word not in done.stderr
    assert "folder     crawls/bridges-" in done.stderr
