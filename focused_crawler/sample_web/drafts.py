"""Which pages each site has, before any link is laid: address, title, kind and subjects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from focused_crawler.sample_web.dice import Dice
from focused_crawler.sample_web.model import Draft, Site
from focused_crawler.sample_web.prose import Writer
from focused_crawler.sample_web.subjects import OTHERS, SUBJECTS, TOPICS

FIRST_ID = 10_000
ID_STEP = 37
HUB_TITLES = ("Links about {}", "Where to read about {}")


def slug(text: str) -> str:
    """
    >>> slug("The trade, the quote & the broker")
    'the-trade-the-quote-the-broker'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def writer_for(key: str, subject: str, purpose: str) -> Writer:
    """A writer whose focus is the page's, whatever it is asked to write."""
    return Writer(subject, Dice(purpose, key, subject), focus=Dice("focus", key, subject))


def address(site: Site, number: int, title: str, subject: str | None) -> str:
    """The path of page `number`, in the site's own way of naming pages."""
    name = f"{slug(title)}-{number}"
    month, year = number % 12 + 1, 2004 + number % 17
    folder = slug(SUBJECTS[subject].short) if subject else "pages"
    paths = {
        "slug": f"/guide/{name}.html",
        "folder": f"/{folder}/{name}/",
        "dated": f"/{year}/{month:02}/{name}",
        "id": f"/article/{FIRST_ID + number * ID_STEP}",
        "query": f"/index.php?id={number}&view=page",
    }
    return paths[site.addresses]


def draft_site(site: Site) -> list[Draft]:
    """Every ordinary page of a site, its home first."""
    return [_home(site), *_bodies(site), _about(site), _contact(site)]


def new_draft(site: Site, key: str, path: str, kind: str, *subjects: str, title: str = "") -> Draft:
    """A draft on a given path; its title is made from its first subject unless given."""
    title = title or writer_for(key, subjects[0], "title").title()
    return Draft(site, key, site.url(path), title, kind, subjects, subjects[0])


def _home(site: Site) -> Draft:
    subjects = site.subjects if site.role == "single" else ()
    theme = site.subjects[0] if site.role in ("single", "special") else None
    draft = Draft(site, f"{site.host}/home", site.url("/"), site.name, "home", subjects, theme)
    if site.role == "news":
        draft.kind = "portal"
    draft.forms = ("search", "newsletter") if site.has_search else ()
    return draft


def _about(site: Site) -> Draft:
    path = "/about.html" if site.addresses == "slug" else "/about"
    title = f"About {site.name}"
    return Draft(site, f"{site.host}/about", site.url(path), title, "about")


def _contact(site: Site) -> Draft:
    title = f"Write to {site.name}"
    draft = Draft(site, f"{site.host}/contact", site.url("/contact"), title, "contact")
    draft.forms = ("contact", "login") if site.disallow else ("contact",)
    return draft


def _bodies(site: Site) -> Iterator[Draft]:
    for number in range(1, site.size + 1):
        key = f"{site.host}/{number}"
        kind, subjects, title = PLANS[site.role](site, number)
        title = title or writer_for(key, subjects[0], "title").title()
        path = address(site, number, title, subjects[0] if len(subjects) == 1 else None)
        about = () if kind in ("hub", "portal") else subjects
        theme = subjects[0] if subjects else None
        yield Draft(site, key, site.url(path), title, kind, about, theme)


Plan = tuple[str, tuple[str, ...], str]  # kind, subjects, title ("" to make one)


def _article(site: Site, number: int) -> Plan:
    return "article", (site.subjects[number % len(site.subjects)],), ""


def _magazine(site: Site, number: int) -> Plan:
    """Two or three subjects a page, a topic among them: each fills at least a third of it."""
    topic = TOPICS[number % len(TOPICS)]
    others = Dice("magazine", site.host, number).sample(OTHERS, 1 + number % 2)
    names = " and ".join(SUBJECTS[name].label for name in (topic, others[0]))
    return "magazine", (topic, *others), f"Of {names}"


def _portal(site: Site, number: int) -> Plan:
    return "portal", (), f"{site.name}, edition {number}"


def _hub(site: Site, number: int) -> Plan:
    """A directory's pages: two for each subject in "folder" style, else mixed lists."""
    if site.addresses != "folder":
        return "hub", (), f"Link list {number}"
    subject = site.subjects[(number - 1) % len(site.subjects)]
    title = HUB_TITLES[(number - 1) // len(site.subjects) % len(HUB_TITLES)]
    return "hub", (subject,), title.format(SUBJECTS[subject].label)


PLANS = {"single": _article, "general": _article, "magazine": _magazine, "news": _portal,
         "directory": _hub, "special": _article}  # fmt: skip
