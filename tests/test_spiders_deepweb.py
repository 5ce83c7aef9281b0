"""The crawl for searchable forms, in real processes against real servers."""

from __future__ import annotations

import gzip
import importlib.util
import json
import random
import signal
import subprocess
import time
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from crawling import FAST, command, environment, scrapy
from own_spider import TableWeb
from rock_sites import LOGIN, ROCK, SEED, page, robots, search_form, seed_page

from focused_crawler.rendering.browser import installed_browser
from focused_crawler.sample_web import Response, Served, serve
from focused_crawler.store import CrawlStore, FoundFormRow

HOME = "http://quarry.example/"
HTML = (("Content-Type", "text/html"),)
FORM_PAGE, RECORD = f"{HOME}search.html", f"{HOME}record/7"
ANSWER = page("Results", (RECORD, "granite record"))
SITE = {
    **seed_page(HOME),
    HOME: page(
        "Quarry",
        (f"{HOME}news.html", "News of the crater"),
        (FORM_PAGE, "Search the rocks"),
        (f"{HOME}login.html", "Sign in"),
    ),
    f"{HOME}news.html": page("News of the crater"),
    f"{HOME}login.html": page("Members", form=LOGIN),
    FORM_PAGE: page("Find a rock", form=search_form()),
    RECORD: page("Granite record"),
}
Table = dict[str, str | Response | list[Response]]


def arguments(*more: str, seeds: str = SEED) -> tuple[str, ...]:
    return ("crawl", "deepweb", "-a", "topic=rocks", "-a", f"seeds={seeds}", *FAST,
            "-s", "JOBDIR=job", "-s", "STATS_DUMP=1", "-L", "INFO", *more)  # fmt: skip


def crawl(
    folder: Path, pages: Table, *more: str, seeds: str = SEED
) -> tuple[list[str], CompletedProcess[str]]:
    """What the server was asked for, and how the crawl ended."""
    with serve(TableWeb(pages)) as served:  # type: ignore[arg-type]
        ended = scrapy(*arguments(*more, seeds=seeds), cwd=folder, proxy=served.proxy)
        assert ended.returncode == 0, ended.stderr
        assert "Traceback" not in ended.stderr, ended.stderr
        return served.fetched, ended


def forms_of(folder: Path) -> list[FoundFormRow]:
    with CrawlStore.read(folder / "job" / "crawl.db") as store:
        return store.forms()


def test_forms_are_found_stored_and_told_of(tmp_path: Path) -> None:
    fetched, ended = crawl(tmp_path, SITE, "-O", "pages.jsonl")
    assert fetched.index(FORM_PAGE) < fetched.index(f"{HOME}login.html")
    search, login = sorted((row.form for row in forms_of(tmp_path)), key=lambda f: -f.is_wanted)
    assert (search.kind, search.method, search.action) == ("searchable", "get", f"{HOME}find")
    assert [(f["name"], f["kind"], f["label"]) for f in search.fields] == [
        ("q", "text", "Name of the rock"), ("kind", "select", search.fields[1]["label"]),
    ]  # fmt: skip
    assert search.fields[1]["options"] == ["Any rock", "Lava"]
    assert (login.kind, login.is_wanted) == ("login", False)
    assert "2, 1 with searchable forms on the topic" in ended.stderr
    assert f"1 on the topic of 1 searchable, {1 / 5:.3f} per page" in ended.stderr
    assert "scrapy forms --crawl job" in ended.stderr
    items = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_text().splitlines()]
    assert [len(item["forms"]) for item in items if item["url"] == FORM_PAGE] == [1]


def test_commands_show_the_forms_of_a_crawl(tmp_path: Path) -> None:
    crawl(tmp_path, SITE)
    listed = scrapy("forms", "--crawl", "job", cwd=tmp_path)
    assert f"GET {HOME}find" in listed.stdout and "Name of the rock" in listed.stdout
    told = scrapy("explain", FORM_PAGE, "--crawl", "job", cwd=tmp_path).stdout
    assert 'link "Search the rocks"' in told and "Its forms" in told and "prior" in told
    entered = scrapy("explain", HOME, "--crawl", "job", cwd=tmp_path).stdout
    assert 'link "granite collection"' in entered and "frequency" in entered
    as_json = json.loads(scrapy("forms", "--crawl", "job", "--json", cwd=tmp_path).stdout)
    assert {form["kind"] for form in as_json} == {"searchable", "login"}
    report = (tmp_path / "job" / "report.html").read_text("utf-8")
    assert "Search forms" in report and f"{HOME}find" in report and "Name of the rock" in report
    assert "search forms on the topic, of 1" in report


