"""The pages of a crawl: the list, one page as the crawler saw it, and judging it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from focused_crawler.dashboard.commanding import CommandError, run_scrapy
from focused_crawler.dashboard.desk import NotFoundError, changing, crawl_path, desk_of, see
from focused_crawler.dashboard.security import Form
from focused_crawler.dashboard.shown import link
from focused_crawler.feedback import Judged, load_judgements
from focused_crawler.items import BlockRecord, LinkRecord
from focused_crawler.reports.markup import is_web_address
from focused_crawler.reports.story import story_of
from focused_crawler.reports.view import KINDS, PAGE_SIZE, SORTS, Listing
from focused_crawler.store.words import match_expression
from focused_crawler.topic.errors import TopicError

SHOWN_LINKS = 100
SHOWN_TEXT = 20_000  # characters of one block
JUDGE_SECONDS = 120.0  # a page without stored text is fetched again

Piece = tuple[str, LinkRecord | None]


@dataclass(frozen=True, slots=True)
class SeenBlock:
    """A block as the page view draws it."""

    block: BlockRecord
    paragraphs: list[list[Piece]]  # text, with the link where it is an anchor
    other_links: list[LinkRecord]  # whose anchor is not in the text that was kept


def pages(request: Request) -> Response:
    desk, info = desk_of(request), desk_of(request).crawl(request)
    listing = _listing(request)
    with desk.view(request) as view:
        total = view.count(listing)
        leaves = max(1, ceil(total / PAGE_SIZE))
        listing = replace(listing, number=min(listing.number, leaves))
        found = view.listed(listing)
        snippets = view.snippets(listing.words, found)
        hosts = view.hosts(100)
    return desk.page(
        request, "pages.html", crawl=info, tab="pages", pages=found, total=total, leaves=leaves,
        listing=listing, hosts=hosts, snippets=snippets, sorts=SORTS, kinds=KINDS,
        judged=_judged(info.folder), address=lambda **changes: _address(request, **changes),
    )  # fmt: skip


def page(request: Request) -> Response:
    desk, info = desk_of(request), desk_of(request).crawl(request)
    url = request.query_params.get("url", "")
    with desk.view(request) as view:
        story = story_of(view, url)
        links = view.links(story.url) if story.page else []
        blocks = sorted(story.blocks, key=lambda block: block.index)
        grades = view.grades({link.url for link in links[:2000]})
    return desk.page(
        request, "page.html", status=200 if story.is_known else 404, crawl=info, tab="pages",
        story=story, blocks=[seen_block(block, links) for block in blocks], grades=grades,
        links=sorted(links, key=lambda link: -link.score)[:SHOWN_LINKS], link_count=len(links),
        verdict=_judged(info.folder).get(story.url), told=request.query_params.get("told", ""),
    )  # fmt: skip


def judge(request: Request, form: Form) -> Response:
    """Keep what a person says of a page, through the same command as in the terminal."""
    folder = desk_of(request).folder(request)
    with desk_of(request).view(request) as view:
        known = view.page(form.get("url", ""))
    if known is None or not is_web_address(known.url):
        raise NotFoundError("This crawl has not read that page.")
    url = known.url
    verdict = "yes" if form.get("verdict") == "yes" else "no"
    try:
        told = run_scrapy("judge", "--crawl", str(folder), url, verdict, seconds=JUDGE_SECONDS)
    except CommandError as error:
        return desk_of(request).page(request, "message.html", status=502,
                                     title="Not kept", text=f"{error}.")  # fmt: skip
    return see(link(crawl_path(folder, "/page"), url=url, told=told.strip().splitlines()[0]))


def seen_block(block: BlockRecord, links: Sequence[LinkRecord]) -> SeenBlock:
    """A block's text with its links where they stood, as far as their anchors are found."""
    own = [link for link in links if link.block == block.index]
    # A block's text begins with its heading, which is shown above it, unless that is a link.
    starts = bool(block.heading) and not (own and own[0].anchor in block.heading)
    text = block.text.removeprefix(block.heading if starts else "")[:SHOWN_TEXT].strip()
    pieces, left, at = list[Piece](), list[LinkRecord](), 0
    for link_record in own:
        place = text.find(link_record.anchor, at) if link_record.anchor.strip() else -1
        if place < 0:
            left.append(link_record)
            continue
        end = place + len(link_record.anchor)
        pieces += [(text[at:place], None), (text[place:end], link_record)]
        at = end
    pieces.append((text[at:], None))
    return SeenBlock(block, _paragraphs(pieces), left)


def _paragraphs(pieces: Sequence[Piece]) -> list[list[Piece]]:
    paragraphs: list[list[Piece]] = [[]]
    for text, found in pieces:
        for number, line in enumerate(text.split("\n")):
            if number:
                paragraphs.append([])
            if line:
                paragraphs[-1].append((line, found))
    return [paragraph for paragraph in paragraphs if paragraph]


def _listing(request: Request) -> Listing:
    asked = request.query_params
    kind = asked.get("kind", "")
    number = asked.get("leaf", "1")
    words = asked.get("q", "").strip()[:500]
    return Listing(
        words=words,
        # The full text of irrelevant pages is not kept, so a search is among the relevant ones.
        kind="relevant" if words else kind if kind in KINDS else "relevant",
        host=asked.get("host", "").strip(),
        is_tunnel=bool(asked.get("tunnel")),
        sort=_sort(asked.get("sort", ""), bool(match_expression(words))),
        is_reversed=bool(asked.get("reversed")),
        number=max(1, int(number)) if number.isascii() and number.isdigit() else 1,
    )


def _sort(wanted: str, is_search: bool) -> str:
    if wanted in SORTS and (is_search or wanted != "match"):
        return wanted
    return "match" if is_search else "relevance"


def _address(request: Request, **changes: object) -> str:
    """This list with something changed; a changed choice begins at the first leaf."""
    asked = {name: value for name, value in request.query_params.items() if name != "leaf"}
    return link(request.url.path, **(asked | changes))


def _judged(folder: Path) -> dict[str, Judged]:
    try:
        return load_judgements(folder)
    except TopicError:
        return {}


ROUTES = [
    Route("/crawls/{crawl}/pages", pages),
    Route("/crawls/{crawl}/page", page),
    changing("/crawls/{crawl}/judge", judge),
]
