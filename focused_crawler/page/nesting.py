"""Flattens markup that is nested so deeply that parsing it would take minutes.

An HTML parser looks through all open elements at many tags, which makes nesting quadratic:
100,000 nested lists take lexbor a minute. Formatting elements are worse, as each one left open is
opened again in every later paragraph. So in a large page, start tags beyond MAX_DEPTH are left out
with their end tags, and formatting tags altogether; text and links stay. Browsers limit depth too.

What the scanner skips (comments, scripts, styles) is left out as well: nothing can hide there.
"""

from __future__ import annotations

import re
from collections import Counter

# A page with few tags is parsed as it is if it is short or all of them are, and one with more if
# hardly any formatting could be left open: their worst takes a few tenths of a second.
FEW_TAGS = 2_000
MANY_TAGS = 8_000
MANY_CHARACTERS = 32_768
MAX_FORMATS = 10  # a parser opens each again, but never more than three that are alike
MAX_DEPTH = 500
MAX_ATTRIBUTES = 200  # they too are compared with each other
LONG_TAG = 1_000  # characters; attributes of shorter ones are not counted

# They say nothing about words, regions or links.
FORMATTING = frozenset({
    "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
})  # fmt: skip
# Never nested without one of the others between: void, or closed by the next of their kind.
FLAT = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "a", "p", "li", "dt", "dd", "tr", "td", "th", "tbody", "thead", "tfoot",
    "option", "optgroup", "html", "head", "body",
})  # fmt: skip

_SPACE = r"[ \t\n\f\r]"
_VALUE = r"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^ \t\n\f\r>"'][^ \t\n\f\r>]*+)"""
_ATTRIBUTE = rf"[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+(?:{_SPACE}*+={_SPACE}*+{_VALUE}?+)?+"
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_FORMAT = re.compile(
    rf"<(?=[bcefinstu])(?:{'|'.join(sorted(FORMATTING))})[ \t\n\f\r/][^>]*+", re.IGNORECASE
)
_LONG_TAG = re.compile(rf"<[^>]{{{LONG_TAG}}}")
_MARKUP = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    r"|<(script|style)\b.*?(?:</\1[^>]*+>|\Z)"
    r"|<[!?][^>]*+(?:>|\Z)"
    rf"|<(/?)([a-z][^ \t\n\f\r/>]*+)(?:(?:{_SPACE}|/)++|{_ATTRIBUTE})*+(?:>|\Z)",
    re.IGNORECASE | re.DOTALL,
)


def flattened(text: str) -> str:
    """The same page, fit to be parsed in a time that its length bounds."""
    return text if _is_harmless(text) else _MARKUP.sub(_Scanner().keep, text)


def _is_harmless(text: str) -> bool:
    tags = text.count("<")
    if tags > MANY_TAGS or (len(text) > MANY_CHARACTERS and _LONG_TAG.search(text)):
        return False
    return tags <= FEW_TAGS or len(set(_FORMAT.findall(text))) <= MAX_FORMATS


class _Scanner:
    def __init__(self) -> None:
        self.depth = 0
        self.open: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()

    def keep(self, found: re.Match[str]) -> str:
        """What stays of a piece of markup."""
        name, tag = (found[3] or "").lower(), found[0]
        if len(tag) > LONG_TAG and len(_ATTRIBUTES.findall(tag)) > MAX_ATTRIBUTES:
            return ""
        if name in FLAT:
            return tag
        if not name or name in FORMATTING:
            return ""
        is_kept = self.is_ending(name) if found[2] else self.is_starting(name)
        return tag if is_kept else ""

    def is_starting(self, name: str) -> bool:
        if self.depth >= MAX_DEPTH:
            self.left_out[name] += 1
            return False
        self.depth += 1
        self.open[name] += 1
        return True

    def is_ending(self, name: str) -> bool:
        if self.left_out[name]:
            self.left_out[name] -= 1
            return False
        if self.open[name]:
            self.open[name] -= 1
            self.depth -= 1
            return True
        return False
