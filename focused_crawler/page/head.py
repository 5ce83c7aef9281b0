"""What a page says about itself: title, language, base, canonical URL, and what robots may do."""

from __future__ import annotations

from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

MAX_TITLE_CHARACTERS = 1_000  # a title never closed would hold the rest of the page
MAX_LANGUAGE_CHARACTERS = 35  # the longest tag RFC 5646 §4.4.1 asks anyone to store
ROBOTS = frozenset({"robots"})


@dataclass(slots=True)
class Head:
    """The statements as they are written: URLs are not resolved yet."""

    title: str = ""
    language: str | None = None
    base: str | None = None
    canonical: str | None = None
    is_nofollow: bool = False
    is_noindex: bool = False


def read_head(tree: LexborHTMLParser) -> Head:
    """Read the head; where a statement is made twice, the first one counts, for robots each."""
    head = Head()
    root = tree.root
    if root is None:
        return head
    language = (root.attributes.get("lang") or "").strip().lower()
    head.language = language if 0 < len(language) <= MAX_LANGUAGE_CHARACTERS else None
    for element in tree.css("title, base[href], link[rel], meta[name]"):
        tag, attributes = element.tag, element.attributes
        if tag == "title":
            head.title = head.title or _title(element.text_content or element.text())
        elif tag == "base":
            head.base = head.base or attributes.get("href")
        elif tag == "link":
            _read_link(head, attributes)
        else:
            _read_meta(head, attributes)
    return head


def _title(raw: str) -> str:
    return " ".join(raw[: 2 * MAX_TITLE_CHARACTERS].split())[:MAX_TITLE_CHARACTERS]


def _read_link(head: Head, attributes: dict[str, str | None]) -> None:
    if "canonical" in (attributes.get("rel") or "").lower().split():
        head.canonical = head.canonical or attributes.get("href")


def _read_meta(head: Head, attributes: dict[str, str | None]) -> None:
    if (attributes.get("name") or "").strip().lower() not in ROBOTS:
        return
    words = set((attributes.get("content") or "").lower().replace(",", " ").split())
    head.is_nofollow |= not words.isdisjoint({"nofollow", "none"})
    head.is_noindex |= not words.isdisjoint({"noindex", "none"})
