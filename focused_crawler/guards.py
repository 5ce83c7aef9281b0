"""Which URLs are not worth a request, told from the URL alone.

An ordered checklist of cheap tests, each with a name that is also its counter in the stats.
`refusal` is asked twice: for a link before it may wait, and for every request before it leaves,
because redirects and a user's own spider bring URLs that never were links.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from focused_crawler.addresses import is_private_host

# `js`, `net`, `com`, `py` and `ai` are left out: links that end so lead to pages about "Node.js"
# or "ASP.NET" more often than to files, and the type of the answer settles the rest.
FILE_SUFFIXES = frozenset(
    "avif bmp cur eps gif heic ico jpe jpeg jpg png psd svg tif tiff webp "
    "7z apk bin bz2 cab deb dll dmg exe gz img iso jar msi rar rpm tar tbz2 tgz torrent xz zip zst "
    "3gp aac aiff avi flac flv m4a m4v mid midi mkv mov mp3 mp4 mpeg mpg oga ogg ogv opus wav "
    "webm wma wmv "
    "css eot otf ttf woff woff2 "
    "csv djvu doc docx epub mobi odp ods odt pdf pps ppt pptx rtf xls xlsx".split()
)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What a URL may be; 0 or an empty set switches a limit off."""

    schemes: frozenset[str] = frozenset({"http", "https"})
    is_private_allowed: bool = False
    url_length: int = 2083
    path_depth: int = 20
    path_repeats: int = 3
    suffixes: frozenset[str] = FILE_SUFFIXES


class Target(NamedTuple):
    """A URL and the parts that the tests look at."""

    url: str
    parts: SplitResult
    components: list[str]  # of the path, empty ones left out


Check = Callable[[Target, Limits], bool]


def refusal(url: str, limits: Limits) -> str | None:
    """The name of the first test that refuses this URL as a page, or None.

    >>> refusal("http://a.example/x/x/x", Limits()), refusal("http://a.example/", Limits())
    ('path_repeats', None)
    """
    return _first_refusal(url, limits, SAFETY_CHECKS + PAGE_CHECKS)


def safety_refusal(url: str, limits: Limits) -> str | None:
    """The same for a request whose answer is not a page, such as robots.txt: safety alone."""
    return _first_refusal(url, limits, SAFETY_CHECKS)


def _first_refusal(url: str, limits: Limits, checks: Sequence[tuple[str, Check]]) -> str | None:
    try:
        parts = urlsplit(url)
        target = Target(url, parts, [name for name in parts.path.split("/") if name])
        return next((name for name, is_refused in checks if is_refused(target, limits)), None)
    except ValueError:
        return "malformed"


def _has_foreign_scheme(target: Target, limits: Limits) -> bool:
    """A page that links to file:///etc/passwd must not make the crawler read it."""
    return bool(limits.schemes) and target.parts.scheme not in limits.schemes


def _has_private_host(target: Target, limits: Limits) -> bool:
    return not limits.is_private_allowed and is_private_host(target.parts.hostname or "")


def _is_too_long(target: Target, limits: Limits) -> bool:
    return 0 < limits.url_length < len(target.url)


def _is_too_deep(target: Target, limits: Limits) -> bool:
    return 0 < limits.path_depth < len(target.components)


def _repeats_itself(target: Target, limits: Limits) -> bool:
    """Whether some run of components follows itself: /a/b/a/b/a/b is `a/b` three times."""
    names, times = target.components, limits.path_repeats
    if times < 2 or len(set(names)) > len(names) - times + 1:
        return False
    longest = len(names) // times
    return any(_has_period(names, period, times) for period in range(1, longest + 1))


def _has_period(names: list[str], period: int, times: int) -> bool:
    run = 0
    for name, later in zip(names, names[period:], strict=False):
        run = run + 1 if name == later else 0
        if run == period * (times - 1):
            return True
    return False


def _is_file(target: Target, limits: Limits) -> bool:
    """Only the last suffix counts: `Image.jpg.htm` is a page, and so is `photos.zip/`."""
    last = target.parts.path.rpartition("/")[2].partition(";")[0]
    return "." in last and last.rpartition(".")[2].lower() in limits.suffixes


SAFETY_CHECKS: tuple[tuple[str, Check], ...] = (
    ("scheme", _has_foreign_scheme),
    ("private_address", _has_private_host),
)
PAGE_CHECKS: tuple[tuple[str, Check], ...] = (
    ("url_length", _is_too_long),
    ("path_depth", _is_too_deep),
    ("path_repeats", _repeats_itself),
    ("suffix", _is_file),
)
