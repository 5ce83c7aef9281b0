"""Makes the URLs of a page absolute, safe to request, and fit to be followed.

`UrlResolver.resolve` equals `safe_url_string(urljoin(base, href))` without the fragment, or None
where that is no http(s) URL of another page. Joining and quoting cost 20 microseconds a link, so
the plain shapes that nearly all links have are put together by hand; `tests/test_page_urls.py`
holds both ways equal.
"""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from w3lib.url import safe_url_string

SCHEMES = ("http", "https")
# A crawl refuses longer ones anyway, and a page may join one long base to each of its links.
MAX_URL_CHARACTERS = 4_096
OUTER_SPACE = "".join(map(chr, range(33)))  # what browsers strip

# Only characters that stand for themselves in a safe URL. A part of a path that begins with a dot
# is left to urljoin, and so is ";", which it reads as the start of parameters.
_PART = r"[\w%~!$&'()*+,=@-][\w%~!$&'()*+,=@:.-]*+"
_REST = rf"(?:/{_PART})*+/?+(?:\?[\w%~!$&()*+,=@:./?-]++)?+"
_ABSOLUTE = re.compile(rf"https?://[a-z0-9][a-z0-9.-]*+/(?:{_PART})?+{_REST}", re.ASCII)
_RELATIVE = re.compile(rf"(/|(?:\.\.?/)*+)([\w%~-][\w%~.-]*+{_REST})", re.ASCII)
_OTHER_SCHEME = re.compile(r"(?!https?:)[a-z][a-z0-9+.-]*+:", re.IGNORECASE)


class UrlResolver:
    """Resolves what stands in the href of one page; `base` is its <base href>, if any."""

    def __init__(self, page_url: str, base: str | None = None) -> None:
        self.page_url = _joined(page_url, "")
        self.base = self.page_url or ""
        if base:
            self.base = _joined(page_url, base.strip(OUTER_SPACE)) or self.base
        self.resolved: dict[str, str | None] = {}
        self.folders: dict[str, str | None] = {}  # what "", "/", "../" and so on lead to

    def resolve(self, href: str) -> str | None:
        """The URL to request, or None if there is none or it is this very page."""
        if href in self.resolved:
            return self.resolved[href]
        url = self.absolute(href.partition("#")[0].strip(OUTER_SPACE))
        self.resolved[href] = url = url if url != self.page_url else None
        return url

    def absolute(self, href: str) -> str | None:
        """The URL, also if it is the page's own."""
        if len(href) > MAX_URL_CHARACTERS:
            return None
        relative = _RELATIVE.fullmatch(href)
        if relative:
            path, rest = relative.groups()
            if path not in self.folders:
                inside = _joined(self.base, f"{path}x")
                self.folders[path] = inside[:-1] if inside else None
            folder = self.folders[path]
            return folder + rest if folder else None
        if _ABSOLUTE.fullmatch(href):
            return href
        return None if _OTHER_SCHEME.match(href) else _joined(self.base, href)


def _joined(base: str, href: str) -> str | None:
    try:
        url = safe_url_string(urljoin(base, href)).partition("#")[0]
        parts = urlsplit(url)
        is_fit = parts.scheme in SCHEMES and parts.hostname and len(url) <= MAX_URL_CHARACTERS
    except ValueError:  # brackets that do not match, a port out of range, a host that is none
        return None
    return url if is_fit else None
