"""`scrapy forms FILE_OR_URL`: the forms of one page, what each is for and how sure that is.

`scrapy forms --crawl FOLDER` lists the searchable forms on the topic that a crawl has found; with
--json every form of the crawl, with its fields and labels, one object a form.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any, ClassVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError
from scrapy.settings import BaseSettings

from focused_crawler.forms import Form, Verdict, classify, find_forms
from focused_crawler.reports.terminal import Styled, Terminal, clean, shortened
from focused_crawler.store import CrawlStore, FoundFormRow, StoreError
from focused_crawler.store.folders import named_crawl

SCHEMES = ("http://", "https://")
SHOWN_FIELDS = 8


class NoPageError(Exception):
    """The page cannot be had; the message says why and what would be right, in one line."""


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a page, where they are from and the encoding its server declared."""

    url: str
    body: bytes
    encoding: str | None


class Command(ScrapyCommand):
    """Shows the forms of a page."""

    requires_project = True
    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        return "FILE_OR_URL [--json] [--url URL] | --crawl FOLDER [--json]"

    def short_desc(self) -> str:
        return "Show the forms of a page, or those a crawl has found, and what each is for"

    def long_desc(self) -> str:
        return (
            "Each form of a page in document order with its class (searchable, login, registration,"
            " recovery, mailing list, contact, order, other) and the probability of that class;"
            " search boxes that stand in no form come last."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument("--json", action="store_true", help="print the forms as a JSON list")
        parser.add_argument("--crawl", metavar="FOLDER", help="list the forms that a crawl found")
        parser.add_argument("--url", metavar="URL", help="the address a file was saved from")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != (0 if opts.crawl else 1):
            raise UsageError("forms takes one file or URL, or --crawl FOLDER")
        assert self.settings is not None
        if opts.crawl:
            self._list(opts.crawl, Path(self.settings["CRAWLS_FOLDER"]), is_json=opts.json)
            return
        try:
            source = read_source(args[0], opts.url, self.settings)
        except NoPageError as error:
            print(clean(str(error)), file=sys.stderr)
            self.exitcode = 1
            return
        forms = find_forms(source.url, source.body, source.encoding)
        judged = [(form, classify(form)) for form in forms]
        if opts.json:
            print(json.dumps([as_dict(*pair) for pair in judged], indent=2))
        else:
            _write(judged, Terminal.of(sys.stdout))

    def _list(self, name: str, crawls: Path, *, is_json: bool) -> None:
        try:
            with CrawlStore.read(named_crawl(name, crawls)) as store:
                rows = store.forms(is_wanted=not is_json)
        except StoreError as error:
            print(clean(str(error)), file=sys.stderr)
            self.exitcode = 1
            return
        if is_json:
            print(json.dumps([{"page": row.page} | asdict(row.form) for row in rows], indent=2))
        else:
            _write_found(rows, Terminal.of(sys.stdout))


def as_dict(form: Form, verdict: Verdict) -> dict[str, Any]:
    """A form and its verdict as JSON values."""
    probabilities = {name: round(value, 4) for name, value in verdict.probabilities.items()}
    return {
        "class": verdict.name,
        "probability": probabilities[verdict.name],
        "is_searchable": verdict.is_searchable,
        "probabilities": probabilities,
        **asdict(form),
    }


def read_source(name: str, url: str | None, settings: BaseSettings) -> Source:
    """The page that a file or a URL holds."""
    if name.lower().startswith(SCHEMES):
        return _fetched(name, settings)
    path = Path(name)
    try:
        body = path.read_bytes()
        return Source(url or path.resolve().as_uri(), body, _file_encoding(body))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise NoPageError(f"{name}: {reason}; name an HTML file or an http(s) URL") from None


def _file_encoding(body: bytes) -> str | None:
    # Programs that save pages write UTF-8 and leave the page's own, now wrong, declaration in it.
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _fetched(url: str, settings: BaseSettings) -> Source:
    try:
        request = Request(url, headers={"User-Agent": settings["USER_AGENT"]})  # noqa: S310 - SCHEMES
        with urlopen(request, timeout=settings.getfloat("DOWNLOAD_TIMEOUT")) as answer:  # noqa: S310
            body = answer.read(settings.getint("DOWNLOAD_MAXSIZE") or None)
            return Source(answer.url, body, answer.headers.get_content_charset())
    except HTTPError as error:
        raise NoPageError(f"{url}: HTTP status {error.code}; try another page") from None
    except (OSError, ValueError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise NoPageError(f"{url}: {reason or type(error).__name__}; check the address") from None


def _write(judged: list[tuple[Form, Verdict]], terminal: Terminal) -> None:
    if not judged:
        terminal.line("The page has no forms.")
    for form, verdict in judged:
        style = "good" if verdict.is_searchable else "bold"
        head = f"{form.method.upper()} {form.action}" if form.is_form else "(no form element)"
        room = terminal.width - 21
        terminal.line(
            Styled(f"{verdict.name:<13}", style),
            f"{verdict.probability:.2f}  ",
            shortened(head, room),
        )
        if fields := ", ".join(_described(form)):
            terminal.line(" " * 19, shortened(fields, room))


def _write_found(rows: list[FoundFormRow], terminal: Terminal) -> None:
    once = {row.form.key: row for row in reversed(rows)}  # a form may stand on many pages
    found = [row for row in rows if once[row.form.key] is row]
    if not found:
        terminal.line("The crawl has found no searchable form on its topic.")
    for row in found:
        labels = [f["label"] or f["hint"] or f["name"] for f in row.form.fields]
        terminal.line(
            Styled(f"{row.form.relevance:.2f}  ", "good"),
            shortened(f"{row.form.method.upper()} {row.form.action}", terminal.width - 6),
        )
        terminal.line(" " * 6, shortened(f"on {row.page}", terminal.width - 6))
        if labels:
            terminal.line(" " * 6, shortened(", ".join(labels), terminal.width - 6))


def _described(form: Form) -> list[str]:
    fields = form.visible
    shown = [f"{f.label or f.hint or f.name or '?'} ({f.kind})" for f in fields[:SHOWN_FIELDS]]
    more = len(fields) - len(shown)
    return [*shown, f"{more} more"] if more > 0 else shown