def test_form_is_not_asked_unless_that_is_wanted(tmp_path: Path) -> None:
    fetched, _ = crawl(tmp_path, SITE)
    assert not [url for url in fetched if "/find" in url] and RECORD not in fetched


def test_pages_behind_a_form_are_reached(tmp_path: Path) -> None:
    asked = [f"{HOME}find?q={word}&kind=1" for word in ROCK.split()]
    fetched, _ = crawl(tmp_path, SITE | dict.fromkeys(asked, ANSWER), "-s", "FORM_QUERIES=2")
    assert len(set(fetched) & set(asked)) == 2
    assert RECORD in fetched
    with CrawlStore.read(tmp_path / "job" / "crawl.db") as store:
        record = store.page(RECORD)
        assert record is not None
        assert set(record.parts) == {"result"} and record.parent in asked


@pytest.mark.parametrize(
    "form",
    [search_form(method="post"), search_form("http://elsewhere.example/find"), LOGIN,
     search_form("/private/find"), search_form("ftp://quarry.example/find")],
)  # fmt: skip
def test_forms_that_must_not_be_asked_are_left_alone(tmp_path: Path, form: str) -> None:
    pages = SITE | {FORM_PAGE: page("Find a rock", form=form)} | robots(HOME)
    fetched, _ = crawl(tmp_path, pages, "-s", "FORM_QUERIES=3")
    assert not [url for url in fetched if "q=" in url and "/search.html" not in url]


def test_answers_of_a_site_have_a_budget(tmp_path: Path) -> None:
    endless = {
        f"{HOME}find?q={word}&kind=1": page(
            f"Results {word}", *((f"{HOME}r/{word}{n}", f"{word} {n}") for n in range(9))
        )
        for word in ROCK.split()
    }
    endless |= {f"{HOME}r/{w}{n}": page(f"{w} {n}") for w in ROCK.split() for n in range(9)}
    fetched, _ = crawl(tmp_path, SITE | endless, "-s", "FORM_QUERIES=3", "-s", "SITE_RESULTS=5",
                       "-s", "CONCURRENT_REQUESTS=1")  # fmt: skip
    assert sum("/r/" in url or "/find" in url for url in fetched) == 5


def chain(sites: int) -> Table:
    """Each site is known to the one before alone, so none may be lost."""
    homes = [f"http://rock{n}.example/" for n in range(sites)]
    pages: Table = dict(seed_page(homes[0]))
    for home, following in zip(homes, [*homes[1:], homes[0]], strict=True):
        name = home[7:-9]
        pages[home] = page(
            f"Collection {name}", (f"{home}find.html", "Search"), (following, "Friends of granite")
        )
        pages[f"{home}find.html"] = page(f"Find {name}", form=search_form())
    return pages


def start_and_kill(served: Served, folder: Path, dice: random.Random) -> None:
    enough = len(served.fetched) + dice.randint(2, 14)
    with (folder / "log").open("w") as log:
        run = subprocess.Popen(
            command(*arguments()), cwd=folder, env=environment(served.proxy), stdout=log, stderr=log
        )
        deadline = time.monotonic() + 60
        while len(served.fetched) < enough and run.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.001)
        time.sleep(dice.uniform(0, 0.02))
        run.send_signal(signal.SIGKILL)
        run.wait()


def test_killed_again_and_again_the_crawl_loses_no_site(tmp_path: Path) -> None:
    sites, dice = 40, random.Random(3)
    with serve(TableWeb(chain(sites))) as served:  # type: ignore[arg-type]
        for _ in range(6):
            start_and_kill(served, tmp_path, dice)
        before = set(served.fetched)
        ended = scrapy(*arguments(), cwd=tmp_path, proxy=served.proxy)
    assert ended.returncode == 0, ended.stderr
    assert len(before) < 2 * sites, "every kill must meet a crawl at work"
    assert sum(row.form.is_wanted for row in forms_of(tmp_path)) == sites
    assert f"{sites} on the topic of {sites} searchable" in ended.stderr


