"""Why a page gave nothing, in one line that a person understands.

Twisted wraps what happened in lists of failures, and some of Scrapy's errors have no text.
"""

from __future__ import annotations

import re

WRAPPED = re.compile(r"<twisted\.python\.failure\.Failure [\w.]+: (.*?)>\]?$", re.DOTALL)
PARSED = re.compile(r"^\('(.*?)', b['\"].*\)$", re.DOTALL)
NAMED = {
    "ResponseDataLossError": "the answer broke off before its end",
    "Connection was closed cleanly.": "the host closed the connection without an answer",
    "Connection to the other side was lost in a non-clean fashion.": (
        "the host reset the connection"
    ),
}
LONGEST = 300  # characters


def failure_reason(error: BaseException | None) -> str:
    """The reason in one line, never empty.

    >>> failure_reason(ValueError("no such\\nthing")), failure_reason(TimeoutError())
    ('no such', 'TimeoutError')
    """
    text = str(error).strip()
    if wrapped := WRAPPED.search(text):
        text = wrapped[1].strip()
    if parsed := PARSED.match(text):
        text = parsed[1]
    line = text.split("\n")[0].strip() or type(error).__name__
    return NAMED.get(line, line)[:LONGEST]
