"""`scrapy evaluate [WEB]`: every method on a frozen web, against labels made by people.

The table is printed; --results writes it with the curves; --check fails below the pinned floors.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from focused_crawler.cores import cores
from focused_crawler.laboratory.curves import draw_moving
from focused_crawler.laboratory.form_study import as_table, form_study
from focused_crawler.laboratory.gate import Floors, digest_of, reached_by
from focused_crawler.laboratory.library import PageLibrary
from focused_crawler.laboratory.measures import MULTIPLES
from focused_crawler.laboratory.methods import ablation_names, chosen_methods
from focused_crawler.laboratory.moving_interest import PAGES, moving_interest
from focused_crawler.laboratory.papers import METHODS, papers_tables
from focused_crawler.laboratory.progress import ProgressBar
from focused_crawler.laboratory.results import write_results
from focused_crawler.laboratory.sample import NAME, load_sample, sample_tasks
from focused_crawler.laboratory.study import Study, run_study
from focused_crawler.laboratory.table import Row, as_text, rows_of
from focused_crawler.laboratory.tasks import Task, draw_tasks, read_tasks
from focused_crawler.laboratory.web import FrozenWeb, FrozenWebError, load_web
from focused_crawler.meaning.model import ModelError
from focused_crawler.page import Page
from focused_crawler.sample_web.subjects import TOPICS
from focused_crawler.scoring.link_examples import ExamplesError
from focused_crawler.strategy import Options

FLOORS = "data/floors.json"


class Command(ScrapyCommand):
    """Measures crawling methods on a frozen web."""

    requires_project = True
    requires_crawler_process = False

    def syntax(self) -> str:
        return "[WEB] [--methods NAME,NAME] [--results FOLDER] [--check]"

    def short_desc(self) -> str:
        return "Measure every method on a frozen web; by default the sample web"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        add = parser.add_argument
        add("--methods", default="", help="methods to measure, with commas; by default all")
        add("--forms", action="store_true", help="searchable forms found in the sample web")
        add("--moving", default="", metavar="TOPIC,TOPIC",
            help="dynamic and static table in the sample web as interest moves")  # fmt: skip
        add("--ablation", action="store_true", help="adaptive, and without each of its parts")
        add("--ours", default="", help="the method the others are compared with; by default METHOD")
        add("--tasks", default="", help="file of tasks; by default tasks.json in the web's folder")
        add("--limit", type=int, default=0, help="use only so many tasks")
        add("--multiple", type=float, default=float(MULTIPLES[-1]), help="pages to fetch, in R")
        add("--pages", type=int, default=0, help="pages to fetch, whatever R is")
        add("--concurrency", type=int, default=1, help="requests out at a time")
        add("--jobs", type=int, default=cores(), help="processes; by default cores")
        add("--svm", action="store_true", help="judge the pages fetched by a classifier as well")
        add("--results", default="", metavar="FOLDER", help="write table and curves there")
        add("--papers", action="store_true", help="print the tables that the papers report")
        add("--floors", default=FLOORS, help=f"file of the floors; by default {FLOORS}")
        add("--check", action="store_true", help="fail where --ours is below its floor")
        add("--pin", action="store_true", help="make what --ours reached its floor")
        add("--lower-floors", action="store_true", help="let --pin lower a floor")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) > 1:
            raise UsageError("name one frozen web, or none for the sample web")
        if (opts.check or opts.pin) and (opts.limit or opts.pages):
            raise UsageError("floors hold for whole studies: leave out --limit and --pages")
        if opts.forms:
            print(as_table(form_study()))
            return
        try:
            if opts.moving:
                _moving(opts.moving, Path(opts.results) if opts.results else None)
            else:
                self._run(args[0] if args else NAME, opts)
        except (FrozenWebError, ModelError, ExamplesError) as error:
            print(f"focused-crawler: {error}", file=sys.stderr)
            self.exitcode = 1

    def _run(self, name: str, opts: argparse.Namespace) -> None:
        assert self.settings is not None
        ours = opts.ours or self.settings["METHOD"]
        study = self._study(opts)
        web, tasks = open_web(name, opts.tasks)
        tasks = tasks[: opts.limit or None]
        bar = ProgressBar(sys.stderr, web.name)
        outcomes = run_study(study, web, tasks, jobs=opts.jobs, progress=bar)
        rows = rows_of(outcomes, ours)
        title = title_of(web, tasks)
        print(f"{title}\n\n{papers_tables(outcomes) if opts.papers else as_text(rows)}", flush=True)
        if opts.results:
            files = write_results(Path(opts.results), outcomes, rows, ours=ours, title=title)
            print("\nWritten: " + ", ".join(map(str, files)))
        if opts.check or opts.pin:
            self._gate(opts, web, tasks, [row for row in rows if row.method == ours])

    def _study(self, opts: argparse.Namespace) -> Study:
        assert self.settings is not None
        return Study(
            _methods(opts),
            multiple=opts.multiple,
            pages=opts.pages,
            concurrency=opts.concurrency,
            has_svm=opts.svm,
            options=Options(
                mu=self.settings.getfloat("SCORE_MU"),
                max_level=self.settings.getint("TUNNEL_MAX_LEVEL"),
                is_gray=self.settings.getbool("TUNNEL_GRAY"),
                threshold=self.settings.getfloat("TOPIC_THRESHOLD"),
                host_diversity=self.settings.getfloat("HOST_DIVERSITY"),
                exploration=self.settings.getfloat("EXPLORATION"),
                link_examples=self.settings["LINK_EXAMPLES"],
                semantic_model=self.settings["SEMANTIC_MODEL"],
            ),
        )

    def _gate(
        self, opts: argparse.Namespace, web: FrozenWeb, tasks: Sequence[Task], ours: Sequence[Row]
    ) -> None:
        if not ours:
            raise FrozenWebError("floors are those of --ours; name it in --methods as well")
        floors = Floors(Path(opts.floors))
        reached = reached_by(ours[0], digest_of(web, tasks))
        if opts.pin:
            floors.pin(web.name, reached, may_lower=opts.lower_floors)
        for failure in floors.failures(web.name, reached):
            print(f"focused-crawler: below the floor: {failure}", file=sys.stderr)
            self.exitcode = 1


def _moving(topics: str, folder: Path | None) -> None:
    before, _, after = topics.partition(",")
    for topic in (before, after):
        if topic not in TOPICS:
            raise FrozenWebError(f"no topic {topic!r} in the sample web: {', '.join(TOPICS)}")
    curves = moving_interest(before, after)
    title = f"Pages wanted when fetched; interest moves from {before} to {after}"
    print(f"{title}\n\n{curves.table()}")
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        lines = {"static table": curves.static, "dynamic table": curves.dynamic}
        files = draw_moving(lines, PAGES // 2, title, folder)
        print("\nWritten: " + ", ".join(map(str, files)))


def _methods(opts: argparse.Namespace) -> Sequence[str]:
    if opts.papers:
        return METHODS
    return ablation_names() if opts.ablation else chosen_methods(opts.methods)


def open_web(name: str, tasks: str) -> tuple[FrozenWeb, list[Task]]:
    """A frozen web and its tasks: those named, those it carries, or those its labels give."""
    path = Path(name)
    web = load_sample() if name == NAME else load_web(path)
    parse = partial(_parsed, PageLibrary(web))
    file = Path(tasks) if tasks else path / "tasks.json"
    if tasks or file.is_file():
        return web, read_tasks(file)
    return web, sample_tasks(web, parse) if name == NAME else draw_tasks(web, parse)


def _parsed(library: PageLibrary, url: str) -> Page | None:
    parsed = library.get(url, "page")
    return parsed.page if parsed else None


def title_of(web: FrozenWeb, tasks: Sequence[Task]) -> str:
    """What a study was made on."""
    targets = sum(len(task.relevant) for task in tasks) / len(tasks)
    return f"{web.name}: {len(web)} pages, {len(tasks)} tasks, R = {targets:.0f} targets each"
