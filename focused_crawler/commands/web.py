"""`scrapy web`: frozen webs, the data that `scrapy evaluate` measures on.

scrapy web import FOLDER --base-url URL [--labels TABLE] WEB.jsonl.gz
scrapy web import FILE.warc.gz [--labels TABLE] WEB.jsonl.gz
scrapy web export CRAWL_FOLDER WEB.jsonl.gz
scrapy web show WEB
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from focused_crawler.laboratory.exporting import pages_of_crawl
from focused_crawler.laboratory.importing import pages_of_folder, pages_of_warc, read_labels
from focused_crawler.laboratory.web import (
    SUFFIX,
    FrozenPage,
    FrozenWeb,
    FrozenWebError,
    load_web,
    save_web,
)
from focused_crawler.reports.figures import count

PATHS = {  # that an action takes
    "import": ("SOURCE", f"WEB{SUFFIX}"),
    "export": ("CRAWL_FOLDER", f"WEB{SUFFIX}"),
    "show": ("WEB",),
}


class Command(ScrapyCommand):
    """Imports, exports and shows frozen webs."""

    requires_project = False
    requires_crawler_process = False

    def syntax(self) -> str:
        return f"import SOURCE WEB{SUFFIX} | export CRAWL_FOLDER WEB{SUFFIX} | show WEB"

    def short_desc(self) -> str:
        return "Make frozen webs of HTML files, WARC files and crawls, to measure methods on"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        add = parser.add_argument
        add(
            "--base-url", default="", help="where the files of a folder stand, as in http://a.test/"
        )
        add("--labels", default="", help="CSV table: path or URL, then labels")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        action, *paths = args or [""]
        if action not in PATHS:
            raise UsageError(f"say what to do: {', '.join(PATHS)}")
        if len(paths) != len(PATHS[action]):
            raise UsageError(f"web {action} takes {' and '.join(PATHS[action])}")
        try:
            if action == "import":
                pages = _imported(Path(paths[0]), opts.base_url, opts.labels)
                print(_saved(pages, paths[1]))
            elif action == "export":
                print(_saved(pages_of_crawl(Path(paths[0])), paths[1]))
            else:
                print(_shown(load_web(Path(paths[0]))))
        except (FrozenWebError, OSError) as error:
            print(f"focused-crawler: {error}", file=sys.stderr)
            self.exitcode = 1


def _imported(source: Path, base_url: str, table: str) -> Iterator[FrozenPage]:
    labels = read_labels(Path(table)) if table else {}
    if not source.exists():
        raise FrozenWebError(f"{source} is not there; name a folder of HTML files or a WARC file")
    if source.is_dir():
        return pages_of_folder(source, base_url, labels)
    return pages_of_warc(source, labels)


def _saved(pages: Iterator[FrozenPage], name: str) -> str:
    if not name.endswith(SUFFIX):
        raise FrozenWebError(f"{name} does not end in {SUFFIX}; files of frozen webs do")
    # A source that turns out bad must not leave half a web behind.
    draft = Path(f"{name}.tmp")
    try:
        written = save_web(pages, draft)
        draft.replace(name)
    finally:
        draft.unlink(missing_ok=True)
    return f"{count(written, 'page')} in {name}"


def _shown(web: FrozenWeb) -> str:
    counts = Counter(label for page in web for label in page.labels)
    lines = [f"{label}: {count(pages, 'page')}" for label, pages in counts.most_common()]
    return "\n".join([f"{web.name}: {count(len(web), 'page')}", *lines])
