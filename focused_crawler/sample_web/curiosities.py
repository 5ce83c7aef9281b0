"""Pages that are odd in themselves: closed, hidden, serial, scripted, ill encoded, huge, empty.

All are written about a topic; what they say of it counts where a reader would see it.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import partial

from focused_crawler.sample_web.drafts import new_draft, writer_for
from focused_crawler.sample_web.layout import page_of, render
from focused_crawler.sample_web.linking import Linker, link_to
from focused_crawler.sample_web.model import Draft, Headers, LinkTo, Maker, SamplePage
from focused_crawler.sample_web.sites import SITES, TOPIC_SITES
from focused_crawler.sample_web.subjects import TOPICS

SITE = SITES["files.storehouse.test"]
LESSONS = 8
MEMBER_PAGES = 6
HUGE = 5_000_000  # bytes
NESTED = 3_000  # elements one inside the other
NO_CHARSET: Headers = (("Content-Type", "text/html"),)
ACCENTED = "Déjà vu: a naïve visitor pays £5 at the café – “cash only”, says the façade."
CLOSING_TAGS = re.compile(r"</(?:p|li|ul|div|td|tr|h\d)>")


def make_curiosities(linker: Linker) -> list[Maker]:
    """Every curiosity of every topic; one huge page is enough for all of them."""
    makers = [
        maker
        for topic in TOPICS
        for part in (_lessons, _members, _hidden)
        for maker in part(linker, topic)
    ]
    makers += [partial(make, _strange(linker, t, k)) for t in TOPICS for k, make in STRANGE.items()]
    return [*makers, partial(_huge, _strange(linker, TOPICS[0], "huge"))]


def _lessons(linker: Linker, topic: str) -> list[Maker]:
    """A course in which every lesson leads to the next alone: pages that lie deep."""
    site = next(site for site in TOPIC_SITES if site.subjects == (topic,))
    lessons = [
        new_draft(site, f"{site.host}/lesson/{at}", f"/course/lesson-{at:02}.html", "lesson", topic)
        for at in range(1, LESSONS + 1)
    ]
    for draft, following in zip(lessons, (*lessons[1:], None), strict=True):
        linker.link(draft)
        if following:
            draft.sections[0].listed.append(link_to(following, "Next lesson"))
    linker.advertise(link_to(lessons[0]), topic, places=3)
    return [partial(page_of, draft) for draft in lessons]


def _members(linker: Linker, topic: str) -> list[Maker]:
    """Pages on the topic that robots.txt closes, though many pages point there."""
    site = next(site for site in TOPIC_SITES if site.subjects == (topic,) and site.disallow)
    drafts = [
        new_draft(site, f"{site.host}/member/{at}", f"/members/{at}.html", "members", topic)
        for at in range(1, MEMBER_PAGES + 1)
    ]
    for draft in drafts:
        linker.link(draft)
        linker.advertise(link_to(draft), topic, places=3)
    return [partial(page_of, draft) for draft in drafts]


def _hidden(linker: Linker, topic: str) -> list[Maker]:
    """One page behind rel=nofollow, one behind a page whose meta tag says nofollow."""
    behind_link, gate, behind_meta = (
        new_draft(SITE, f"{SITE.host}/{kind}/{topic}/{at}", f"/{kind}/{topic[0]}{at}", kind, topic)
        for at, kind in enumerate(("hidden", "gate", "hidden"))
    )
    gate.robots = "noindex, nofollow"
    for draft in (behind_link, gate, behind_meta):
        linker.link(draft)
    gate.sections[0].listed.append(link_to(behind_meta))
    linker.advertise(link_to(gate), topic, places=2)
    closed = replace(link_to(behind_link), is_nofollow=True)
    linker.advertise(closed, topic, places=2)
    return [partial(page_of, draft) for draft in (behind_link, gate, behind_meta)]


def _strange(linker: Linker, topic: str, kind: str) -> Draft:
    path = f"/{kind}/{topic[0]}.html"
    draft = new_draft(SITE, f"{SITE.host}/{kind}/{topic}", path, kind, topic)
    linker.link(draft)
    linker.advertise(link_to(draft), topic, places=2)
    return draft


def _wrong_charset(draft: Draft) -> SamplePage:
    """Declares UTF-8, sends Windows-1252."""
    return replace(
        page_of(draft), write=lambda: _accented(draft).encode("cp1252"), encoding="cp1252"
    )


def _no_charset(draft: Draft) -> SamplePage:
    """UTF-8 that nothing declares."""

    def write() -> bytes:
        return _accented(draft).replace('<meta charset="utf-8">', "").encode()

    return replace(page_of(draft), write=write, headers=NO_CHARSET)


def _accented(draft: Draft) -> str:
    return render(draft).decode().replace("</h1>", f"</h1>\n<p>{ACCENTED}</p>", 1)


def _unclosed(draft: Draft) -> SamplePage:
    """Half the closing tags are missing."""
    return replace(
        page_of(draft), write=lambda: CLOSING_TAGS.sub("", render(draft).decode()).encode()
    )


def _nested(draft: Draft) -> SamplePage:
    def write() -> bytes:
        return render(draft).replace(b"<body>", b"<body>" + b"<div>" * NESTED, 1)

    return replace(page_of(draft), write=write)


def _noindex(draft: Draft) -> SamplePage:
    draft.robots = "noindex"
    return page_of(draft)


def _huge(draft: Draft) -> SamplePage:
    def write() -> bytes:
        page = render(draft)
        writer = writer_for(draft.key, draft.subjects[0], "huge")
        filler = "\n".join(f"<p>{writer.paragraph()}</p>" for _ in range(2_000)).encode()
        return page.replace(b"</body>", filler * (HUGE // len(filler) + 1) + b"</body>", 1)

    return replace(page_of(draft), write=write)


def _scripted(draft: Draft) -> SamplePage:
    """Its text and its links are there only when its script has run."""

    def write() -> bytes:
        writer = writer_for(draft.key, draft.subjects[0], "script")
        data = {
            "title": draft.title,
            "text": [writer.paragraph() for _ in range(4)],
            "links": [[link.url, link.text] for link in _section_links(draft)],
        }
        return (SCRIPTED % (draft.site.name, json.dumps(data).replace("</", "<\\/"))).encode()

    return replace(page_of(draft), write=write, links=())


def _section_links(draft: Draft) -> list[LinkTo]:
    return [link for part in draft.sections for link in (*part.in_text, *part.listed)]


def _no_body(draft: Draft) -> SamplePage:
    html = f"<html><head><title>{draft.title}</title></head></html>\n"
    return replace(page_of(draft), write=html.encode, subjects=frozenset(), links=())


def _nothing(draft: Draft) -> SamplePage:
    return replace(page_of(draft), write=bytes, subjects=frozenset(), links=())


STRANGE = {
    "charset": _wrong_charset,
    "undeclared": _no_charset,
    "unclosed": _unclosed,
    "nested": _nested,
    "noindex": _noindex,
    "script": _scripted,
    "bodiless": _no_body,
    "nothing": _nothing,
}
SCRIPTED = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>%s</title></head>
<body><div id="app"></div><noscript>This page needs JavaScript.</noscript>
<script>
var page = %s;
var app = document.getElementById("app");
function add(tag, text, parent) {
  var element = document.createElement(tag);
  element.textContent = text;
  (parent || app).appendChild(element);
  return element;
}
add("h1", page.title);
page.text.forEach(function (text) { add("p", text); });
var list = add("ul", "");
page.links.forEach(function (link) {
  add("a", link[1], add("li", "", list)).setAttribute("href", link[0]);
});
document.title = page.title;
</script></body></html>
"""
