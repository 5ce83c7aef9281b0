"""The event loop: uvloop where it is installed, a fifth faster at fetching; ADDONS names this.

ASYNCIO_EVENT_LOOP in the settings or on the command line goes before it.

The loop is made here, before Scrapy looks for one: Scrapy would first make a plain loop, to see
that it is another, and never close it; some versions of Python complain of that at their end.
"""

from __future__ import annotations

import asyncio
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from scrapy.utils.misc import load_object

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

FASTEST = "uvloop.Loop"
REACTOR = "twisted.internet.reactor"


class FastEventLoop:
    """A Scrapy add-on; the loop is chosen before there is a crawler."""

    @classmethod
    def update_pre_crawler_settings(cls, settings: BaseSettings) -> None:
        if find_spec("uvloop") is None:
            return
        settings.set("ASYNCIO_EVENT_LOOP", FASTEST, priority="addon")
        if settings["ASYNCIO_EVENT_LOOP"] == FASTEST and REACTOR not in sys.modules:
            asyncio.set_event_loop(load_object(FASTEST)())
