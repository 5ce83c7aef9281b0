"""What is known of a link before it is followed: URL, anchor and the text around it (004 §4)."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit, urlunsplit


@dataclass(frozen=True, slots=True)
class LinkContext:
    """One link as it stands on a page."""

    url: str
    anchor: str = ""
    around: str = ""
    page: str = ""  # URL of the page it stands on
    relevance: float = 0.0  # how much anchor and text around it are on the topic, 0 to 1


def site_name(url: str) -> str:
    """The site of a URL: its host, with the port if it names one, without a leading www.

    >>> site_name("https://www.Ore.example/a"), site_name("http://ore.example:8080/")
    ('ore.example', 'ore.example:8080')
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:  # a port that is no number
        return ""
    return host.removeprefix("www.") + (f":{port}" if port else "")


def home_page(url: str) -> str:
    """The address at which the site of a URL is entered.

    >>> home_page("https://www.ore.example/a/b?c=1")
    'https://www.ore.example/'
    """
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, "/", "", ""))


def url_text(url: str) -> str:
    """The words of a whole URL, as text."""
    parts = urlsplit(url)
    return f"{parts.netloc} {path_text(url)}".strip()


def path_text(url: str) -> str:
    """The words of a URL's path and query; within a site the host says nothing (004 §4.2).

    >>> path_text("http://ore.example/advanced_search.html?in=titles")
    'advanced search html in titles'
    """
    parts = urlsplit(url)
    text = unquote(f"{parts.path} {parts.query}")
    return " ".join("".join(c if c.isalnum() else " " for c in text).split())
