"""How a crawl went, in a few lines: why it stopped, what it found, where it is, what to do next."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from focused_crawler.items import PageItem
from focused_crawler.reports.figures import duration, percent
from focused_crawler.reports.terminal import clean, shortened
from focused_crawler.store import CrawlReader, Failure, FormCounts

BEST_PAGES = 5
SEEDS = 100  # more than most crawls have
TITLE_WIDTH = 70
KINDS = ("new", "changed", "gone", "same")
EVERY = 10**9  # more than a crawl database holds

# In a person's words; a reason that is not here is told as it is.
REASONS = {
    "finished": "nothing left to fetch",
    "max_pages": "page budget reached",
    "harvest dried up": "harvest dried up: hardly any of the latest pages was relevant",
    "shutdown": "stopped by the user; run the same command with -s JOBDIR={folder} to go on",
    "storage failed": "results could not be saved; see the log, make room, then go on with"
    " -s JOBDIR={folder}",
    "closespider_timeout": "time budget reached (CLOSESPIDER_TIMEOUT)",
    "closespider_pagecount": "page budget reached (CLOSESPIDER_PAGECOUNT)",
    "closespider_itemcount": "item budget reached (CLOSESPIDER_ITEMCOUNT)",
    "closespider_errorcount": "too many errors (CLOSESPIDER_ERRORCOUNT); see the log",
    "memusage_exceeded": "memory budget reached (MEMUSAGE_LIMIT_MB); go on with -s JOBDIR={folder}",
}


@dataclass(frozen=True, slots=True)
class Ending:
    """What the database does not know of the run that ends."""

    topic: str
    method: str
    reason: str
    seconds: float
    pages_before: int  # pages of earlier runs of this crawl
    again: Mapping[str, int] | None = None  # pages by what a run with recrawl= found
    spent: Mapping[str, float] | None = None  # seconds by part


def summary(reader: CrawlReader, ending: Ending) -> str:
    """The lines a person sees when a crawl ends."""
    folder = _shown(reader.path.parent)
    pages, relevant = reader.counts()
    lines = [
        f"Crawl of {clean(ending.topic)} by {clean(ending.method)}",
        *_rows(_facts(reader, ending)),
    ]
    if pages:
        lines += _best(_best_pages(reader), pages=pages)
    return "\n".join([*lines, *_rows(_places(reader, folder, is_found=relevant > 0))]) + "\n"


def unreachable(reader: CrawlReader) -> str:
    """The one line that a crawl without a single seed leaves behind; the first failure says why."""
    failures = reader.failures(EVERY)
    cause = _cause(failures[-1]) if failures else "none answered"
    others = f" (and {len(failures) - 1} more)" if len(failures) > 1 else ""
    return (
        f"focused-crawler: no seed could be reached: {clean(cause)}{others};"
        " check the network and the seeds,"
        " or crawl the sample web, which needs no network: make crawl\n"
    )


def _cause(failure: Failure) -> str:
    status = f"HTTP status {failure.status}" if failure.status else ""
    reason = status or failure.reason.removesuffix(".")
    return reason if reason.startswith(failure.url) else f"{failure.url}: {reason}"


def why(reason: str, folder: Path) -> str:
    """Why a crawl stopped, in plain words.

    >>> why("finished", Path("crawls/x"))
    'nothing left to fetch'
    >>> why("out_of_luck", Path("crawls/x"))
    'out of luck'
    """
    words = REASONS.get(reason) or REASONS.get(reason.replace("_", " "))
    return words.format(folder=folder) if words else clean(reason.replace("_", " "))


def _facts(reader: CrawlReader, ending: Ending) -> Iterable[tuple[str, str]]:
    pages, relevant = reader.counts()
    new = pages - ending.pages_before
    speed = new / ending.seconds if ending.seconds > 0 else 0.0
    earlier = f" ({new} in this run)" if ending.pages_before else ""
    yield "stopped", why(ending.reason, _shown(reader.path.parent))
    yield "pages", f"{pages}{earlier}"
    yield "relevant", f"{relevant}, harvest rate {percent(relevant, pages)}"
    yield from _forms(reader.form_counts(), pages)
    yield from _again(ending.again)
    yield "failures", str(len(reader.failures(EVERY)))
    yield "tunnels", f"{len(reader.tunnels(EVERY))} relevant pages behind irrelevant ones"
    yield "time", f"{duration(ending.seconds)}, {speed:.1f} pages/s"
    yield from _spent(ending.spent)


def _spent(seconds: Mapping[str, float] | None) -> Iterable[tuple[str, str]]:
    total = sum(seconds.values()) if seconds else 0.0
    if seconds and total:
        shares = sorted(seconds.items(), key=lambda part: -part[1])
        yield "spent", ", ".join(f"{part} {value / total:.0%}" for part, value in shares)


def _again(counts: Mapping[str, int] | None) -> Iterable[tuple[str, str]]:
    if counts is not None:
        told = ", ".join(f"{counts.get(kind, 0)} {kind}" for kind in KINDS)
        yield "recrawl", f"{told}; the table `changes` names them"


def _forms(counts: FormCounts | None, pages: int) -> Iterable[tuple[str, str]]:
    if counts is None:
        return
    yield "sites", f"{counts.sites}, {counts.deep_sites} with searchable forms on the topic"
    per_page = f"{counts.wanted / pages:.3f} per page" if pages else "no page"
    yield "forms", f"{counts.wanted} on the topic of {counts.searchable} searchable, {per_page}"


def _best_pages(reader: CrawlReader) -> list[PageItem]:
    """The best pages that were found; the seeds, which were given, only where there is no other."""
    best = reader.best(BEST_PAGES + SEEDS)
    return ([page for page in best if page.parent] or best)[:BEST_PAGES]


def _best(best: list[PageItem], *, pages: int) -> Iterable[str]:
    if not best:
        yield f"  None of the {pages} pages is relevant; try other seeds: -a seeds=FILE"
        return
    yield "  best pages"
    for page in best:
        yield f"    {page.relevance:.2f}  {shortened(page.title, TITLE_WIDTH) or '(no title)'}"
        yield f"          {clean(page.url)}"


def _places(reader: CrawlReader, folder: Path, *, is_found: bool) -> Iterable[tuple[str, str]]:
    yield "folder", str(folder)
    yield "results", str(folder / "crawl.db")
    forms = reader.form_counts()
    commands = ["forms"] if forms and forms.wanted else []
    commands += ["search WORDS", "explain URL"] if is_found else []
    for head, command in zip_longest(["next"], commands, fillvalue=""):
        if command:
            yield head, f"{program()} {command} --crawl {folder}"


def program() -> str:
    """What to type for `scrapy`: as it was called, unless the plain name would find the same."""
    called = sys.argv[0]
    is_elsewhere = Path(called).name == "scrapy" and shutil.which("scrapy") != called
    return called if is_elsewhere else "scrapy"


def _shown(folder: Path) -> Path:
    """The folder as seen from where the person stands."""
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _rows(facts: Iterable[tuple[str, str]]) -> Iterable[str]:
    return (f"  {name:<10} {value}" for name, value in facts)
