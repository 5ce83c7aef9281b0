"""Pages made on the fly, without end: a calendar, a path that repeats itself, session ids, search.

None is about anything: whatever is fetched here is wasted.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from focused_crawler.sample_web.dice import Dice
from focused_crawler.sample_web.layout import page_of
from focused_crawler.sample_web.linking import Linker, Shelf, link_to
from focused_crawler.sample_web.model import Draft, LinkTo, SamplePage, Section, Site
from focused_crawler.sample_web.sites import SITES

CALENDAR = SITES["events.townhall.example"]
ALBUM = SITES["photos.wideview.test"]
SHOP = SITES["shop.greenleaf.example"]
MONTH_PATH = re.compile(r"/calendar/(\d{4})/(0[1-9]|1[0-2])/(?:(\d\d)/)?")
ALBUM_PATH = re.compile(r"/(?:(?:album|holiday)/)+")
SHOP_QUERY = re.compile(r"item=(\d{1,3})&sid=([0-9a-f]{1,16})")
ITEMS = 40
ENTRIES = {
    "/calendar/2031/05/": (CALENDAR, "weather"),
    "/album/": (ALBUM, "travel"),
    "/shop?item=1&sid=1": (SHOP, "gardening"),
}
MAX_RESULTS = 20


def advertise_traps(linker: Linker) -> None:
    """Links into the traps: from the home of their site, and from articles on its subject."""
    for path, (site, subject) in ENTRIES.items():
        link = LinkTo(site.url(path), f"{site.name}: all entries", subject)
        linker.shelf.by_host[site.host][0].sections[0].listed.append(link)
        linker.advertise(link, subject, places=12)


def trap_page(url: str, shelf: Shelf) -> SamplePage | None:
    """The page an endless URL leads to, or None if the URL is no trap."""
    parts = urlsplit(url)
    site = SITES.get(parts.hostname or "")
    if site is None:
        return None
    if parts.path == "/search" and site.has_search:
        return page_of(_results(site, url, parts.query, shelf))
    if site is CALENDAR and (month := MONTH_PATH.fullmatch(parts.path)):
        return page_of(_month(url, int(month[1]), int(month[2])))
    if site is ALBUM and ALBUM_PATH.fullmatch(parts.path):
        return page_of(_album(url, parts.path))
    if site is SHOP and parts.path == "/shop" and (item := SHOP_QUERY.fullmatch(parts.query)):
        return page_of(_item(url, int(item[1]), item[2]))
    return None


def _draft(site: Site, url: str, title: str, key: str, links: list[LinkTo]) -> Draft:
    subject = site.subjects[0]
    draft = Draft(site, f"{site.host}/{key}", url, title, "trap", theme=subject)
    draft.sections = [Section(subject, listed=links)]
    draft.menu = [LinkTo(site.url("/"), "Home"), LinkTo(site.url("/contact"), "Contact")]
    return draft


def _month(url: str, year: int, month: int) -> Draft:
    count = year * 12 + month - 1
    around = [divmod(count + step, 12) for step in (-12, -1, 1, 12)]
    links = [_dated(y, m + 1, "") for y, m in around if 1000 <= y <= 9999]
    links += [_dated(year, month, f"{day:02}/") for day in range(1, 29, 3)]
    key = urlsplit(url).path
    return _draft(CALENDAR, url, f"Events of {year}-{month:02}", key, links)


def _dated(year: int, month: int, day: str) -> LinkTo:
    path = f"/calendar/{year}/{month:02}/{day}"
    return LinkTo(CALENDAR.url(path), f"{year}-{month:02} {day.strip('/')}".strip())


def _album(url: str, path: str) -> Draft:
    """Its links are written as relative paths, so each click makes the path longer."""
    steps = ("album/", "holiday/", "album/holiday/")
    links = [LinkTo(ALBUM.url(path + step), f"See {step.rstrip('/')}") for step in steps]
    return _draft(ALBUM, url, "Holiday album", "album", links)


def _item(url: str, item: int, session: str) -> Draft:
    """The session id of every link depends on the page it stands on."""
    dice = Dice("session", item, session)
    others = dice.sample([at for at in range(1, ITEMS + 1) if at != item], 10)
    links = [
        LinkTo(SHOP.url(f"/shop?item={at}&sid={dice.between(1, 16**8):x}"), f"Item {at}")
        for at in others
    ]
    return _draft(SHOP, url, f"Item {item}", f"item {item}", links)


def _results(site: Site, url: str, query: str, shelf: Shelf) -> Draft:
    words = set(" ".join(parse_qs(query).get("q", [])).lower().split())
    found = [page for page in shelf.by_host[site.host] if words & set(page.title.lower().split())]
    links = [link_to(page) for page in found[:MAX_RESULTS]]
    draft = _draft(site, url, f"{len(found)} results", "search", links)
    draft.kind, draft.forms = "search", ("search",)
    draft.sections[0].paragraphs = 0
    return draft
