"""The hosts of the sample web, all under top-level names reserved for examples and tests.

Layouts: "landmarks" (nav, header, footer, aside), "divs", "tables" (menu and footer in tables),
"cells" (everything in one table) and "bare" (no heading at all).
"""

from __future__ import annotations

from focused_crawler.sample_web.model import Site
from focused_crawler.sample_web.subjects import SUBJECTS

TOPIC_SITE_SIZE = 30
OTHER_SITE_SIZE = 20
ALL = tuple(SUBJECTS)

# host, name, layout, addresses
TOPIC_HOSTS = {
    "stock-market": (
        ("www.market-primer.example", "Market Primer", "landmarks", "slug"),
        ("quotes.tickerhall.example", "Tickerhall", "divs", "id"),
        ("www.bourse-notes.test", "Bourse Notes", "tables", "dated"),
        ("invest.harbourfund.example", "Harbour Fund", "landmarks", "folder"),
        ("www.tradingfloor.example", "The Trading Floor", "bare", "query"),
        ("www.sharebook.test", "Sharebook", "divs", "slug"),
    ),
    "iron-ore": (
        ("www.ore-handbook.example", "The Ore Handbook", "landmarks", "slug"),
        ("mining.redrange.example", "Red Range", "tables", "folder"),
        ("www.furnace-and-forge.test", "Furnace and Forge", "divs", "id"),
        ("www.lodestone.example", "Lodestone", "landmarks", "dated"),
        ("geology.hillstone.example", "Hillstone Geology", "cells", "query"),
        ("www.orecarrier.test", "Ore Carrier", "divs", "slug"),
    ),
    "genetic-dna": (
        ("www.family-strands.example", "Family Strands", "landmarks", "slug"),
        ("genes.helixroom.example", "Helix Room", "divs", "folder"),
        ("www.ancestor-trail.test", "Ancestor Trail", "tables", "slug"),
        ("archive.kinfolk.example", "Kinfolk Archive", "bare", "id"),
        ("bio.microlab.test", "Microlab", "landmarks", "dated"),
        ("www.heredity.example", "Heredity", "divs", "query"),
    ),
    "computer-books": (
        ("www.free-shelf.example", "The Free Shelf", "landmarks", "slug"),
        ("ebooks.bytefield.example", "Bytefield", "divs", "id"),
        ("www.program-reader.test", "Program Reader", "landmarks", "folder"),
        ("library.opencode.example", "Opencode Library", "tables", "dated"),
        ("www.web-primer.test", "Web Primer", "cells", "slug"),
        ("manuals.oldmachines.example", "Old Machines", "divs", "query"),
    ),
}

OTHER_HOSTS = {
    "gardening": ("www.beds-and-borders.test", "Beds and Borders", "www.kitchengarden.example"),
    "cooking": ("www.slowstove.example", "Slow Stove", "recipes.larder.test"),
    "football": ("www.far-post.test", "Far Post", "www.touchline.example"),
    "medicine": ("www.ward-round.example", "Ward Round", "health.wellhouse.test"),
    "travel": ("www.long-way-round.test", "Long Way Round", "trips.milestone.example"),
    "pottery": ("www.kiln-and-wheel.example", "Kiln and Wheel", "clay.potshed.test"),
    "sailing": ("www.fair-winds.test", "Fair Winds", "www.leeshore.example"),
    "chess": ("www.passed-pawn.example", "Passed Pawn", "games.sixtyfour.test"),
    "weather": ("www.high-pressure.test", "High Pressure", "sky.raingauge.example"),
    "railways": ("www.branchline.example", "Branch Line", "steam.signalbox.test"),
    "bees": ("www.apiary-diary.test", "Apiary Diary", "www.honeycomb.example"),
    "astronomy": ("www.night-sky.example", "Night Sky", "stars.eyepiece.test"),
}

