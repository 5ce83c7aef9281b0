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
