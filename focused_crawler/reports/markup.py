"""HTML and SVG from plain values: everything is escaped unless it is `Html` already.

Crawled text is hostile, so the safe way is the only short one: `tag` escapes its children and
attributes, drops what a browser or a reader would obey (control characters, direction marks),
and template engines that know `__html__` take the result as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import urlsplit

from focused_crawler.reports.terminal import clean

VOID = frozenset({"br", "circle", "hr", "img", "input", "line", "link", "meta", "path", "rect"})


class Html(str):
    """Text that is markup already."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


def tag(name: str, /, *children: object, **attributes: object) -> Html:
    """An element; `class_` is class, `data_x` is data-x, None leaves an attribute out.

    >>> tag("p", "a < b", tag("br"), class_="x")
    '<p class="x">a &lt; b<br></p>'
    """
    start = "".join([name, *(_attribute(key, value) for key, value in attributes.items())])
    if name in VOID and not children:
        return Html(f"<{start}>" if name not in _SVG_VOID else f"<{start}/>")
    return Html(f"<{start}>{join(*children)}</{name}>")


_SVG_VOID = frozenset({"circle", "line", "path", "rect"})


def join(*children: object) -> Html:
    """Children in a row, each escaped unless it is markup."""
    return Html("".join(map(_text, children)))


def is_web_address(url: str) -> bool:
    """Whether a browser may be sent there: http and https, never javascript: or data:.

    >>> is_web_address("https://a.example/"), is_web_address("javascript:alert(1)")
    (True, False)
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def outward(url: str, text: str = "") -> Html:
    """A link to a crawled address, marked as leaving; plain text where it cannot be followed."""
    if not is_web_address(url):
        return tag("span", text or url)
    return tag(
        "a", text or url, href=url, class_="outward", target="_blank",
        rel="noopener noreferrer nofollow external",
    )  # fmt: skip


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    key = key.rstrip("_").replace("_", "-")
    return f" {key}" if value is True else f' {key}="{escape(clean(str(value)))}"'


def _text(child: object) -> str:
    if child is None:
        return ""
    if isinstance(child, Html):
        return child
    if isinstance(child, str):
        return escape(clean(child))
    if isinstance(child, Iterable):
        return join(*child)
    return escape(str(child))
