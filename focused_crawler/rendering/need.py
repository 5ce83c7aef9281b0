"""Does a page need JavaScript? If it says next to nothing and its script has a place to write.

Three signs together: fewer than MOST_CHARACTERS of visible text, at least one script, and a body
that is built by it: an empty element with an id or a name of its own (`<div id=app>`,
`<my-page>`), or a <noscript> that asks for JavaScript. A short page without these is just short.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST_CHARACTERS = 300  # of text; "Loading ..." and a footer are shorter, an article is not
SCRIPT = re.compile(rb"<script\b", re.IGNORECASE)
UNSEEN = ["script", "style", "noscript", "template", "svg", "iframe"]
ASKS = re.compile(r"java\s?script", re.IGNORECASE)


def needs_rendering(body: bytes) -> bool:
    """Whether this HTML is an empty frame that a script is to fill.

    >>> needs_rendering(b"<body><div id=app></div><script src=a.js></script>")
    True
    >>> needs_rendering(b"<body><p>Closed on Sundays.</p><script src=a.js></script>")
    False
    """
    if not SCRIPT.search(body):
        return False
    tree = LexborHTMLParser(body)
    asks = any(ASKS.search(node.text()) for node in tree.css("noscript"))
    tree.strip_tags(UNSEEN)
    if tree.body is None or _length(tree.body) >= MOST_CHARACTERS:
        return False
    return asks or any(map(_is_place, tree.css("body *")))


def may_hide_form(body: bytes) -> bool:
    """Whether a page without a form has a script and an empty place where it may write one.

    Many articles are such pages too, so only a crawl for forms asks.

    >>> may_hide_form(b"<body><p>Our mines</p><div id=finder></div><script>show()</script>")
    True
    >>> may_hide_form(b"<body><form><input name=q></form><div id=ads></div><script>a()</script>")
    False
    """
    if not SCRIPT.search(body):
        return False
    tree = LexborHTMLParser(body)
    tree.strip_tags(UNSEEN)
    return not tree.css("form, input") and any(map(_is_place, tree.css("body *")))


def _length(node: LexborNode) -> int:
    return len(" ".join(node.text(separator=" ").split()))


def _is_place(node: LexborNode) -> bool:
    """Whether an element stands empty and can be told from others."""
    is_named = "-" in (node.tag or "") or (node.tag in ("div", "main", "section") and node.id)
    return bool(is_named) and not node.text(strip=True) and node.child is None
