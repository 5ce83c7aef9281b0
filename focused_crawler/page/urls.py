"""Makes the URLs of a page absolute, safe to request, and fit to be followed.

`UrlResolver.resolve` equals `safe_url_string(urljoin(base, href))` without the fragment, or None where
that is no http(s) URL of another page. Joining and quoting cost 20 microseconds a link, so the shapes
that nearly all links have are put together by hand; `tests/test_page_urls.py` holds both ways equal.
"""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from w3lib.url import safe_url_string

SCHEMES = ("http", "https")
_CONTROL = "".join(map(chr, range(33)))
_INNER_SPACE = str.maketrans("", "", "\t\n\r")

# Characters that stand for themselves in a safe URL. Path segments that begin with a dot are left to
# urljoin, and so is ";", which it reads as the start of parameters.
_SEGMENT = r"[A-Za-z0-9_%~!$&'()*+,=@-][A-Za-z0-9_%~!$&'()*+,=@:.-]*+"
_PATH = rf"{_SEGMENT}(?:/{_SEGMENT})*+/?+"
_QUERY = r"\?[A-Za-z0-9_%~!$&'()*+,=@:./?-]++"
_ABSOLUTE = re.compile(
    rf"https?://[a-z0-9](?:[a-z0-9-]{{0,50}}+\.)?+[a-z0-9.-]{{0,0}}+", re.ASCII
)
