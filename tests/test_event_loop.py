"""Which event loop a crawl runs in."""

from __future__ import annotations

from importlib.util import find_spec

from scrapy.settings import Settings

from focused_crawler.event_loop import FASTEST, FastEventLoop


def test_the_fastest_loop_is_taken_where_it_is_installed() -> None:
    settings = Settings()
    FastEventLoop.update_pre_crawler_settings(settings)
    assert settings["ASYNCIO_EVENT_LOOP"] == (FASTEST if find_spec("uvloop") else None)


def test_a_loop_in_the_settings_goes_first() -> None:
    settings = Settings({"ASYNCIO_EVENT_LOOP": "asyncio.SelectorEventLoop"})
    FastEventLoop.update_pre_crawler_settings(settings)
    assert settings["ASYNCIO_EVENT_LOOP"] == "asyncio.SelectorEventLoop"