def test_finished_crawl_that_is_started_again_fetches_nothing(tmp_path: Path) -> None:
    crawl(tmp_path, chain(4))
    fetched, _ = crawl(tmp_path, chain(4))
    assert not fetched


def test_damaged_memory_is_named_in_one_line(tmp_path: Path) -> None:
    crawl(tmp_path, chain(2))
    (tmp_path / "job" / "sites.json").write_text("{")
    ended = scrapy(*arguments(), cwd=tmp_path)
    assert ended.returncode != 0 and "Traceback" not in ended.stderr
    assert "sites.json" in ended.stderr and "delete both" in ended.stderr


def test_site_nobody_links_to_is_found_by_reverse_search(tmp_path: Path) -> None:
    centre, hidden = "http://links.example/rocks", "http://hidden.example/"
    pages: Table = SITE | {
        centre: page("Rock links", (HOME, "Quarry"), (hidden, "granite archive")),
        hidden: page("Hidden granite", form=search_form("/archive")),
    }
    (tmp_path / "edges.tsv").write_text(f"{centre}\t{HOME}\n")
    fetched, _ = crawl(tmp_path, pages, "-s", "BACK_LINKS=file:edges.tsv")
    assert hidden in fetched and fetched.count(centre) == 1
    assert f"{hidden}archive" in {row.form.action for row in forms_of(tmp_path)}
    (tmp_path / "job").rename(tmp_path / "first")
    fetched, _ = crawl(tmp_path, pages, "-s", "BACK_LINKS=file:edges.tsv", "-s", "SITE_LOW=0")
    assert centre not in fetched


def sitemap(*urls: str) -> bytes:
    rows = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return f'<?xml version="1.0"?><urlset xmlns="http://x.example/">{rows}</urlset>'.encode()


SECRET = f"{HOME}archive/search"
BOMB = gzip.compress(b"<urlset>" + b"<url><loc>a</loc></url>" * 3_000_000)
LAUGHS = (
    b'<!DOCTYPE u [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 9))
    + b"]><urlset><url><loc>http://quarry.example/&a8;</loc></url></urlset>"
)


def with_sitemap(body: bytes, *, line: str = f"Sitemap: {HOME}map.xml") -> Table:
    return {
        **SITE,
        **robots(HOME, line),
        f"{HOME}map.xml": Response(200, (("Content-Type", "application/xml"),), body),
        HOME: page("Quarry", (f"{HOME}news.html", "News of the crater")),
        SECRET: page("Archive", form=search_form("/secret")),
    }


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (sitemap(f"{HOME}news.html", SECRET), f"Sitemap: {HOME}map.xml"),
        (gzip.compress(sitemap(SECRET)), "sitemap: /map.xml"),
        (sitemap(*(f"{HOME}x{n}" for n in range(4000)), SECRET), f"Sitemap: {HOME}map.xml"),
        (sitemap(SECRET)[:-20], f"Sitemap: {HOME}map.xml"),
    ],
    ids=["plain", "packed", "long", "cut off"],
)
def test_form_that_a_sitemap_alone_names_is_found(tmp_path: Path, body: bytes, line: str) -> None:
    fetched, _ = crawl(tmp_path, with_sitemap(body, line=line))
    assert SECRET in fetched
    assert f"{HOME}secret" in {row.form.action for row in forms_of(tmp_path)}


@pytest.mark.parametrize(
    "body",
    [b"", b"\x1f\x8b broken", b"<html><p>not found", b"\xff" * 999, BOMB, LAUGHS,
     sitemap("http://[", "javascript:x", "http://elsewhere.example/a", f"{HOME}private/x"),
     b"<sitemapindex>" + f"<sitemap><loc>{HOME}map.xml</loc></sitemap>".encode() * 99],
    ids=["empty", "no gzip", "html", "bytes", "bomb", "laughs", "strange", "index of itself"],
)  # fmt: skip
def test_bad_sitemap_costs_nothing(tmp_path: Path, body: bytes) -> None:
    started = time.monotonic()
    fetched, _ = crawl(tmp_path, with_sitemap(body))
    assert time.monotonic() - started < 30
    assert f"{HOME}news.html" in fetched
    assert fetched.count(f"{HOME}map.xml") <= 3
    assert not [url for url in fetched if "private" in url or "elsewhere" in url]


