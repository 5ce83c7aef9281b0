"""`scrapy judge`: people mark pages of a crawl, and the next crawl starts from what was learnt."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from crawling import FAST, command, environment, scrapy

from focused_crawler.feedback import FILE, load_judgements
from focused_crawler.sample_web.model import Response
from focused_crawler.sample_web.server import serve
from focused_crawler.store import CrawlStore

EXTENSIONS = '{"focused_crawler.extensions.topic_memory.TopicMemory": 300}'
RIVERS = "bridge span arch river cable pier deck truss girder steel".split()
TEETH = "bridge span crown tooth dentist gum enamel implant molar jaw".split()
SEED = "http://a.example/river0"
EACH = 8


class Bridges:
    """Bridges over rivers and bridges between teeth, all linked from everywhere."""

    def __init__(self) -> None:
        names = [f"{kind}{n}" for n in range(EACH) for kind in ("river", "tooth")]
        links = " ".join(f'<a href="http://a.example/{name}">{name}</a>' for name in names)
        self.bodies = {
            f"http://a.example/{name}": _body(name, RIVERS if "river" in name else TEETH, links)
            for name in names
        }

    def response(self, url: str, *, attempt: int = 1) -> Response:
        body = self.bodies.get(url, "")
        return Response(200 if body else 404, (("Content-Type", "text/html"),), body.encode())

    def robots(self, host: str) -> str:
        return ""


def _body(name: str, words: list[str], links: str) -> str:
    number = int(name[5:])
    text = " ".join(words[(number * k + k) % len(words)] for k in range(1, 60))
    return f"<title>{name}</title><h1>The {name} page</h1><p>{text}</p><nav>{links}</nav>"


@pytest.fixture
def served() -> Iterator[Any]:
    with serve(Bridges()) as running:  # type: ignore[arg-type]
        yield running


def options(project: Path) -> tuple[str, ...]:
    return "-s", f"TOPIC_FOLDERS={project / 'topics'}"


def crawl(project: Path, proxy: str, job: str) -> dict[str, float]:
    done = scrapy(
        "crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={SEED}", "-s", f"JOBDIR={job}",
        "-s", "TUNNEL_MAX_LEVEL=9",
        "-s", f"EXTENSIONS={EXTENSIONS}", *FAST, *options(project), cwd=project, proxy=proxy,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with CrawlStore.read(project / job / "crawl.db") as store:
        pages = (store.page(url) for url in Bridges().bodies)
        return {page.url.rpartition("/")[2]: page.relevance for page in pages if page}


def judge(project: Path, proxy: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return scrapy("judge", *arguments, *options(project), cwd=project, proxy=proxy)


def test_next_crawl_starts_from_what_people_said(tmp_path: Path, served: Any) -> None:
    before = crawl(tmp_path, served.proxy, "one")
    done = judge(tmp_path, served.proxy, "http://a.example/tooth1", "no", "--crawl", "one")
    assert done.returncode == 0, done.stderr
    assert "0 right and 1 wrong, kept in" in done.stdout
    (tmp_path / "more.csv").write_text(
        "url,verdict\nhttp://a.example/tooth2,no\nhttp://a.example/river3,yes\n"
    )
    done = judge(tmp_path, served.proxy, "more.csv", "--crawl", "one")
    assert done.returncode == 0 and "1 right and 1 wrong" in done.stdout
    for folder in (tmp_path / "one", tmp_path / "topics" / "bridges"):
        kept = load_judgements(folder)
        assert [page.is_right for page in kept.values()] == [False, False, True]
        assert all(page.blocks for page in kept.values())
    after = crawl(tmp_path, served.proxy, "two")
    unseen = [f"tooth{n}" for n in range(3, EACH)]
    assert sum(before[name] for name in unseen) > 0
    assert sum(after[name] for name in unseen) < 0.3 * sum(before[name] for name in unseen)
    rivers = [f"river{n}" for n in range(4, EACH)]
    assert sum(after[name] for name in rivers) > 0.8 * sum(before[name] for name in rivers)


def test_running_crawl_takes_up_judgements(tmp_path: Path, served: Any) -> None:
    arguments = (
        "crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={SEED}", "-s", "JOBDIR=one",
        "-s", "TUNNEL_MAX_LEVEL=9", "-s", "DOWNLOAD_DELAY=1.5", "-s", "AUTOTHROTTLE_ENABLED=0",
        "-s", "CONCURRENT_REQUESTS=1", "-s", "TOPIC_MEMORY_INTERVAL=0.1", "-s", "STATS_DUMP=1",
        "-s", "LOG_LEVEL=INFO", "-s", f"EXTENSIONS={EXTENSIONS}", *options(tmp_path),
    )  # fmt: skip
    with subprocess.Popen(
        command(*arguments), cwd=tmp_path, env=environment(served.proxy),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        end = time.monotonic() + 60
        while len(served.fetched) < 3 and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(3)  # what was fetched is stored within two seconds
        done = judge(tmp_path, served.proxy, served.fetched[0], "no", "--crawl", "one")
        _, log = running.communicate(timeout=90)
    assert done.returncode == 0, done.stderr
    assert running.returncode == 0
    assert "'feedback/wrong': 1" in log


@pytest.fixture
def project(tmp_path: Path, served: Any) -> Path:
    crawl(tmp_path, served.proxy, "one")
    return tmp_path


def test_bad_judgements_change_nothing(project: Path, served: Any) -> None:
    (project / "bad.csv").write_text(f"{SEED},yes\nhttp://a.example/none,no\n")
    (project / "odd.csv").write_text(f"{SEED},yes\n{SEED},perhaps\n")
    for arguments, message in (
        (["http://a.example/none", "no"], "http://a.example/none was not fetched by this crawl"),
        ([SEED, "perhaps"], "'perhaps' is neither yes nor no"),
        (["bad.csv"], "bad.csv, line 2: http://a.example/none was not fetched"),
        (["odd.csv"], "odd.csv, line 2: 'perhaps' is neither yes nor no"),
        (["none.csv"], "No such file or directory"),
        ([SEED], f"is that page right? scrapy judge {SEED} yes, or no"),
    ):
        done = judge(project, served.proxy, *arguments, "--crawl", "one")
        assert done.returncode == 1 and message in done.stderr, done.stderr
        assert "Traceback" not in done.stderr
    assert not (project / "one" / FILE).exists()
    assert not (project / "topics").exists()


def test_page_that_is_gone_is_judged_all_the_same(project: Path) -> None:
    with serve(Nothing()) as gone:  # type: ignore[arg-type]
        done = judge(project, gone.proxy, "http://a.example/tooth1", "no", "--crawl", "one")
    assert done.returncode == 0
    assert "could not be read again (HTTP status 404); nothing is learnt from it" in done.stderr
    assert load_judgements(project / "one")["http://a.example/tooth1"].blocks == []


class Nothing(Bridges):
    def __init__(self) -> None:
        self.bodies = {}
