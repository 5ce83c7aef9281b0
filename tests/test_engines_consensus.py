"""Seeds on which engines agree: three local engines, each failing in turn."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from crawling import scrapy
from engine_server import EngineServer, Reply, reply, serving, text
from hypothesis import given
from hypothesis import strategies as st

from focused_crawler.engines import Engine, Result, make_engines
from focused_crawler.engines.consensus import Agreed, Answers, agreed, ask_all
from focused_crawler.topic.library import load_topic

PLANTED = [f"https://seed{n}.test/ore" for n in range(5)]


def answering(*urls: str) -> object:
    return lambda parameters, headers: reply({"hits": [{"link": url} for url in urls]})


@pytest.fixture
def server() -> Iterator[EngineServer]:
    routes = {
        "/a": answering("https://spam.test/a", *PLANTED, "https://only-a.test/"),
        "/b": answering(*PLANTED[::-1], "https://only-b.test/"),
        "/c": answering("http://www.seed0.test/ore/", "https://only-c.test/", *PLANTED[1:]),
        "/garbage": lambda p, h: text("{{{"),
        "/quota": lambda p, h: text("", status=429),
        "/slow": lambda p, h: text(""),
        "/meta/search": lambda p, h: _meta(),
    }
    with serving(routes) as running:  # type: ignore[arg-type]
        yield running


def _meta() -> Reply:
    return reply({
        "results": [{"url": url, "engines": ["bing", "mojeek"]} for url in PLANTED]
        + [{"url": "https://only-a.test/", "engines": ["bing"]}]
    })  # fmt: skip


def spec(server: EngineServer, path: str) -> dict[str, object]:
    url = f"{server.url}/{path}?q={{searchTerms}}"
    return {"engine": "json", "name": path, "url": url, "seconds": 0.5}


def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def engines(server: EngineServer, *paths: str) -> list[Engine]:
    return make_engines([spec(server, path) for path in paths])


def test_consensus_of_three_engines_is_the_planted_seeds(server: EngineServer) -> None:
    found = agreed(ask_all(engines(server, "a", "b", "c"), "iron ore", 50))
    assert sorted(entry.url for entry in found) == PLANTED
    assert all(entry.sources == {"a", "b", "c"} for entry in found)


def test_one_call_to_a_meta_search_engine_gives_the_consensus(server: EngineServer) -> None:
    meta = make_engines([f"searxng:{server.url}/meta"])
    found = agreed(ask_all(meta, "iron ore", 50))
    assert [entry.url for entry in found] == PLANTED


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("garbage", "its answer is not JSON"),
        ("quota", "HTTP 429"),
        ("slow", "no answer within 0.5 s"),
        ("refused", "not reached: Connection refused"),
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_each_engine_may_fail_and_the_others_answer(
    server: EngineServer, place: int, path: str, reason: str
) -> None:
    paths = ["a", "b", "c"]
    specs = [spec(server, path) for path in paths]
    specs[place] = spec(server, path)
    if path == "refused":
        specs[place]["url"] = f"http://127.0.0.1:{closed_port()}/?q={{searchTerms}}"
    answers = ask_all(make_engines(specs), "iron ore", 50)
    assert sorted(entry.url for entry in agreed(answers)) in (
        PLANTED,
        ["http://www.seed0.test/ore/", *PLANTED[1:]],
    )
    assert list(answers.failures) == [path] and reason in answers.failures[path]


def test_engine_that_never_ends_is_left_behind(server: EngineServer) -> None:
    slow = spec(server, "slow") | {"seconds": 30}
    answers = ask_all(make_engines([spec(server, "a"), slow]), "ore", 5, seconds=0.6)
    assert answers.failures == {"slow": "no answer within 0.6 s"}
    assert len(answers.results["a"]) == 5


class Rude:
    name = "rude"

    def search(self, query: str, limit: int) -> list[Result]:
        raise KeyError("what a plug-in may raise")


def test_plug_in_with_a_bug_fails_alone(server: EngineServer) -> None:
    answers = ask_all([Rude(), *engines(server, "a")], "ore", 5)
    assert answers.failures == {"rude": "KeyError: 'what a plug-in may raise'"}
    assert "a" in answers.results


def test_same_engine_twice_counts_once_as_a_source(server: EngineServer) -> None:
    answers = ask_all(engines(server, "a", "a"), "ore", 50)
    assert set(answers.results) == {"a", "a #2"}
    assert agreed(answers) == []


RESULTS = st.lists(
    st.builds(Result, st.sampled_from(PLANTED), st.just(""), st.just(("x",))), max_size=6
)


@given(st.dictionaries(st.sampled_from("abcd"), RESULTS), st.integers(1, 4), st.integers(1, 5))
def test_agreed_urls_have_enough_engines_and_come_best_first(
    found: dict[str, list[Result]], agreeing: int, limit: int
) -> None:
    named = {
        name: [Result(result.url, "", (name,)) for result in results]
        for name, results in found.items()
    }
    best = agreed(Answers(named), agreeing=agreeing, limit=limit)
    assert len(best) <= limit and len({entry.url for entry in best}) == len(best)
    assert all(len(entry.sources) >= agreeing for entry in best)
    assert best == sorted(best, key=_order)
    assert len(agreed(Answers(named), agreeing=agreeing + 1)) <= len(
        agreed(Answers(named), agreeing=agreeing)
    )


def _order(entry: Agreed) -> tuple[int, float, str]:
    return -len(entry.sources), -entry.weight, entry.url


def seeds(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    folder = f"TOPIC_FOLDERS={project / 'topics'}"
    return scrapy("topic", "seeds", *arguments, "-s", folder, cwd=project)


def options(server: EngineServer, *paths: str) -> list[str]:
    named = [f"json:{server.url}/{path}?q={{searchTerms}}" for path in paths]
    return [word for name in named for word in ("--engine", name)]


def test_command_makes_a_topic_and_adds_to_it(server: EngineServer, tmp_path: Path) -> None:
    meta = ["--engine", f"searxng:{server.url}/meta"]
    done = seeds(tmp_path, "ores", "iron ore", *meta, "--limit", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 new seeds in topic ores" in done.stdout and "[bing, mojeek]" in done.stdout
    assert load_topic("ores", [tmp_path / "topics"]).seeds == tuple(PLANTED[:3])
    again = seeds(tmp_path, "ores", "iron ore", *meta)
    assert (again.returncode, again.stderr) == (0, "")
    assert "2 new seeds" in again.stdout and again.stdout.count("(known already)") == 3
    assert load_topic("ores", [tmp_path / "topics"]).seeds == tuple(PLANTED)
    assert "# found by: iron ore" in (tmp_path / "topics" / "ores" / "seeds.txt").read_text()


def test_command_tells_each_failure_in_one_line(server: EngineServer, tmp_path: Path) -> None:
    named = [
        "--engine", f"searxng:{server.url}/meta",
        "--engine", f"searxng:http://127.0.0.1:{closed_port()}",
        "--engine", f"json:{server.url}/garbage?q={{query}}",
        "--engine", "brave",
    ]  # fmt: skip
    done = seeds(tmp_path, "ores", "iron ore", *named)
    assert done.returncode == 0
    lines = done.stderr.splitlines()
    assert len(lines) == 3 and all(line.startswith("focused-crawler: ") for line in lines)
    assert "not JSON" in lines[0] and "BRAVE_API_KEY" in lines[1] and "refused" in lines[2]
    assert len(load_topic("ores", [tmp_path / "topics"]).seeds) == 5


def test_lone_engine_is_taken_at_its_word_and_it_is_said(
    server: EngineServer, tmp_path: Path
) -> None:
    done = seeds(tmp_path, "ores", "iron ore", *options(server, "a"))
    assert done.returncode == 0
    assert "only 1 of the 2 engines that should agree answered" in done.stderr
    assert len(load_topic("ores", [tmp_path / "topics"]).seeds) == 7


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ores", "ore", "--engine", "altavista"], "unknown engine 'altavista'"),
        (["ores", " ", "--engine", "brave"], "the query is empty"),
        (["ores", "ore", "--engine", "brave", "--limit", "500"], "a number from 1 to 499"),
        (["ores", "ore", "--engine", "brave", "--agree", "x"], "SEARCH_AGREEING is 'x'"),
        (["ores", "ore", "--engine", "brave"], "no search engine answered"),
        (["../ores", "ore", "--engine", "brave"], "focused-crawler: topic name '../ores': use"),
    ],
)
def test_command_refuses_in_clear_lines(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = seeds(tmp_path, *arguments)
    assert done.returncode == 1 and message in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "topics").exists()
