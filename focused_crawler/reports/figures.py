"""Numbers as people read them."""

from __future__ import annotations


def percent(part: int, whole: int) -> str:
    """A share in percent; a dash where there is nothing to share.

    >>> percent(1, 8), percent(0, 0)
    ('12.5 %', '-')
    """
    return f"{100 * part / whole:.1f} %" if whole else "-"


def duration(seconds: float) -> str:
    """A time span in its two largest units.

    >>> duration(7.25), duration(125), duration(3725)
    ('7.2 s', '2 min 5 s', '1 h 2 min')
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"


def count(number: int, one: str, many: str = "") -> str:
    """A number with its unit; thousands are set apart.

    >>> count(1, "page"), count(1200, "page"), count(2, "crawl")
    ('1 page', '1,200 pages', '2 crawls')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def short_number(value: float) -> str:
    """A number for the axis of a chart.

    >>> [short_number(v) for v in (0, 0.25, 7, 1500, 20_000, 3_200_000)]
    ['0', '0.25', '7', '1.5k', '20k', '3.2M']
    """
    for size, unit in ((1_000_000, "M"), (1_000, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"
