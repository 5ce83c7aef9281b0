"""What an address tells before it is fetched: the folders it lies in, and the words of its path."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

FOLDERS = 3
REMEMBERED_FOLDERS = 20_000


class _Folders(dict[str, tuple[str, ...]]):
    """One tuple for all links into a folder: each of a million would take 200 bytes of its own."""

    def __missing__(self, folder: str) -> tuple[str, ...]:
        if len(self) >= REMEMBERED_FOLDERS:
            self.clear()
        steps = folder.split("/")
        self[folder] = tuple("/".join(steps[:n]) for n in range(1, len(steps) + 1))
        return self[folder]


_known = _Folders()


def folders_of(url: str) -> tuple[str, ...]:
    """Host, host/first folder, host/first/second folder.

    >>> folders_of("http://ore.example/iron/2014/may.html?x=1")
    ('ore.example', 'ore.example/iron', 'ore.example/iron/2014')
    """
    steps = url.partition("://")[2].partition("?")[0].split("/")
    folders = min(len(steps) - 1, FOLDERS)
    return _known["/".join(steps[:folders])] if folders else ()


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