GENERAL_SITES = (
    Site("www.pocket-encyclopedia.example", "Pocket Encyclopedia", "general", ALL, 96, "landmarks",
         "folder", has_search=True),
    Site("notes.hillside.example", "Hillside Notes", "general", ALL, 64, "divs", "dated"),
    Site("board.teatime.example", "Teatime Board", "general", ALL, 48, "bare", "query"),
    Site("reading.townlibrary.test", "Town Library", "general", ALL, 48, "tables", "slug",
         has_search=True, disallow=("/search", "/staff/")),
    Site("www.commonroom.example", "The Common Room", "magazine", ALL, 30, "landmarks", "slug"),
    Site("www.two-columns.test", "Two Columns", "magazine", ALL, 18, "divs", "id"),
    Site("www.dailyledger.example", "Daily Ledger", "news", ALL, 22, "landmarks", "dated",
         has_search=True),
    Site("www.morning-courier.test", "Morning Courier", "news", ALL, 16, "tables", "id"),
    Site("links.openindex.example", "Open Index", "directory", ALL, 32, "divs", "folder",
         has_search=True),
    Site("dir.wayfinder.test", "Wayfinder", "directory", ALL, 28, "bare", "id"),
)  # fmt: skip

SPECIAL_SITES = (
    Site("people.quietlane.example", "Quiet Lane", "special", ("travel",), 0, "divs", "slug"),
    Site("pages.oldmill.test", "Old Mill", "special", ("pottery",), 0, "landmarks", "slug"),
    Site("events.townhall.example", "Town Hall", "special", ("weather",), 0, "tables", "slug"),
    Site("shop.greenleaf.example", "Greenleaf", "special", ("gardening",), 0, "divs", "slug"),
    Site("photos.wideview.test", "Wide View", "special", ("travel",), 0, "bare", "slug"),
    Site("mirror.netvault.test", "Netvault Mirror", "special", ("sailing",), 0, "divs", "slug"),
    Site("old.crossroads.example", "Crossroads", "special", ("railways",), 0, "tables", "slug"),
    Site("files.storehouse.test", "Storehouse", "special", ("chess",), 0, "divs", "slug"),
)

SLOW = {"www.lodestone.example": 0.4, "stars.eyepiece.test": 0.8, "archive.kinfolk.example": 0.3}
CLOSED = {  # what robots.txt forbids there
    "www.sharebook.test": ("/members/",),
    "www.orecarrier.test": ("/members/",),
    "www.family-strands.example": ("/members/",),
    "manuals.oldmachines.example": ("/members/",),
}
WITH_SEARCH = {"www.market-primer.example", "ebooks.bytefield.example", "recipes.larder.test"}
WITHOUT_ROBOTS = frozenset({"www.leeshore.example", "www.bourse-notes.test"})  # 404 there


def _single(subject: str, host: str, name: str, layout: str, addresses: str, size: int) -> Site:
    return Site(
        host, name, "single", (subject,), size, layout, addresses,
        delay=SLOW.get(host, 0.0), disallow=CLOSED.get(host, ()), has_search=host in WITH_SEARCH,
    )  # fmt: skip


def _other_sites() -> list[Site]:
    looks = ("divs", "landmarks", "bare", "tables", "divs", "cells")
    styles = ("slug", "id", "folder", "dated", "query")
    sites = []
    for number, (subject, (first, name, second)) in enumerate(OTHER_HOSTS.items()):
        for at, host in enumerate((first, second)):
            label = name if host is first else host.split(".")[1].capitalize()
            look, style = looks[(number + at) % 6], styles[(number + 2 * at) % 5]
            sites.append(_single(subject, host, label, look, style, OTHER_SITE_SIZE))
    return sites


TOPIC_SITES = tuple(
    _single(topic, *row, TOPIC_SITE_SIZE) for topic, rows in TOPIC_HOSTS.items() for row in rows
)
SITES = {
    site.host: site for site in (*TOPIC_SITES, *_other_sites(), *GENERAL_SITES, *SPECIAL_SITES)
}
