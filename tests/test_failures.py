from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy.exceptions import DownloadFailedError, ResponseDataLossError
from twisted.internet.error import ConnectionLost
from twisted.python.failure import Failure

from focused_crawler.failures import LONGEST, failure_reason


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ResponseDataLossError(), "the answer broke off before its end"),
        (DownloadFailedError(str([Failure(ConnectionLost())])), "the host reset the connection"),
        (
            DownloadFailedError(str([Failure(ValueError("Value contains non-decimal digits"))])),
            "Value contains non-decimal digits",
        ),
        (OSError("one\ntwo"), "one"),
        (KeyError(), "KeyError"),
    ],
)
def test_reason_is_what_a_person_understands(error: Exception, reason: str) -> None:
    assert failure_reason(error) == reason


@given(st.text(max_size=500))
def test_reason_is_one_short_line_and_never_empty(text: str) -> None:
    reason = failure_reason(ValueError(text))
    assert 0 < len(reason) <= LONGEST
    assert "\n" not in reason
