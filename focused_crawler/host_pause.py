"""A pause of one host: its download slot acts as if it had been used some seconds from now.

Every request of the host waits, whatever the scheduler, and a scheduler can see it.
"""

from __future__ import annotations

from time import monotonic

from scrapy.core.downloader import Slot

SMALLEST_DELAY = 0.001  # a slot without delay never looks at the time


def pause(slot: Slot, seconds: float) -> None:
    """Hold back the requests of a host from now on for `seconds`, or longer if it was paused."""
    if seconds <= 0:
        return
    slot.delay = max(slot.delay, SMALLEST_DELAY)
    slot.lastseen = max(slot.lastseen, monotonic() + seconds)


def is_paused(slot: Slot) -> bool:
    """Whether requests of this host are held back just now."""
    return paused_for(slot) > 0


def paused_for(slot: Slot) -> float:
    """Seconds that requests of this host are still held back."""
    return max(0.0, slot.lastseen - monotonic())
