"""What an address tells before it is fetched: the folders it lies in, and the words of its path."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

FOLDERS = 3


def folders_of(url: str) -> tuple[str, ...]:
    """Host, host/first folder, host/first/second folder.

    >>> folders_of("http://ore.example/iron/2014/may.html?x=1")
    ('ore.example', 'ore.example/iron', 'ore.example/iron/2014')
    """
    steps = url.partition("://")[2].partition("?")[0].split("/")
    return tuple("/".join(steps[:n]) for n in range(1, min(len(steps), FOLDERS + 1)))


def path_words(url: str) -> str:
    """What the path of a URL says to a reader, without its ending.

    >>> path_words("http://ore.example/iron%20ore/mining_2014.html")
    '/iron ore/mining 2014'
    """
    path = unquote(_path(url))
    folder, slash, name = path.rpartition("/")
    return f"{folder}{slash}{name.partition('.')[0]}".replace("_", " ")


def _path(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:  # an address that cannot be parsed waits like any other
        return ""
