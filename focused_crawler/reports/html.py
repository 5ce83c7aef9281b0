"""report.html: how a crawl went, in one file that opens from disk, prints, and can be handed on.

Everything is inside it, nothing is loaded and no script runs; crawled text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from focused_crawler.items import PageItem
from focused_crawler.reports.charts import bar
from focused_crawler.reports.curves import crawl_charts
from focused_crawler.reports.figures import count, duration, percent
from focused_crawler.reports.markup import Html, join, outward, tag
from focused_crawler.reports.summary import why
from focused_crawler.reports.terminal import shortened
from focused_crawler.reports.view import CrawlView
from focused_crawler.store.rows import FoundFormRow

NAME = "report.html"
BEST_PAGES = 50
TOP_HOSTS = 20
FORMS = 50
TUNNELS = 20
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def write_report(database: Path) -> Path:
    """Write the report beside the database and return it."""
    with CrawlView.open(database) as view:
        text = report_html(view)
    draft = database.with_name(f".{NAME}.new")
    draft.write_bytes(text.encode("utf-8", "replace"))
    return draft.replace(database.with_name(NAME))


def report_html(view: CrawlView) -> str:
    """The whole report."""
    meta = view.meta
    title = f"Crawl of {meta.get('topic') or view.path.parent.name}"
    style = files("focused_crawler.reports").joinpath("report.css").read_text(encoding="utf-8")
    head = tag(
        "head", tag("meta", charset="utf-8"), tag("title", title),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        Html(f"<style>{style}</style>"),
    )  # fmt: skip
    body = tag("body", tag("main", _header(view, title, meta), *_sections(view, meta)))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _header(view: CrawlView, title: str, meta: dict[str, Any]) -> Html:
    pages, relevant = view.counts()
    totals = view.totals()
    facts = [
        (f"{pages:,}", "pages read"),
        (f"{relevant:,}", "relevant pages"),
        (percent(relevant, pages), "harvest rate"),
        (f"{totals['hosts']:,}", "hosts"),
        (f"{totals['tunnels']:,}", "found through tunnels"),
        (f"{totals['failures']:,}", "addresses that failed"),
    ]
    if forms := view.form_counts():
        facts.append((f"{forms.wanted:,}", f"search forms on the topic, of {forms.searchable:,}"))
        facts.append((f"{forms.deep_sites:,}", f"sites with one, of {forms.sites:,}"))
    cards = [tag("li", tag("b", value), tag("span", name)) for value, name in facts]
    told = f"By {meta.get('method') or 'an unknown method'}. {_ending(view, meta)}"
    return tag("header", tag("h1", title), tag("p", told), tag("ul", cards, class_="facts"))


def _ending(view: CrawlView, meta: dict[str, Any]) -> str:
    reason = str(meta.get("stop_reason") or "")
    spent = duration(meta["seconds"]) if meta.get("seconds") else ""
    ended = f"It ended: {why(reason, view.path.parent)}" if reason else "It has not ended yet"
    return f"{ended}{f', after {spent}' if spent else ''}."


def _sections(view: CrawlView, meta: dict[str, Any]) -> Iterable[Html]:
    yield _section("Curves", tag("div", crawl_charts(view), class_="charts"))
    if forms := view.forms(is_wanted=True):
        yield _section("Search forms", _forms(forms))
    yield _section("Best pages", _pages(view.best(BEST_PAGES + 100)))
    yield _section("Hosts", _hosts(view))
    yield _section("Tunnels", _tunnels(view))
    if failures := view.failure_kinds():
        rows = [(shortened(reason, 120), f"{number:,}") for reason, number in failures]
        yield _section("Failures", _table(("reason", "addresses"), rows))
    yield _section("Settings", _settings(meta))


def _section(title: str, *content: object) -> Html:
    return tag("section", tag("h2", title), *content)


def _pages(best: list[PageItem]) -> Html:
    found = ([page for page in best if page.parent] or best)[:BEST_PAGES]
    if not found:
        return tag("p", "No page was relevant; try other seeds.", class_="empty")
    items = [
        tag(
            "li",
            bar(page.relevance),
            tag("b", f"{page.relevance:.2f} "),
            outward(page.url, page.title or page.url),
            tag("br"),
            tag("span", shortened(page.url, 140), class_="faint"),
            tag("br"),
            tag("span", page.reason, class_="reason"),
        )
        for page in found
    ]
    return tag("ol", items, class_="pages")


def _forms(found: list[FoundFormRow]) -> Html:
    """Each form of a site once, where it was found first."""
    first: dict[str, FoundFormRow] = {}
    for row in found:
        first.setdefault(row.form.key or row.page, row)
    shown = list(first.values())[:FORMS]
    rows = [
        (
            outward(row.form.action, shortened(row.form.action, 80)),
            outward(row.page, shortened(row.page, 80)),
            shortened(", ".join(str(f["label"] or f["name"]) for f in row.form.fields), 120),
            f"{row.form.relevance:.2f}",
        )
        for row in shown
    ]
    return _table(("sends to", "found on", "fields", "relevance"), rows)


def _hosts(view: CrawlView) -> Html:
    rows = [
        (host.host, f"{host.pages:,}", f"{host.relevant:,}", percent(host.relevant, host.pages))
        for host in view.hosts(TOP_HOSTS)
    ]
    return _table(("host", "pages", "relevant", "harvest rate"), rows)


def _tunnels(view: CrawlView) -> Html:
    tunnels = view.tunnels(TUNNELS)
    if not tunnels:
        return tag("p", "Every relevant page was linked from a relevant one.", class_="empty")
    items = [
        tag("li", f"{count(tunnel.length, 'irrelevant page')} passed: ",
            tag("ol", [tag("li", outward(url)) for url in tunnel.path]))
        for tunnel in tunnels
    ]  # fmt: skip
    return tag("ul", items, class_="tunnels")


def _settings(meta: dict[str, Any]) -> Html:
    known = dict(meta.get("settings") or {})
    seeds = [outward(str(url)) for url in meta.get("seeds") or ()]
    rows: list[tuple[object, ...]] = [
        ("topic", meta.get("topic")), ("method", meta.get("method")),
        ("started", meta.get("started")), ("stopped", meta.get("stopped")),
        ("seeds", join(*(join(seed, tag("br")) for seed in seeds))),
        *sorted(known.items()),
    ]  # fmt: skip
    return tag("div", _table(("name", "value"), rows), class_="settings")


def _table(names: Iterable[str], rows: Iterable[tuple[object, ...]]) -> Html:
    head = tag("tr", [tag("th", name, scope="col") for name in names])
    body = [
        tag("tr", tag("th", first, scope="row"), [tag("td", cell) for cell in rest])
        for first, *rest in rows
    ]
    return tag("div", tag("table", tag("thead", head), tag("tbody", body)), class_="scroll")
