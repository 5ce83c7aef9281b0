"""The pages of deep sites, the links that lead to them, and the answers of their databases.

The ordinary web links to a deep site from a few articles and from directories; deep sites link to
one another. Nothing links to a record: only the answer of a search form does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from urllib.parse import parse_qs, urlsplit

from focused_crawler.sample_web.deep_sites import ARTICLES, DEEP_SITES, RECORDS, DeepSite
from focused_crawler.sample_web.dice import Dice
from focused_crawler.sample_web.drafts import address, new_draft, writer_for
from focused_crawler.sample_web.forms import ACTIONS, SearchForm, form_html
from focused_crawler.sample_web.layout import form_words, page_of, render
from focused_crawler.sample_web.linking import Linker, link_to
from focused_crawler.sample_web.model import Draft, LinkTo, Maker, SamplePage, Section

ADVERTS = 3  # articles of the ordinary web that name a deep site
IN_DIRECTORIES = 1  # lists of links that name it
DECOYS = (
    ("Sign in", "/login.html", ("login",)),
    ("Join us", "/join.html", ("registration",)),
    ("Order a copy", "/shop.html", ("order", "newsletter")),
    ("Contact", "/contact.html", ("contact",)),
)
SITEMAP = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{}">\n{}</urlset>\n'
SITEMAP_NAMES = "http://www.sitemaps.org/schemas/sitemap/0.9"


@dataclass(frozen=True, slots=True)
class DeepPages:
    """The drafts of one deep site."""

    deep: DeepSite
    home: Draft
    articles: list[Draft]
    guide: Draft  # leads to a form that lies two links deep
    decoys: list[Draft]
    asking: list[Draft]  # pages with search forms, the home page left out
    records: list[Draft]

    def open_pages(self) -> list[Draft]:
        """Every page that links lead to, those of the search forms left out."""
        return [self.home, *self.articles, self.guide, *self.decoys]


def make_deep_sites(linker: Linker) -> tuple[list[Maker], list[SearchForm]]:
    """The pages of all deep sites, linked with the rest of the web, and the truth about forms."""
    sites = [_drafts(deep) for deep in DEEP_SITES.values()]
    makers: list[Maker] = []
    forms: list[SearchForm] = []
    for site in sites:
        _lay_links(site, linker, sites)
        _advertise(site, linker)
        finish = _scripted if site.deep.place.is_scripted else page_of
        makers += [partial(finish, draft) for draft in site.asking]
        makers += [partial(page_of, draft) for draft in (*site.open_pages(), *site.records)]
        forms += _search_forms(site)
    return makers, forms


def deep_sitemap(host: str, pages: list[str]) -> str:
    """The sitemap of a deep site; "" for the half of them that have none."""
    if host not in DEEP_SITES or not has_sitemap(host):
        return ""
    rows = "".join(f"<url><loc>{url}</loc></url>\n" for url in pages)
    return SITEMAP.format(SITEMAP_NAMES, rows)


def has_sitemap(host: str) -> bool:
    return host in DEEP_SITES and len(host) % 2 == 0


def deep_answer(url: str, pages: list[SamplePage]) -> SamplePage | None:
    """What the database of a deep site answers: its records that hold any of the words."""
    parts = urlsplit(url)
    deep = DEEP_SITES.get(parts.netloc)
    if deep is None or parts.path not in ("/lookup", "/lookup/advanced"):
        return None
    words = set(" ".join(" ".join(v) for v in parse_qs(parts.query).values()).lower().split())
    found = [p for p in pages if p.kind == "record" and words & set(p.html.lower().split())]
    draft = _draft(deep, parts.path, f"{len(found)} results", "results")
    draft.url = url
    links = [LinkTo(page.url, page.title, deep.subject) for page in found]
    draft.sections = [Section(deep.subject, "Results", paragraphs=0, listed=links)]
    draft.menu = [LinkTo(deep.site.url("/"), "Home")]
    return page_of(draft)


def _draft(deep: DeepSite, path: str, title: str, kind: str, *subjects: str) -> Draft:
    key = f"{deep.site.host}{path}"
    return Draft(deep.site, key, deep.site.url(path), title, kind, subjects, deep.subject)


def _drafts(deep: DeepSite) -> DeepPages:
    site, subject, place = deep.site, deep.subject, deep.place
    home = _draft(deep, "/", site.name, "deep-home", subject)
    guide = _draft(deep, "/guide.html", f"A guide to {site.name}", "deep-page", subject)
    asking = []
    if not place.is_on_home:
        asking.append(_draft(deep, place.path, place.anchor, "deep-form", subject))
        asking[0].forms = (place.form,)
    else:
        home.forms = (place.form, "newsletter")
    if place.further:
        more = _draft(deep, f"{place.path.rstrip('/')}/more", "More fields", "deep-form", subject)
        more.forms = (place.further,)
        asking.append(more)
    decoys = []
    for title, path, forms in DECOYS:
        decoy = _draft(deep, path, title, "decoy")
        decoy.forms = forms
        decoys.append(decoy)
    articles = [_article(deep, number) for number in range(1, ARTICLES + 1)]
    records = [
        new_draft(site, f"{site.host}/record/{at}", f"/record/{at}.html", "record", subject)
        for at in range(1, RECORDS + 1)
    ]
    return DeepPages(deep, home, articles, guide, decoys, asking, records)


def _article(deep: DeepSite, number: int) -> Draft:
    key = f"{deep.site.host}/{number}"
    title = writer_for(key, deep.subject, "title").title()
    path = address(deep.site, number, title, deep.subject)
    return new_draft(deep.site, key, path, "deep-page", deep.subject, title=title)


def _lay_links(site: DeepPages, linker: Linker, sites: list[DeepPages]) -> None:
    dice = Dice("deep", site.deep.site.host)
    subject, place = site.deep.subject, site.deep.place
    own = [link_to(page) for page in site.articles]
    entry = [link_to(site.asking[0])] if site.asking else []
    for page in (*site.open_pages(), *site.asking, *site.records):
        _surround(page, site, linker, Dice("deep", page.key))
    on_home = [*own[:5], link_to(site.guide), *(entry if place.depth == 1 else [])]
    site.home.sections = [
        Section(subject, site.home.title, level=1, paragraphs=2, listed=dice.shuffled(on_home)),
        Section(subject, "Friends of ours", listed=_partners(site, sites, dice)),
    ]
    in_guide = [*own[5:], *(entry if place.depth == 2 else [])]
    site.guide.sections = [Section(subject, paragraphs=2, listed=dice.shuffled(in_guide))]
    for page, following in zip(site.articles, (*site.articles[1:], site.articles[0]), strict=True):
        listed = [link_to(following), link_to(dice.pick(linker.shelf.by_subject[subject]))]
        page.sections = [Section(subject, paragraphs=2), Section(subject, listed=listed)]
    for page in site.asking:
        page.sections = [Section(subject, page.title, paragraphs=1)]
    if place.further:
        site.asking[0].sections[0].listed = [link_to(site.asking[1])]
    for page in site.records:
        page.sections = [Section(subject, paragraphs=3)]
    for page in site.decoys:
        page.sections = [Section(subject, page.title, paragraphs=0)]


def _surround(page: Draft, site: DeepPages, linker: Linker, dice: Dice) -> None:
    page.menu = [link_to(site.home, "Home"), *(link_to(decoy) for decoy in site.decoys)]
    subjects = list(linker.shelf.by_subject)
    others = [dice.pick(linker.shelf.by_subject[dice.pick(subjects)]) for _ in range(4)]
    page.aside = [link_to(other) for other in others]
    page.footer = [link_to(site.guide, "Guide")]


def _partners(site: DeepPages, sites: list[DeepPages], dice: Dice) -> list[LinkTo]:
    """Three other deep sites on the subject and three on anything."""
    alike = [s for s in sites if s.deep.subject == site.deep.subject and s is not site]
    chosen = [*dice.sample(alike, 3), *dice.sample([s for s in sites if s not in alike], 3)]
    return dice.shuffled([link_to(other.home) for other in chosen if other is not site])


def _advertise(site: DeepPages, linker: Linker) -> None:
    link = link_to(site.home)
    linker.advertise(link, site.deep.subject, places=ADVERTS)
    lists = [hub for hub in linker.shelf.hubs if hub.theme == site.deep.subject]
    for hub in Dice("listed", link.url).sample(lists, IN_DIRECTORIES):
        hub.sections[0].listed.append(link)


def _search_forms(site: DeepPages) -> Iterator[SearchForm]:
    for page in (site.home, *site.asking):
        for name in page.forms:
            if name in ACTIONS:
                action = site.deep.site.url(ACTIONS[name])
                is_scripted = site.deep.place.is_scripted and page is site.asking[0]
                yield SearchForm(page.url, action, site.deep.subject, is_scripted)


def _scripted(draft: Draft) -> SamplePage:
    """Its form is there only when its script has run."""

    def write() -> bytes:
        html = form_html(draft.forms[0], form_words(draft))
        script = SCRIPT % json.dumps(html).replace("</", "<\\/")
        page = render(replace(draft, forms=()))
        return page.replace(b"</body>", script.encode() + b"</body>", 1)

    return replace(page_of(draft), write=write)


SCRIPT = """<div id="finder"></div><script>
document.getElementById("finder").innerHTML = %s;
</script>"""
