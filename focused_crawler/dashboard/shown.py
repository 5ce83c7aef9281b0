"""Values as people read them, and the template engine that uses them.

Every value that a template writes is escaped and cleaned of control characters and direction
marks, unless it is markup of our own making.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from focused_crawler.reports.charts import bar, share, signed_bar, sparkline
from focused_crawler.reports.figures import count, percent
from focused_crawler.reports.markup import Html, outward, tag
from focused_crawler.reports.terminal import clean, shortened

SPANS = (
    (86400 * 365, "year"),
    (86400 * 30, "month"),
    (86400, "day"),
    (3600, "hour"),
    (60, "minute"),
)
TINTS = 5  # steps of the tint of a block


def environment() -> Environment:
    """The template engine."""
    templates = Environment(
        loader=PackageLoader("focused_crawler.dashboard"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        finalize=_cleaned,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals |= {
        "outward": outward, "bar": bar, "signed_bar": signed_bar, "sparkline": sparkline,
        "count": count, "percent": percent,
        "share": share, "tint": tint, "link": link, "when": when, "ago": ago,
        "shortened": shortened,
    }  # fmt: skip
    return templates


def link(path: str, **query: object) -> str:
    """An address of ours.

    >>> link("/a", url="x y", empty="")
    '/a?url=x+y'
    """
    kept = {name: value for name, value in query.items() if value not in ("", None, False)}
    return f"{path}?{urlencode(kept)}" if kept else path


def tint(relevance: float) -> int:
    """Which of the tints a relevance from 0 to 1 has, 0 being the faintest.

    >>> tint(0), tint(0.5), tint(1)
    (0, 2, 4)
    """
    return min(TINTS - 1, int(max(0.0, relevance) * TINTS))


def when(iso: str) -> Html:
    """A moment: 18 Nov 2026, 11:42."""
    time = _parsed(iso)
    if time is None:
        return tag("span", "-")
    local = time.astimezone()
    text = f"{local.day} {local.strftime('%b %Y, %H:%M')}"
    return tag("time", text, datetime=time.isoformat(), title=ago_text(time))


def ago(moment: float | str) -> Html:
    """How long ago something was."""
    time = _parsed(moment) if isinstance(moment, str) else datetime.fromtimestamp(moment, UTC)
    if time is None:
        return tag("span", "-")
    local = time.astimezone()
    title = f"{local.day} {local.strftime('%b %Y, %H:%M:%S')}"
    return tag("time", ago_text(time), datetime=time.isoformat(), title=title)


def ago_text(time: datetime, now: datetime | None = None) -> str:
    """A time span in the largest unit that fits.

    >>> ago_text(datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 3, 5, tzinfo=UTC))
    '2 days ago'
    """
    seconds = ((now or datetime.now(UTC)) - time).total_seconds()
    for size, unit in SPANS:
        if seconds >= size:
            return f"{count(int(seconds // size), unit)} ago"
    return "just now"


def _parsed(iso: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(iso)
    except (TypeError, ValueError):
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _cleaned(value: Any) -> Any:
    return clean(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
