"""Before a crawl starts: settings and arguments that cannot be meant so are told in one line.

What kind of value a setting takes is told by its default in `focused_crawler.settings`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from scrapy.settings import SETTINGS_PRIORITIES, default_settings

from focused_crawler import settings as defaults
from focused_crawler.crawl import CrawlError

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

FRACTIONS_TOO = ("DOWNLOAD_TIMEOUT",)  # Scrapy reads it as a number of seconds


def check_settings(settings: BaseSettings) -> None:
    """Refuse a value that is of another kind than its default, or negative; no default is.

    So is a name that is nearly one of ours, on the command line or in a topic.toml.
    """
    _check_names(settings)
    for name in dir(defaults):
        default = getattr(defaults, name)
        if name.isupper() and isinstance(default, bool | int | float):
            _check(settings, name, default)


def check_arguments(given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse an argument that is one of the spider's own, misspelt; others may be its users'."""
    known = list(known)
    for name in given:
        meant = get_close_matches(name, known, n=1, cutoff=0.8)
        if name not in known and meant:
            raise CrawlError(f"unknown argument {name!r}; did you mean -a {meant[0]}=?")


def _check_names(settings: BaseSettings) -> None:
    known = list(filter(str.isupper, dir(defaults)))
    for name in settings:
        is_given = (settings.getpriority(name) or 0) >= SETTINGS_PRIORITIES["spider"]
        if not is_given or name in known or hasattr(default_settings, name):
            continue
        if meant := get_close_matches(name, known, n=1, cutoff=0.9):
            raise CrawlError(f"unknown setting {name!r}; did you mean {meant[0]}?")


def _check(settings: BaseSettings, name: str, default: float) -> None:
    read, kind = _reader(settings, name, default)
    try:
        is_right = read(name) >= 0
    except (TypeError, ValueError):
        is_right = False
    if not is_right:
        raise CrawlError(f"{name} = {settings.get(name)!r} is not {kind}")


def _reader(
    settings: BaseSettings, name: str, default: float
) -> tuple[Callable[[str], float], str]:
    if isinstance(default, bool):
        return settings.getbool, "True or False"
    if isinstance(default, int) and name not in FRACTIONS_TOO:
        return settings.getint, "a whole number from 0 up"
    return settings.getfloat, "a number from 0 up"