def test_sitemap_is_read_where_the_home_page_is_redirected(tmp_path: Path) -> None:
    moved = Response(302, (("Location", f"{HOME}en/index.html"),), b"")
    pages = with_sitemap(sitemap(SECRET))
    pages |= {HOME: moved, f"{HOME}en/index.html": pages[HOME]}
    fetched, _ = crawl(tmp_path, pages)
    assert SECRET in fetched


def test_seed_that_is_a_home_page_does_not_hold_up_the_crawl(tmp_path: Path) -> None:
    started = time.monotonic()
    fetched, _ = crawl(tmp_path, SITE, seeds=f"{HOME} {HOME}news.html")
    assert time.monotonic() - started < 30
    assert FORM_PAGE in fetched


def test_no_more_pages_than_were_allowed(tmp_path: Path) -> None:
    _, ended = crawl(tmp_path, chain(40), "-a", "max_pages=17")
    assert "page budget reached" in ended.stderr
    with CrawlStore.read(tmp_path / "job" / "crawl.db") as store:
        assert store.counts()[0] == 17


def test_site_off_the_topic_costs_one_page(tmp_path: Path) -> None:
    bakery = "http://bakery.example/"
    cakes = "flour butter sugar oven cake icing"
    pages: Table = SITE | seed_page(HOME, bakery) | {
        bakery: page("Bakery", (f"{bakery}search.html", "Search"), words=cakes),
        f"{bakery}search.html": page("Find a cake", form=search_form(), words=cakes),
    }  # fmt: skip
    fetched, _ = crawl(tmp_path, pages)
    assert bakery in fetched and f"{bakery}search.html" not in fetched


def test_form_that_a_script_writes_is_found_with_a_renderer(tmp_path: Path) -> None:
    if not (importlib.util.find_spec("playwright") and installed_browser()):
        pytest.skip("no playwright with a Chromium on this machine; `make renderers` installs both")
    script = f'<div id="finder"></div><script>finder.innerHTML = {json.dumps(search_form())}'
    pages: Table = SITE | {FORM_PAGE: page("Find a rock", form=f"{script};</script>")}
    crawl(tmp_path, pages)
    assert not any(row.form.is_wanted for row in forms_of(tmp_path))
    (tmp_path / "job").rename(tmp_path / "first")
    crawl(tmp_path, pages, "-s", "RENDERER=playwright")
    assert [row.form.action for row in forms_of(tmp_path) if row.form.is_wanted] == [f"{HOME}find"]


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("SITE_DEPTH=x", "SITE_DEPTH = 'x' is not a whole number from 0 up"),
        ("SITE_OPEN=0", "SITE_OPEN = '0' is not a whole number from 1 up"),
        ("SITE_LEARN_FORMS=0", "SITE_LEARN_FORMS = '0' is not a whole number from 1 up"),
        ("SITE_SITEMAP_URLS=many", "SITE_SITEMAP_URLS = 'many' is not a whole number from 0 up"),
        ("SITE_LOW=-1", "SITE_LOW = '-1' is not a whole number from 0 up"),
        ("FORM_QUERIES=-1", "FORM_QUERIES = '-1' is not a whole number from 0 up"),
    ],
)
def test_bad_setting_is_named_in_one_line(tmp_path: Path, option: str, told: str) -> None:
    ended = scrapy(*arguments("-s", option), cwd=tmp_path)
    assert ended.returncode != 0
    assert ended.stderr.strip().splitlines()[-1] == f"focused-crawler: {told}"
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    ("argument", "told"),
    [("topic=nowhere", "unknown topic 'nowhere'"), ("method=shark", "scrapy crawl focused")],
)
def test_bad_argument_is_named_in_one_line(tmp_path: Path, argument: str, told: str) -> None:
    seeds = () if argument.startswith("topic") else ("-a", f"seeds={SEED}")
    ended = scrapy("crawl", "deepweb", "-a", "topic=rocks", *seeds, "-a", argument, cwd=tmp_path)
    assert ended.returncode != 0
    assert told in ended.stderr and len(ended.stderr.strip().splitlines()) == 1
