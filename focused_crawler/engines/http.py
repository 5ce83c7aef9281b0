"""Asking an engine over HTTP: one answer within a time limit, or one line that says why not.

The proxies of the environment are used. The limit holds for the whole answer: an engine that sends
a byte now and then is as slow as one that sends none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPException
from time import monotonic
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from focused_crawler.engines.base import EngineError

SECONDS = 10.0
MOST_BYTES = 8 << 20
PIECE = 1 << 16
USER_AGENT = "focused-crawler/0.1 (seed search)"

_STATUS = {
    401: "HTTP 401: the key is missing or wrong",
    402: "HTTP 402: the quota is used up",
    403: "HTTP 403: access refused, by a wrong key or a used-up quota",
    429: "HTTP 429: too many requests or the quota is used up; try again later",
}


def get(
    url: str,
    parameters: Mapping[str, object] | None = None,
    *,
    headers: Mapping[str, str] | None = None,
    seconds: float = SECONDS,
) -> bytes:
    """The body that a URL answers with."""
    if urlsplit(url).scheme not in ("http", "https"):
        raise EngineError(f"{url!r} is not an http(s) URL")
    query = urlencode(parameters) if parameters else ""
    address = f"{url}{'&' if '?' in url else '?'}{query}" if query else url
    sent = {"User-Agent": USER_AGENT} | dict(headers or {})
    request = Request(address, headers=sent)  # noqa: S310 - it is http(s)
    try:
        return _read(request, seconds)
    except HTTPError as error:
        error.close()
        raise EngineError(_STATUS.get(error.code, f"HTTP {error.code}")) from None
    except TimeoutError:
        raise EngineError(f"no answer within {seconds:g} s") from None
    except URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise EngineError(f"no answer within {seconds:g} s") from None
        raise EngineError(f"not reached: {_reason(error.reason)}") from None
    except (OSError, HTTPException, ValueError) as error:
        raise EngineError(f"its answer broke off: {_reason(error)}") from None


def get_json(
    url: str,
    parameters: Mapping[str, object] | None = None,
    *,
    headers: Mapping[str, str] | None = None,
    seconds: float = SECONDS,
) -> Any:
    """The JSON value that a URL answers with."""
    accepting = {"Accept": "application/json"} | dict(headers or {})
    return parse_json(get(url, parameters, headers=accepting, seconds=seconds))


def parse_json(body: bytes) -> Any:
    """The value of a JSON text."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise EngineError("its answer is not JSON") from None


def _read(request: Request, seconds: float) -> bytes:
    end = monotonic() + seconds
    body = b""
    with urlopen(request, timeout=seconds) as response:  # noqa: S310 - likewise
        while piece := response.read1(PIECE):
            body += piece
            if monotonic() > end:
                raise TimeoutError
            if len(body) > MOST_BYTES:
                raise EngineError(f"its answer is longer than {MOST_BYTES >> 20} MB")
    return body


def _reason(error: object) -> str:
    return str(getattr(error, "strerror", None) or error or type(error).__name__).splitlines()[0]
