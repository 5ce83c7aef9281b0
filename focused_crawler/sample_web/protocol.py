"""Just enough HTTP/1.1 for a proxy that answers itself: read a request, write an answer.

Absolute-form targets (`GET http://host/path`) are what a proxy is sent; origin-form ones are
completed from the Host header.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlsplit

from focused_crawler.sample_web.model import Response

MAX_BODY = 1_000_000  # bytes of a posted form
RESET_ON_CLOSE = struct.pack("ii", 1, 0)  # SO_LINGER, on and 0 seconds: close sends RST


class BadRequestError(Exception):
    """A request that cannot be answered; carries the status and one line that says why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True, slots=True)
class Request:
    """One request as the client sent it."""

    method: str
    url: str
    body: bytes
    is_kept_alive: bool


async def read_request(reader: asyncio.StreamReader) -> Request:
    """The next request of a connection; IncompleteReadError when the client has gone."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    line, *fields = head.rstrip().split("\r\n")
    try:
        method, target, version = line.split(" ")
    except ValueError:
        raise BadRequestError(400, "Not an HTTP request line.") from None
    headers = {name.strip().lower(): value.strip() for name, _, value in _pairs(fields)}
    url = _url(method, target, headers.get("host", ""))
    body = await reader.readexactly(_body_length(headers))
    kept = version == "HTTP/1.1" and not any(
        "close" in headers.get(name, "").lower() for name in ("connection", "proxy-connection")
    )
    return Request(method, url, body, kept)


async def write_response(
    writer: asyncio.StreamWriter, response: Response, *, is_head: bool, is_kept_alive: bool
) -> None:
    """Sends an answer, or the beginning of one that breaks off."""
    if response.fault == "reset":
        reset(writer)
        return
    sent = response.body[: len(response.body) // 2] if response.fault else response.body
    head = _head(response, "keep-alive" if is_kept_alive else "close")
    writer.write(head if is_head else head + sent)
    await writer.drain()


def reset(writer: asyncio.StreamWriter) -> None:
    """Drops the connection so that the client sees a reset, not an end."""
    sock = writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
    writer.transport.abort()


def _pairs(fields: list[str]) -> list[tuple[str, str, str]]:
    return [field.partition(":") for field in fields]


def _url(method: str, target: str, host: str) -> str:
    url = target if "://" in target else f"http://{host}{target}"
    if method == "CONNECT":
        return target
    try:
        has_host = bool(urlsplit(url).hostname)
    except ValueError:
        has_host = False
    if not has_host:
        raise BadRequestError(400, "No host in the request.")
    return url


def _body_length(headers: dict[str, str]) -> int:
    if "transfer-encoding" in headers:
        raise BadRequestError(411, "Send the form with a Content-Length.")
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()):
        raise BadRequestError(400, "Content-Length is not a number.")
    if int(length) > MAX_BODY:
        raise BadRequestError(413, f"A form may have {MAX_BODY} bytes at most.")
    return int(length)


def _head(response: Response, connection: str) -> bytes:
    phrase = HTTPStatus(response.status).phrase
    fields = (
        *response.headers,
        ("Content-Length", str(len(response.body))),
        ("Connection", connection),
    )
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields)
    return f"HTTP/1.1 {response.status} {phrase}\r\n{lines}\r\n".encode("latin-1")
