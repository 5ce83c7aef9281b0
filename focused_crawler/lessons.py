"""What a topic learns while its crawl runs, the same at all workers: judgements and interest.

Each is a document on the board of the crawl (see `companions`). Judgements are joined by URL, and
of two about one page the later counts. Interest is replaced as a whole by the one changed last,
and new queries are counted on top of it: the document says how far each log was read, so a worker
that another one has overtaken counts its queries again on what that one has left, and none is lost
or counted twice. Times are those of the workers' clocks.

With nobody else there, what is known is what this worker knows.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import Any

from focused_crawler.companions import Companions
from focused_crawler.feedback import Judged, judged_of
from focused_crawler.queries.interest import Interest, interest_of, interest_values

JUDGEMENTS, INTEREST = "judgements", "interest"
SHARED_CHANGES = 20  # of the history of a table, the latest ones

Values = dict[str, Any]


def _unchanged(interest: Interest) -> Interest:
    return interest


class Lessons:
    """The lessons of one crawl, as one worker knows them."""

    def __init__(self, companions: Companions) -> None:
        self._companions = companions
        self._taken = {JUDGEMENTS: 0, INTEREST: 0}  # versions

    @property
    def are_shared(self) -> bool:
        """Whether others may have lessons for this worker."""
        return self._companions.are_there

    @property
    def are_there(self) -> bool:
        """Whether anybody had one, as far as this worker knows."""
        return any(self._taken.values())

    def has_news(self) -> bool:
        """Whether another worker has changed one since this one took them up: a small question."""
        return self._companions.versions(*self._taken) != list(self._taken.values())

    def judgements(self, own: Mapping[str, Judged]) -> dict[str, Judged]:
        """All judgements, after this worker's own have joined them."""
        if not self.are_shared:
            return dict(own)
        known = self._agree(JUDGEMENTS, lambda known: _joined(known or {}, own))
        return {url: judged_of(values) for url, values in known.items()}

    def interest(
        self, own: Interest, change: Callable[[Interest], Interest] = _unchanged
    ) -> Interest:
        """The latest interest, with this worker's change to it."""
        if not self.are_shared:
            return change(own)
        known = self._agree(
            INTEREST, lambda known: _shared(change(_latest(_interest(known), own)), known)
        )
        latest = _interest(known)
        if latest.weights == own.weights and latest.positions == own.positions:
            return own
        told = (one for one in latest.history if one not in own.history)
        return replace(latest, history=(*own.history, *told))

    def _agree(self, name: str, change: Callable[[Any], Any]) -> Any:
        self._taken[name], document = self._companions.agree(name, change)
        return document


def _joined(known: Values, own: Mapping[str, Judged]) -> Values:
    later = {
        url: asdict(page)
        for url, page in own.items()
        if url not in known or known[url]["time"] <= page.time
    }
    return known | later


def _latest(shared: Interest, own: Interest) -> Interest:
    # What was changed on top of one's own is later, even where the clock of that worker is behind.
    is_built_upon = bool(own.history) and own.history[-1] in shared.history
    if is_built_upon or _changed(own) <= _changed(shared):
        return shared
    return replace(own, positions=shared.positions | own.positions)


def _changed(interest: Interest) -> str:
    return interest.history[-1].time if interest.history else ""


def _shared(interest: Interest, known: Values | None) -> Values | None:
    """What others need of an interest; a path names a log on one machine only."""
    if interest == Interest():
        return known
    values = interest_values(replace(interest, history=interest.history[-SHARED_CHANGES:]))
    places = values["positions"].items()
    return values | {"positions": {_place(log): position for log, position in places}}


def _interest(values: Values | None) -> Interest:
    if not values:
        return Interest()
    places = values["positions"].items()
    here = {log.removeprefix(_machine()): position for log, position in places}
    return interest_of(values | {"positions": here})


def _machine() -> str:
    return f"//{socket.gethostname()}:"


def _place(log: str) -> str:
    return log if log.startswith("//") else _machine() + log
