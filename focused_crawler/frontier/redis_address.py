"""What a FRONTIER_URL says of a Redis: where it is, the crawl's name there, how long leases last.

    redis://[USER:PASSWORD@]HOST[:PORT][/DB][?name=NAME&lease=SECONDS]
    rediss://...                            the same, encrypted
    unix://[USER:PASSWORD@]/PATH[?db=DB&name=NAME&lease=SECONDS]

Other options go to the Redis client. A URL that cannot be used is refused in one line, without
the password in it.

Of a Redis Cluster any node may be named: the crawl is at the node that has its name, as the name
is the hash tag of all its keys.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlencode

from focused_crawler.frontier.base import FrontierError
from focused_crawler.frontier.redis_frontier import LEASE_SECONDS, RedisFrontier

DEFAULT_NAME = "focused"
LEAST_LEASE = 1.0  # seconds; signs of life are kept in whole seconds
DATABASE = re.compile(r"/?\d*")


def open_redis(url: SplitResult) -> RedisFrontier:
    """The frontier at a URL, if a Redis answers there."""
    try:
        import redis
    except ImportError:
        raise FrontierError("redis: frontiers need `pip install focused-crawler[redis]`") from None
    options = dict(parse_qsl(url.query))
    name = options.pop("name", DEFAULT_NAME)
    try:
        lease = _lease(options.pop("lease", LEASE_SECONDS))
        client = redis.Redis.from_url(_address(url, options))
        try:
            client.exists(f"{{{name}}}:")
        except redis.exceptions.MovedError as moved:
            client.close()
            client = redis.Redis.from_url(_address(_at(url, moved.host, moved.port), options))
        is_cluster = _is_cluster(client)
    except redis.exceptions.RedisError as error:
        reason = f"no Redis at {_shown(url)}: {error}; start one or mend FRONTIER_URL"
        raise FrontierError(reason) from error
    except (TypeError, ValueError) as error:
        raise FrontierError(
            f"FRONTIER_URL = {_shown(url)} cannot be used: {error}; "
            "write redis://HOST:PORT/0 or unix:///PATH"
        ) from error
    frontier = RedisFrontier(client, name, lease_seconds=lease)
    if is_cluster:
        frontier.board.start_list = f"{{{name}}}:start_urls"
    return frontier


def _address(url: SplitResult, options: dict[str, str]) -> str:
    """The URL as the client takes it."""
    is_socket = url.scheme == "unix"
    if is_socket and not url.path.startswith("/"):
        raise ValueError("the path of the socket is missing")
    if not is_socket and not url.hostname:
        raise ValueError("the host is missing")
    if not is_socket and not DATABASE.fullmatch(url.path):
        raise ValueError(f"{url.path!r} is no number of a database")
    # Not geturl(): it leaves out the // of a socket.
    return f"{url.scheme}://{url.netloc}{url.path}?{urlencode(options)}"


def _is_cluster(client: Any) -> bool:
    from redis.exceptions import ResponseError

    try:
        return bool(client.info("cluster").get("cluster_enabled"))
    except ResponseError:  # a server that does not let everybody ask
        return False


def _at(url: SplitResult, host: str, port: int) -> SplitResult:
    """The same at another node."""
    user, at, _ = url.netloc.rpartition("@")
    shown = f"[{host}]" if ":" in host else host
    return url._replace(netloc=f"{user}{at}{shown}:{port}")


def _lease(text: Any) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not LEAST_LEASE <= seconds < float("inf"):
        raise ValueError(f"lease={text} is not a number of seconds from {LEAST_LEASE:.0f} up")
    return seconds


def _shown(url: SplitResult) -> str:
    """The URL without its password."""
    return f"{url.scheme}://{url.netloc.rpartition('@')[2]}{url.path}"
