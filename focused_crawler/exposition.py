"""Numbers in the text format that Prometheus reads (version 0.0.4): metric families and samples."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

PREFIX = "focused_crawler"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # upper bounds of latency buckets
MOST_GROUPS = 20  # label values of one metric that come from the web; the rest is "other"

Labels = Mapping[str, str]
Sample = tuple[str, Labels, float]  # suffix of the name, labels, value


@dataclass(frozen=True)
class Family:
    """One metric: its name, what it is, and its samples."""

    name: str
    kind: str  # "counter", "gauge" or "histogram"
    help: str
    samples: tuple[Sample, ...]


@dataclass
class Histogram:
    """Observed values by upper bound; each bucket holds those of the ones below it too."""

    bounds: tuple[float, ...] = SECONDS
    counts: list[int] = field(default_factory=list)
    total: float = 0.0

    def __post_init__(self) -> None:
        self.counts = self.counts or [0] * (len(self.bounds) + 1)

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def samples(self, labels: Labels) -> Iterator[Sample]:
        below = 0
        for bound, count in zip((*map(str, self.bounds), "+Inf"), self.counts, strict=True):
            below += count
            yield "_bucket", {**labels, "le": bound}, below
        yield "_sum", labels, self.total
        yield "_count", labels, below


class Grouped:
    """Histograms by the group of a host, its top-level name: few, whatever the web holds."""

    def __init__(self) -> None:
        self.groups: dict[str, Histogram] = {}

    def observe(self, host: str, value: float) -> None:
        group = group_of(host)
        if group not in self.groups and len(self.groups) >= MOST_GROUPS:
            group = "other"
        self.groups.setdefault(group, Histogram()).observe(value)


def group_of(host: str) -> str:
    """The group of a host.

    >>> group_of("www.shop.example"), group_of("192.0.2.7"), group_of("")
    ('example', 'address', 'other')
    """
    last = host.rstrip(".").rpartition(".")[2].lower()
    if last.isdigit() or ":" in last:
        return "address"
    return last if last.isascii() and last.replace("-", "").isalnum() else "other"


def exposition(families: Iterable[Family], labels: Labels) -> str:
    """All families as text; `labels` are those of every sample."""
    return "".join(f"{line}\n" for family in families for line in _lines(family, labels))


def _lines(family: Family, labels: Labels) -> Iterator[str]:
    name = f"{PREFIX}_{family.name}"
    yield f"# HELP {name} {family.help}"
    yield f"# TYPE {name} {family.kind}"
    for suffix, own, value in family.samples:
        pairs = ",".join(f'{key}="{_escaped(text)}"' for key, text in {**labels, **own}.items())
        yield f"{name}{suffix}{{{pairs}}} {value:.10g}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
