"""Which text a person reads as the label of a field.

In the order browsers and readers use: aria-labelledby, a label element that names the field, the
label element around it, aria-label, title; else the text that stands next to the field, which is
after a radio button or a check box and before all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lxml import etree
from lxml.etree import _Element as Element

LONGEST_TEXT = 1_000  # characters
LONGEST_RAW = 10 * LONGEST_TEXT  # of one piece, white space included
LONGEST_LABEL = 150
UNREAD = frozenset({"script", "style", "option", "select", "textarea", "template", "noscript"})
CONTROL_TAGS = frozenset({"input", "select", "textarea", "button"})
_NEAR = 12  # elements to look at for text beside a field
LONGEST_BESIDE = 80  # longer text beside a field is a paragraph, not its label


class LabelReader:
    """Finds the labels of one page's fields."""

    def __init__(self, tree: Element) -> None:
        self.tree = tree
        self.by_target: dict[str, str] = {}
        for label in tree.iter("label"):
            if label.get("for"):
                self.by_target.setdefault(label.get("for", ""), text_of(label))

    def label(self, control: Element, kind: str) -> str:
        """The label of a control; empty where nothing speaks for it."""
        candidates = (
            self._labelled_by(control),
            self.by_target.get(control.get("id") or "", ""),
            _label_around(control),
            control.get("aria-label") or "",
            control.get("title") or "",
        )
        found = next(filter(None, map(folded, candidates)), "")
        if not found and kind != "hidden":
            found = _text_after(control) if kind in {"radio", "checkbox"} else _text_before(control)
            found = found if len(found) <= LONGEST_BESIDE else ""
        return found[:LONGEST_LABEL]

    def _labelled_by(self, control: Element) -> str:
        names = (control.get("aria-labelledby") or "").split()[:4]
        found = (elements(self.tree, "(//*[@id = $id])[1]", id=name) for name in names)
        return " ".join(text_of(element) for named in found for element in named)


def elements(at: Element, path: str, **variables: str) -> list[Element]:
    """The elements that an XPath selects."""
    select: Any = at.xpath  # its stub gives a union of everything that XPath can be
    return list(select(path, **variables))


def folded(text: str) -> str:
    """The text with white space folded."""
    return " ".join(text.split())


def text_of(element: Element) -> str:
    """How that begins which a person reads inside an element, without the contents of fields."""
    taken: list[str] = []
    room = LONGEST_TEXT
    for piece in filter(None, map(folded, _pieces(element))):
        taken.append(piece)
        room -= len(piece) + 1
        if room < 0:  # a label never closed holds the rest of the page, for each of its fields
            break
    return " ".join(taken)[:LONGEST_TEXT]


def _pieces(element: Element) -> Iterator[str]:
    unread: Element | None = None
    for event, at in etree.iterwalk(element, events=("start", "end")):
        if event == "start":
            if unread is None and at.tag in UNREAD and at is not element:
                unread = at
            elif unread is None and at.text:
                yield at.text[:LONGEST_RAW]
            continue
        if at is unread:
            unread = None
        if unread is None and at is not element and at.tail:
            yield at.tail[:LONGEST_RAW]


def _label_around(control: Element) -> str:
    around = next(control.iterancestors("label"), None)
    return text_of(around) if around is not None else ""


def _text_after(control: Element) -> str:
    if control.tail and control.tail.strip():
        return folded(control.tail)
    following = control.getnext()
    if following is None or following.tag in CONTROL_TAGS | UNREAD:
        return ""
    return text_of(following)


def _text_before(control: Element) -> str:
    """The nearest text before a control, unless another control stands between."""
    at: Element | None = control
    for _ in range(_NEAR):
        if at is None or at.tag == "form":
            return ""
        previous = at.getprevious()
        if previous is None:
            at = at.getparent()
            own = folded(at.text or "") if at is not None else ""
            if own:
                return own
            continue
        if previous.tail and previous.tail.strip():
            return folded(previous.tail)
        if previous.tag in CONTROL_TAGS or previous.find(".//input") is not None:
            return ""
        if previous.tag in UNREAD:
            at = previous
            continue
        if text := text_of(previous):
            return text
        at = previous
    return ""
