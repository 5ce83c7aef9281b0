"""`scrapy explain URL` tells the whole story of a page, or says in one line why there is none."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from crawling import scrapy
from sample_crawl import TOPIC, sample_crawl
from stored_pages import HUB, ORE, SEED, WAITING, make_page, small_crawl

from focused_crawler.reports.story import story_of
from focused_crawler.reports.story_text import write_story
from focused_crawler.reports.terminal import Terminal
from focused_crawler.store import CrawlReader, CrawlStore


@pytest.fixture
def store(tmp_path: Path):
    with small_crawl(tmp_path / "crawl.db") as opened:
        yield opened


def told(store: CrawlReader, url: str, width: int = 80) -> str:
    stream = io.StringIO()
    write_story(story_of(store, url), Terminal(stream, width=width, is_coloured=False))
    return stream.getvalue()


def explain(*arguments: str, cwd: Path | None = None) -> CompletedProcess[str]:
    return scrapy("explain", *arguments, cwd=cwd or sample_crawl().folder)


def sections(text: str) -> dict[str, str]:
    """The parts of the story by their title."""
    return {part.partition(" (")[0]: part for part in text.split("\n\n")}


def test_story_of_a_page_leads_from_the_seed_with_each_part_of_each_score(store: CrawlStore):
    path = sections(told(store, ORE))["How it was reached"].splitlines()

    assert path[1:] == [
        f"  1 ● 0.900  {SEED}",
        "      a seed",
        '      ↓ link "More metals" under "Resources"',
        "        score 0.600 (block 0.500, parents 0.100)",
        f"  2 ○ 0.100  {HUB}",
        '      ↓ link "Ore prices" under "Metals"',
        "        score 0.400 (parents 0.275, block 0.125), tunnel level 1",
        f"  3 ● 0.800  {ORE}",
    ]


def test_story_names_the_tunnel_that_was_passed(store: CrawlStore):
    assert "tunnel of" not in told(store, ORE)
    store.save_tunnel(ORE, length=1, path=[SEED, HUB, ORE])

    assert "at the end of a tunnel of 1 irrelevant page\n" in told(store, ORE)


def test_story_of_a_seed_begins_and_ends_with_it(store: CrawlStore):
    story = told(store, SEED)

    assert "page 1 of the crawl" in story
    assert sections(story)["How it was reached"].count("●") == 2  # one of them in the title
    assert "More metals" in sections(story)["Where it leads"]
    assert ORE in sections(story)["Pages that link to it"]


def test_story_of_a_candidate_tells_who_links_to_it(store: CrawlStore):
    story = told(store, WAITING)

    assert story.startswith(f"{WAITING}\nNot fetched")
    assert f"  0.300  ○ {HUB}\n" in story
    assert 'link "Futures" under "Metals" (block 0.300), tunnel level 1' in story


def test_story_of_a_failure_tells_the_reason_once(store: CrawlStore):
    store.save_failure("http://a.test/", "http://a.test/: the address is private")
    store.save_failure("http://b.test/", "Ignoring non-200 response", status=404)

    assert "Gave no page: the address is private (" in told(store, "http://a.test")
    assert "the server answered with status 404 (" in told(store, "http://b.test")


def test_near_duplicate_is_named(store: CrawlStore):
    store.save(make_page("http://copy.test/", near_duplicate_of=ORE))

    assert f"Nearly the same text as {ORE}" in told(store, "http://copy.test/")


def test_page_whose_parent_was_not_kept_says_so(store: CrawlStore):
    store.save(make_page("http://orphan.test/", parent="http://gone.test/"))

    assert "from http://gone.test/, of which nothing was kept" in told(store, "orphan.test")


@pytest.mark.parametrize("url", [SEED, HUB, ORE, WAITING, "http://long.test/"])
def test_lines_fit_the_terminal_unless_an_address_is_longer(store: CrawlStore, url: str):
    long = "a very long text of many words " * 9
    store.save(make_page("http://long.test/", long, title=long, block_heading=long, reason=long,
                         parent=SEED, anchor=long, heading=long))  # fmt: skip
    lines = told(store, url, width=60).splitlines()

    assert [line for line in lines if len(line) > 60 and "http" not in line] == []


def test_text_of_a_page_cannot_command_the_terminal(store: CrawlStore):
    store.save(make_page("http://bad.test/", title="\x1b[2Jgone", block_heading="\x1b]0;x\x07"))

    assert "\x1b" not in told(store, "http://bad.test/")


def test_page_found_deep_in_a_real_crawl_leads_back_to_a_seed():
    crawl = sample_crawl()
    with CrawlStore.read(crawl.database) as reader:
        pages = [page for url, _, _ in reader.fingerprints() if (page := reader.page(url))]
    deepest = max(pages, key=lambda page: page.depth)
    ended = explain(deepest.url)

    assert ended.returncode == 0, ended.stderr
    path = sections(ended.stdout)["How it was reached"]
    seeds = [url for url in crawl.web.seeds(TOPIC) if url in path.splitlines()[1]]
    assert len(seeds) == 1
    assert path.count("↓ link") == path.count("score ") == deepest.depth >= 3
    assert path.rstrip().splitlines()[-1].endswith(deepest.url)


def test_another_spelling_of_an_address_gives_the_same_story():
    seed = sample_crawl().web.seeds(TOPIC)[0]
    host, _, path = seed.removeprefix("http://").partition("/")

    expected = explain(seed)
    for typed in (f"HTTP://{host.upper()}:80/{path}#top", f"{host}/{path}", path):
        assert explain(typed).stdout == expected.stdout
    assert "a seed" in expected.stdout


def test_candidate_that_waits_when_the_crawl_ends_is_known():
    crawl = sample_crawl()
    with CrawlStore.read(crawl.database) as reader:
        stored = {url for url, _, _ in reader.fingerprints()}
        failed = {failure.url for failure in reader.failures(10_000)}
        waiting = next(
            link.url for url in stored for link in reader.links(url)
            if link.url not in stored | failed
        )  # fmt: skip
    ended = explain(waiting)

    assert ended.returncode == 0
    assert "Not fetched" in ended.stdout
    assert "Pages that link to it" in ended.stdout


def test_unknown_address_is_one_line_and_a_failure():
    ended = explain("http://www.ore-handbook.example/gide/ores-and-deposits-a-comparison-1.html")

    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert "was neither fetched nor seen as a link in crawls/sample" in line
    assert "nearest known: http://www.ore-handbook.example/guide/ores-and" in line


def test_address_like_no_other_suggests_none():
    (line,) = explain("http://nowhere.test/x").stderr.splitlines()

    assert "nearest" not in line


def test_json_is_the_whole_story():
    seed = sample_crawl().web.seeds(TOPIC)[0]
    ended = explain("--json", seed)
    story = json.loads(ended.stdout)

    assert story["url"] == story["page"]["url"] == story["path"][0]["url"] == seed
    assert story["blocks"]


def test_newest_crawl_is_the_default_and_another_can_be_named(tmp_path: Path):
    shutil.copytree(sample_crawl().database.parent, tmp_path / "crawls" / "older")
    small_crawl(tmp_path / "crawls" / "newer" / "crawl.db").close()

    newer = explain(ORE, cwd=tmp_path)
    assert newer.returncode == 0
    assert newer.stderr.strip().startswith("In crawls/newer, the newest crawl; --crawl FOLDER")
    seed = sample_crawl().web.seeds(TOPIC)[0]
    assert explain(seed, cwd=tmp_path).returncode == 1
    older = explain(seed, "--crawl", "older", cwd=tmp_path)
    assert (older.returncode, older.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["http://a.test/"], "there is no crawl in the folder crawls yet; make one with: scrapy"),
        (["http://a.test/", "--crawl", "nothing"], "nothing holds no crawl"),
    ],
)
def test_no_crawl_is_one_line_with_the_remedy(tmp_path: Path, arguments: list[str], told: str):
    ended = explain(*arguments, cwd=tmp_path)

    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert told in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [[], ["  "], ["http://a.test/", "http://b.test/"]])
def test_anything_but_one_address_is_a_usage_error(tmp_path: Path, arguments: list[str]):
    ended = explain(*arguments, cwd=tmp_path)

    assert ended.returncode == 2
    assert ended.stderr.endswith("error: explain takes one URL\n")
