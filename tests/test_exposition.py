"""The text that Prometheus reads: every line well formed, buckets cumulative, labels escaped."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from focused_crawler.exposition import (
    MOST_GROUPS,
    SECONDS,
    Family,
    Grouped,
    Histogram,
    exposition,
    group_of,
)

LINE = re.compile(r'[a-z_]+\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)*\} (?:[\d.e+-]+|inf|nan)')


@given(st.text(max_size=30), st.floats(0, 1e9))
def test_every_sample_is_one_well_formed_line(label: str, value: float) -> None:
    family = Family("pages_total", "counter", "Pages", (("", {"reason": label}, value),))
    text = exposition([family], {"topic": "iron-ore"})
    *head, sample, rest = text.split("\n")
    assert head == [
        "# HELP focused_crawler_pages_total Pages",
        "# TYPE focused_crawler_pages_total counter",
    ]
    assert LINE.fullmatch(sample), sample
    assert rest == ""


@given(st.lists(st.floats(0, 100), max_size=50))
def test_buckets_grow_to_the_number_of_values(values: list[float]) -> None:
    histogram = Histogram()
    for value in values:
        histogram.observe(value)
    samples = list(histogram.samples({}))
    buckets = [value for suffix, _, value in samples if suffix == "_bucket"]
    assert buckets == sorted(buckets)
    assert buckets[-1] == len(values)
    for bound, below in zip(SECONDS, buckets, strict=False):
        assert below == sum(value <= bound for value in values)


def test_web_of_many_names_makes_few_groups() -> None:
    grouped = Grouped()
    for number in range(1000):
        grouped.observe(f"shop.name{number}", 0.1)
    assert len(grouped.groups) == MOST_GROUPS + 1
    assert sum(sum(histogram.counts) for histogram in grouped.groups.values()) == 1000


@given(st.text(max_size=40))
def test_any_host_has_a_plain_group(host: str) -> None:
    assert re.fullmatch(r"[a-z0-9-]+", group_of(host))
