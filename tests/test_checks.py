"""Settings and arguments that cannot be meant so stop a crawl in one line, before it starts."""

from __future__ import annotations

from pathlib import Path

import pytest
from crawling import scrapy
from scrapy.settings import Settings

from focused_crawler import settings as defaults
from focused_crawler.checks import check_arguments, check_settings
from focused_crawler.crawl import CrawlError
from focused_crawler.spiders.focused import named_frontier


def settings_with(**values: object) -> Settings:
    settings = Settings()
    settings.setmodule(defaults)
    settings.setdict(values, priority="cmdline")
    return settings


def test_defaults_are_in_order() -> None:
    check_settings(settings_with())


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("HARVEST_WINDOW", "x", "is not a whole number from 0 up"),
        ("HARVEST_WINDOW", "1.5", "is not a whole number from 0 up"),
        ("DOWNLOAD_DELAY", "soon", "is not a number from 0 up"),
        ("PRIVATE_ADDRESSES_ALLOWED", "maybe", "is not True or False"),
        ("TUNNEL_MAX_LEVEL", "-1", "is not a whole number from 0 up"),
    ],
)
def test_value_of_another_kind_is_refused(name: str, value: object, told: str) -> None:
    with pytest.raises(CrawlError, match=f"{name} = {value!r} {told}"):
        check_settings(settings_with(**{name: value}))


def test_numbers_as_the_command_line_gives_them_pass() -> None:
    check_settings(settings_with(DOWNLOAD_TIMEOUT="2.5", HARVEST_WINDOW="0", COOKIES_ENABLED="1"))


def test_misspelt_setting_is_named_and_foreign_ones_pass() -> None:
    check_settings(settings_with(MY_THRESHOLD=1, CLOSESPIDER_TIMEOUT=5, TOPIC_FOLDERS=["."]))
    with pytest.raises(CrawlError, match="'TUNEL_MAX_LEVEL'; did you mean TUNNEL_MAX_LEVEL"):
        check_settings(settings_with(TUNEL_MAX_LEVEL=2))
    in_project = settings_with()
    in_project.set("TOPIC_TRESHOLD", 0.5, priority="project")  # others may import their settings
    check_settings(in_project)


def test_misspelt_argument_is_named_and_foreign_ones_pass() -> None:
    known = ["topic", "max_pages"]
    check_arguments(["topic", "_job", "category"], known)
    with pytest.raises(CrawlError, match="'maxpages'; did you mean -a max_pages="):
        check_arguments(["maxpages"], known)


def test_word_is_no_address_of_a_frontier() -> None:
    with pytest.raises(CrawlError, match="redis://HOST/0"):
        named_frontier("foo", "focused:ore")


def test_crawl_tells_it_in_one_line(tmp_path: Path) -> None:
    ended = scrapy(
        "crawl", "focused", "-a", "topic=iron-ore", "-s", "CONCURRENT_REQUESTS=x", cwd=tmp_path
    )
    assert ended.returncode == 1
    assert (
        ended.stderr
        == "focused-crawler: CONCURRENT_REQUESTS = 'x' is not a whole number from 0 up\n"
    )
