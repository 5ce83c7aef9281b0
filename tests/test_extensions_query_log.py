"""A live crawl whose topic follows a query log: interest moves, and the crawl moves with it."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from crawling import command, environment

from focused_crawler.queries.interest import load_interest
from focused_crawler.sample_web.model import Response
from focused_crawler.sample_web.server import serve

EXTENSIONS = '{"focused_crawler.extensions.query_log.QueryLogWatch": 300}'
BRIDGES = "bridge arch river span cable pier deck truss girder".split()
BIRDS = "owl nest wing feather beak egg hatch song plumage".split()
EACH = 60


class TwoSubjects:
    """A bridge page leads to a hub with a block of bridges and a block of birds."""

    def __init__(self) -> None:
        self.bodies = {"http://a.example/": _page("Bridges", BRIDGES, 0, ["hub"])}
        bridges, birds = ([f"{kind}{n}" for n in range(EACH)] for kind in ("bridge", "bird"))
        self.bodies["http://a.example/hub"] = (
            "<h1>All</h1>"
            + _block("Bridges", BRIDGES, 1, bridges)
            + _block("Birds", BIRDS, 1, birds)
        )
        for number, (bridge, bird) in enumerate(zip(bridges, birds, strict=True)):
            self.bodies[f"http://a.example/{bridge}"] = _page("Bridge", BRIDGES, number, [])
            self.bodies[f"http://a.example/{bird}"] = _page("Bird", BIRDS, number, [])

    def response(self, url: str, *, attempt: int = 1) -> Response:
        body = self.bodies.get(url, "")
        return Response(200 if body else 404, (("Content-Type", "text/html"),), body.encode())

    def robots(self, host: str) -> str:
        return ""


def _block(heading: str, words: list[str], number: int, links: list[str]) -> str:
    text = " ".join(words[(number * k + k) % len(words)] for k in range(1, 30))
    anchors = " ".join(f'<a href="http://a.example/{link}">{link}</a>' for link in links)
    return f"<h2>{heading} {number}</h2><p>{text}</p><p>{anchors}</p>"


def _page(heading: str, words: list[str], number: int, links: list[str]) -> str:
    return f"<title>{heading} {number}</title>" + _block(heading, words, number, links)


def test_running_crawl_follows_the_queries(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("bridge\n")
    arguments = (
        "crawl", "focused", "-a", "topic=crossings", "-a", "seeds=http://a.example/",
        "-s", f"QUERY_LOG={log}", "-s", "QUERY_INTERVAL=0.1", "-s", f"EXTENSIONS={EXTENSIONS}",
        "-s", "JOBDIR=job", "-s", "DOWNLOAD_DELAY=0.05", "-s", "RANDOMIZE_DOWNLOAD_DELAY=0",
        "-s", "AUTOTHROTTLE_ENABLED=0", "-s", "CONCURRENT_REQUESTS=1",
        "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=1", "-s", "HARVEST_WINDOW=0",
        "-s", "TOPIC_LEARN_SHARE=0.1", "-s", "GUARD_SHAPE_PAGES=1000",
    )  # fmt: skip
    with serve(TwoSubjects()) as served:  # type: ignore[arg-type]
        with subprocess.Popen(
            command(*arguments), cwd=tmp_path, env=environment(served.proxy),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as crawl:  # fmt: skip
            _wait(lambda: len(served.fetched) >= 12 or crawl.poll() is not None)
            with open(log, "a") as grown:
                grown.write("owl nest\nowl wing\nowl beak egg\nnest egg wing\n" * 25)
            _wait(lambda: len(_history(tmp_path)) >= 2 or crawl.poll() is not None)
            moved = len(served.fetched)
            _, errors = crawl.communicate(timeout=60)
        fetched = [url.rpartition("/")[2] for url in served.fetched]
    assert crawl.returncode == 0, errors
    assert sum(name.startswith("bird") for name in fetched[:12]) == 0
    later = fetched[moved + 5 : moved + 25]
    assert sum(name.startswith("bird") for name in later) >= 18
    assert len(set(fetched)) == 2 + 2 * EACH
    assert [set(change.added) >= {"owl"} for change in _history(tmp_path)] == [False, True]


def _history(tmp_path: Path) -> tuple[object, ...]:
    return load_interest(tmp_path / "job").history


def _wait(is_so: object, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not is_so() and time.monotonic() < end:  # type: ignore[operator]
        time.sleep(0.02)


def test_log_with_a_fault_leaves_the_topic_and_is_complained_of_once(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("query,count\nowl,many\n")
    with serve(TwoSubjects()) as served:  # type: ignore[arg-type]
        done = subprocess.run(
            command(
                "crawl", "focused", "-a", "topic=crossings", "-a", "seeds=http://a.example/",
                "-a", "max_pages=20", "-s", f"QUERY_LOG={log}", "-s", "QUERY_INTERVAL=0.05",
                "-s", f"EXTENSIONS={EXTENSIONS}", "-s", "JOBDIR=job", "-s", "DOWNLOAD_DELAY=0.02",
            ),
            cwd=tmp_path, env=environment(served.proxy), capture_output=True, text=True,
            timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("line 2: count 'many' is not a whole number") == 1
    assert "the topic stays as it is" in done.stderr
    assert _history(tmp_path) == ()
