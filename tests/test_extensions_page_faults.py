"""What a page or a host does wrong is no news; what is not theirs still is."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from focused_crawler.extensions.page_faults import LOGGERS, lower_voice


@pytest.fixture
def warnings_shown() -> Iterator[io.StringIO]:
    """A log of warnings on one of the loggers, as a crawl has it."""
    logger, shown = logging.getLogger(LOGGERS[0]), io.StringIO()
    handler = logging.StreamHandler(shown)
    handler.setLevel(logging.WARNING)
    logger.addFilter(lower_voice)
    logger.addHandler(handler)
    yield shown
    logger.removeHandler(handler)
    logger.removeFilter(lower_voice)


def test_traceback_of_a_host_is_not_shown(warnings_shown: io.StringIO) -> None:
    try:
        raise ConnectionError("no answer")
    except ConnectionError:
        logging.getLogger(LOGGERS[0]).exception("robots.txt could not be fetched")
    assert warnings_shown.getvalue() == ""


def test_fault_is_there_for_who_asks_for_it() -> None:
    record = logging.makeLogRecord({"msg": "data loss", "levelno": logging.ERROR, "exc_info": 1})
    assert lower_voice(record)
    assert (record.levelname, record.exc_info) == ("INFO", None)


def test_debug_lines_stay_debug_lines() -> None:
    record = logging.makeLogRecord({"msg": "forbidden", "levelno": logging.DEBUG})
    assert lower_voice(record)
    assert record.levelno == logging.DEBUG
