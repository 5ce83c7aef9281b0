"""Sites whose worth lies behind a search form, on every subject, and where each keeps its form.

A form stands on the home page, behind a link that speaks of searching, behind one that does not
(the holdings, the records), one page further in, or is made by a script. Beside it every site has
forms of other kinds, on pages that look as important. Records are reached through the form alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from focused_crawler.sample_web.model import Site
from focused_crawler.sample_web.subjects import SUBJECTS, TOPICS

ARTICLES = 7
RECORDS = 3

TOPIC_NAMES = {
    "stock-market": "pricewell sharefinder tickerbase fundlookup boursedata marketbooks bondroom"
    " dividendhouse stocktable exchangefile brokerlist yieldhouse",
    "iron-ore": "oremap minefile hematite-data assaybook redrock-files steeltrace quarrybase"
    " lodefinder furnacefile pelletbase magnetite-house orehall",
    "genetic-dna": "genebank kinsearch haplobase strandfile bloodline-data lineagehouse"
    " markerbook helixfiles cellarchive genefile rootsbase chromobook",
    "computer-books": "codeshelf bookstack manualbase programlist readerhouse scriptlibrary"
    " textvault pagebytes coderoom ebookfile compilerhouse bytelist",
}
OTHER_NAMES = {
    "gardening": "plantbase", "cooking": "recipefile", "football": "matchbook",
    "medicine": "remedylist", "travel": "routefinder", "pottery": "glazebook",
    "sailing": "portbase", "chess": "gamefile", "weather": "rainbook",
    "railways": "timetablehouse", "bees": "hivebase", "astronomy": "starfile",
}  # fmt: skip
LAYOUTS = ("landmarks", "divs", "tables", "cells", "bare")
ADDRESSES = ("slug", "id", "folder", "dated", "query")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a site keeps its search form: the link that leads there, and how far it is."""

    anchor: str
    path: str
    depth: int = 1  # links from the home page
    form: str = "lookup"  # a name of forms.DEEP_FORMS
    further: str = ""  # a second form, on a page that only the first one's page links to
    is_scripted: bool = False

    @property
    def is_on_home(self) -> bool:
        return self.depth == 0


PLACES = (
    Place("Search the database", "/search.html", further="advanced"),
    Place("Holdings", "/holdings/"),
    Place("", "/", depth=0),
    Place("Records", "/records/index.html", depth=2, form="boxes"),
    Place("Find an entry", "/find.php", form="boxes"),
    Place("Holdings and loans", "/holdings/all/", form="boxes", further="advanced"),
    Place("Open the finder", "/app/", is_scripted=True),
    Place("Records office", "/records/", form="posted"),
    Place("Our holdings", "/library/holdings.html", form="boxes"),
    Place("All records", "/data/records.html"),
    Place("Search", "/cgi/search", depth=2, form="boxes"),
    Place("The records", "/records.php", depth=2, further="advanced"),
)


@dataclass(frozen=True, slots=True)
class DeepSite:
    """A site and its place for the form."""

    site: Site
    place: Place

    @property
    def subject(self) -> str:
        return self.site.subjects[0]


def _deep_sites() -> dict[str, DeepSite]:
    names = [(topic, name) for topic in TOPICS for name in TOPIC_NAMES[topic].split()]
    names += [(s, OTHER_NAMES[s]) for s in SUBJECTS if s in OTHER_NAMES]
    sites = {}
    for number, (subject, name) in enumerate(names):
        host = f"www.{name}.{'test' if number % 3 else 'example'}"
        label = name.replace("-", " ").title()
        layout, style = LAYOUTS[number % 5], ADDRESSES[number % 4]
        site = Site(host, label, "deep", (subject,), ARTICLES, layout, style)
        sites[host] = DeepSite(site, PLACES[number % len(PLACES)])
    return sites


DEEP_SITES = _deep_sites()
