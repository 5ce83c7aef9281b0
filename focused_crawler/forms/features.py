"""What the classifier looks at: the structure of a form, and words by the place they stand in.

Words come three ways: purposes named in any of many languages (`lexicon`), whole words, and
pieces of five letters, which see through glued names (`txtSearchBox`). Neither the host nor the
address of the page is looked at, so a saved page is judged like a fetched one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import log2
from urllib.parse import unquote, urlsplit

from focused_crawler.forms.lexicon import kinds_named
from focused_crawler.forms.model import Form

PIECE = 5
MOST_WORDS = 40  # of one place
KINDS = ("text", "search", "email", "password", "tel", "url", "number", "date", "textarea",
         "select", "radio", "checkbox", "hidden", "file")  # fmt: skip
TELLING = frozenset({"button", "name", "label", "id", "form", "action", "heading"})  # short places
_WORD = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def features(form: Form) -> dict[str, float]:
    """The features of a form, by name; those that are absent are zero."""
    found = dict(_structure(form))
    named: Counter[str] = Counter()
    for place, text in _places(form):
        text = text.lower()
        kinds = kinds_named(text)
        found |= {f"{place}:{kind}": 1.0 for kind in kinds}
        found |= dict.fromkeys(_words(place, text), 1.0)
        named.update(kinds if place in TELLING else ())
    return found | dict(_agreement(named))


def _agreement(named: Counter[str]) -> Iterator[tuple[str, float]]:
    """Which purposes are named at all, by how many places, and which one by the most."""
    for kind, places in named.items():
        yield f"any:{kind}", 1.0
        yield f"places:{kind}", places / 2
    if named:
        yield f"most:{min(named, key=lambda kind: (-named[kind], kind))}", 1.0


def _structure(form: Form) -> Iterator[tuple[str, float]]:
    visible = form.visible
    yield f"method={form.method}", 1.0
    yield f"is_form={form.is_form}", 1.0
    yield "size", log2(1 + len(visible))
    yield f"size={min(len(visible), 5)}", 1.0
    for kind in KINDS:
        number = form.count(kind)
        if number:
            yield f"has {kind}", 1.0
            yield f"number {kind}", log2(number)
            yield f"number {kind}={min(number, 3)}", 1.0
    written = [field for field in visible if field.kind in {"text", "search"}]
    yield f"written={min(len(written), 3)}", 1.0
    if len(visible) == len(written) == 1:
        yield "one box", 1.0
        yield f"one box {form.method}", 1.0
    yield f"buttons={min(len(form.buttons), 3)}", 1.0
    options = max((len(field.options) for field in visible), default=0)
    yield "options", log2(1 + options) / 3
    yield f"stays={form.action == form.page}", 1.0
    yield "text length", log2(1 + len(form.text)) / 5


def _places(form: Form) -> Iterator[tuple[str, str]]:
    visible = form.visible
    action = urlsplit(form.action)
    yield "button", " ".join(form.buttons)
    yield "name", _spaced(" ".join(f.name for f in visible))
    yield "hidden", _spaced(" ".join(f.name for f in form.fields if f.kind == "hidden"))
    yield "label", " ".join(f"{f.label} {f.hint}" for f in visible)
    yield "id", _spaced(" ".join(f.identity for f in visible))
    yield "form", _spaced(form.identity)
    if form.action != form.page:
        yield "action", _spaced(unquote(f"{action.path} {action.query}"))
    yield "option", " ".join(option for f in visible for option in f.options[:5])
    yield "heading", form.heading
    yield "text", form.text
    yield "link", " ".join(form.links)


def _spaced(name: str) -> str:
    return _HUMP.sub(" ", name).replace("_", " ")


def _words(place: str, text: str) -> Iterator[str]:
    for word in _WORD.findall(text)[:MOST_WORDS]:
        yield f"{place} {word}"
        for start in range(len(word) - PIECE + 1):
            yield f"{place} *{word[start : start + PIECE]}"
