"""A draft as HTML, in one of five looks that a parser meets on the real web.

All looks get the same parts (menu, sections, aside, footer, forms) and differ in the tags around
them: landmarks, plain divs, tables, one table for everything, and no heading anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from urllib.parse import urlsplit

from focused_crawler.sample_web.drafts import writer_for
from focused_crawler.sample_web.forms import form_html
from focused_crawler.sample_web.model import Draft, LinkTo, SamplePage, Section
from focused_crawler.sample_web.prose import Writer
from focused_crawler.sample_web.subjects import SUBJECTS


@dataclass(frozen=True, slots=True)
class Parts:
    """A page in pieces of HTML, ready to be put into a look."""

    title: str
    menu: str
    sections: tuple[tuple[int, str, str], ...]  # heading level, heading, content
    aside: str
    footer: str
    forms: str


def render(draft: Draft) -> bytes:
    """The page as UTF-8 HTML."""
    body = LOOKS[draft.site.layout](_parts(draft))
    robots = f'<meta name="robots" content="{draft.robots}">' if draft.robots else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f"<title>{escape(draft.title)} - {escape(draft.site.name)}</title>{robots}</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    ).encode()


def page_of(draft: Draft) -> SamplePage:
    """The finished page; call it when no more links are laid."""
    return SamplePage(
        draft.url,
        draft.kind,
        partial(render, draft),
        title=draft.title,
        subjects=frozenset(draft.subjects),
        links=draft.followable(),
        delay=draft.site.delay,
    )


def anchor(draft: Draft, link: LinkTo) -> str:
    """An <a>, rooted where the site writes its own addresses that way."""
    target = urlsplit(link.url)
    href = link.url
    if target.hostname == draft.site.host and draft.site.has_rooted_links:
        href = target.path + (f"?{target.query}" if target.query else "")
    rel = ' rel="nofollow"' if link.is_nofollow else ""
    return f'<a href="{escape(href)}"{rel}>{escape(link.text)}</a>'


def form_words(draft: Draft) -> dict[str, str]:
    """Words of the page's theme, for forms that ask about it."""
    if draft.theme is None:
        return {}
    slots = SUBJECTS[draft.theme].slots
    words = {"thing": slots["thing"][0], "things": slots["things"][0], "other": slots["thing"][1]}
    return words | {name.capitalize(): word.capitalize() for name, word in words.items()}


def _parts(draft: Draft) -> Parts:
    words = form_words(draft) if draft.forms else {}
    return Parts(
        title=escape(draft.title),
        menu=" | ".join(anchor(draft, link) for link in draft.menu),
        sections=tuple(
            _section(draft, section, number) for number, section in enumerate(draft.sections)
        ),
        aside=_items(draft, draft.aside),
        footer=" &middot; ".join(anchor(draft, link) for link in draft.footer),
        forms="\n".join(form_html(name, words) for name in draft.forms),
    )


def _section(draft: Draft, section: Section, number: int) -> tuple[int, str, str]:
    writer = writer_for(draft.key, section.subject, f"section {number}")
    heading = section.heading or writer.heading()
    return section.level, escape(heading), _content(draft, section, writer)


def _content(draft: Draft, section: Section, writer: Writer) -> str:
    paragraphs = [escape(writer.paragraph(), quote=False) for _ in range(section.paragraphs)]
    for at, link in enumerate(section.in_text):
        paragraphs[at % len(paragraphs)] += " " + _in_text(draft, link, writer)
    prose = "\n".join(f"<p>{text}</p>" for text in paragraphs)
    if not section.listed:
        return prose
    if draft.site.layout in ("tables", "cells"):
        return f"{prose}\n{_rows(draft, section.listed, writer)}"
    return f"{prose}\n{_described(draft, section.listed, writer)}"


def _in_text(draft: Draft, link: LinkTo, writer: Writer) -> str:
    before, after = writer.link_sentence()
    return f"{escape(before)}{anchor(draft, link)}{escape(after)}"


def _described(draft: Draft, links: Sequence[LinkTo], writer: Writer) -> str:
    items = (f"<li>{anchor(draft, link)}, {_note(link, writer)}</li>" for link in links)
    return "<ul>\n" + "\n".join(items) + "\n</ul>"


def _rows(draft: Draft, links: Sequence[LinkTo], writer: Writer) -> str:
    rows = (
        f"<tr><td>{anchor(draft, link)}</td><td>{_note(link, writer)}</td></tr>" for link in links
    )
    return '<table border="0">\n' + "\n".join(rows) + "\n</table>"


def _note(link: LinkTo, writer: Writer) -> str:
    """A stray link is described in its own words, not in those of the list it strayed into."""
    if link.subject in (None, writer.subject.name):
        return escape(writer.note())
    return escape(writer_for(link.url, str(link.subject), "note").note())


def _items(draft: Draft, links: Sequence[LinkTo]) -> str:
    return "<ul>" + "".join(f"<li>{anchor(draft, link)}</li>" for link in links) + "</ul>"


def _headed(parts: Parts) -> str:
    return "\n".join(
        f"<h{level}>{heading}</h{level}>\n{content}" for level, heading, content in parts.sections
    )


def _landmarks(parts: Parts) -> str:
    return (
        f"<header><p>{parts.title}</p><nav>{parts.menu}</nav></header>\n"
        f"<main>\n<h1>{parts.title}</h1>\n{_headed(parts)}\n{parts.forms}\n</main>\n"
        f"<aside><h3>Elsewhere</h3>{parts.aside}</aside>\n<footer><p>{parts.footer}</p></footer>"
    )


def _divs(parts: Parts) -> str:
    return (
        f'<div id="top"><div class="menu">{parts.menu}</div></div>\n'
        f'<div id="content"><h1>{parts.title}</h1>\n{_headed(parts)}\n{parts.forms}</div>\n'
        f'<div class="side"><h3>Elsewhere</h3>{parts.aside}</div>\n'
        f'<div id="foot">{parts.footer}</div>'
    )


def _tables(parts: Parts) -> str:
    return (
        f'<table width="100%"><tr><td bgcolor="#ddddee">{parts.menu}</td></tr></table>\n'
        f"<h1>{parts.title}</h1>\n{_headed(parts)}\n{parts.forms}\n<hr>\n"
        f'<table width="100%"><tr><td>{parts.aside}</td></tr>\n'
        f"<tr><td>{parts.footer}</td></tr></table>"
    )


def _cells(parts: Parts) -> str:
    return (
        f'<table><tr><td colspan="2">{parts.menu}</td></tr>\n'
        f'<tr><td valign="top">{parts.aside}</td><td valign="top">\n'
        f"<h2>{parts.title}</h2>\n{_headed(parts)}\n{parts.forms}</td></tr>\n"
        f'<tr><td colspan="2">{parts.footer}</td></tr></table>'
    )


def _bare(parts: Parts) -> str:
    blocks = "\n".join(
        f"<div>\n<p><b>{heading}</b></p>\n{content}\n</div>"
        for _, heading, content in parts.sections
    )
    return (
        f"<div>{parts.menu}</div>\n<p><b>{parts.title}</b></p>\n{blocks}\n{parts.forms}\n"
        f"<div>{parts.aside}</div>\n<div>{parts.footer}</div>"
    )


LOOKS = {"landmarks": _landmarks, "divs": _divs, "tables": _tables, "cells": _cells, "bare": _bare}
