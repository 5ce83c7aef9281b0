"""A strategy without its tunnels: links of irrelevant pages are not followed (000 figure 11 a)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from focused_crawler.strategy.base import Options, Strategy


def without_tunnels(make: Callable[[Options], Strategy]) -> Callable[[Options], Strategy]:
    """The same strategy with no level and no gray blocks."""
    return lambda options: make(replace(options, max_level=0, is_gray=False))
