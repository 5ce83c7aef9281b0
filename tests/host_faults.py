"""What a host can do wrong, one coroutine each: `FAULTS` by name."""

from __future__ import annotations

import asyncio
import gzip
import socket
import struct
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache

RESET_ON_CLOSE = struct.pack("ii", 1, 0)  # SO_LINGER, on and 0 seconds: close sends RST
PAGES = 3
GOOD_PAGES = 12
MEGABYTE = 1_000_000
CHUNK = 50_000
MOST_SENT = 400 * MEGABYTE  # of an endless answer: a bound for the test, not for the crawler
WORDS = "bridge river stone arch span cable pier deck truss load steel beam tower girder".split()
HTML = "Content-Type: text/html; charset=utf-8"


@dataclass(slots=True)
class Asked:
    """One request, and where to write the answer."""

    host: str
    path: str
    of_host: int  # requests of this host so far, robots.txt left out
    writer: asyncio.StreamWriter

    async def send(self, body: bytes, *headers: str, status: str = "200 OK") -> None:
        await self.raw(head(status, *headers, f"Content-Length: {len(body)}") + body)

    async def raw(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def flood(self, data: bytes) -> None:
        """The same again and again, as fast as it is taken, with room for other connections."""
        chunk = data * (CHUNK // len(data))
        for _ in range(MOST_SENT // CHUNK):
            await self.raw(chunk)
            await asyncio.sleep(0)

    async def page(self) -> None:
        await self.send(html(self.host, self.path), HTML)


Fault = Callable[[Asked], Awaitable[None]]
FAULTS: dict[str, Fault] = {}


def fault(behaviour: Fault) -> Fault:
    FAULTS[behaviour.__name__.strip("_").replace("_", "-")] = behaviour
    return behaviour


def head(status: str, *headers: str) -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", *headers, "", ""]).encode("latin-1")


def html(host: str, path: str, links: tuple[str, ...] = ()) -> bytes:
    number = int(path.strip("/") or 0) if path.strip("/").isdigit() else 0
    dice = zlib.crc32(f"{host}{path}".encode())
    words = " ".join(WORDS[(dice >> k % 24) % len(WORDS)] for k in range(1, 60))
    last = GOOD_PAGES if host == "good.example" else PAGES
    links = (*links, f"/{number + 1}") if number + 1 < last else links
    listed = "".join(f'<li><a href="{link}">bridge of stone</a></li>' for link in links)
    title = f"Bridge {number} of {host}"
    return f"<title>{title}</title><h1>{title}</h1><p>{words}</p><ul>{listed}</ul>".encode()


@fault
async def reset(asked: Asked) -> None:
    sock = asked.writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
    asked.writer.transport.abort()


@fault
async def hang_up(asked: Asked) -> None:
    asked.writer.close()


@fault
async def no_http(asked: Asked) -> None:
    await asked.raw(b"220 mail.example ESMTP ready\r\n" * 20)
    asked.writer.close()


@fault
async def stall(asked: Asked) -> None:
    await asyncio.sleep(3600)


@fault
async def stall_in_body(asked: Asked) -> None:
    await asked.raw(head("200 OK", HTML, "Content-Length: 9000") + html(asked.host, asked.path))
    await asyncio.sleep(3600)


@fault
async def trickle(asked: Asked) -> None:
    await asked.raw(head("200 OK", HTML, "Content-Length: 9000"))
    for _ in range(9000):
        await asked.raw(b"x")
        await asyncio.sleep(0.2)


@fault
async def truncate(asked: Asked) -> None:
    body = html(asked.host, asked.path)
    await asked.raw(head("200 OK", HTML, f"Content-Length: {len(body) * 2}") + body)
    asked.writer.close()


@fault
async def truncate_gzip(asked: Asked) -> None:
    body = gzip.compress(html(asked.host, asked.path))
    await asked.send(body[: len(body) // 2], HTML, "Content-Encoding: gzip")


@fault
async def break_chunks(asked: Asked) -> None:
    await asked.raw(head("200 OK", HTML, "Transfer-Encoding: chunked") + b"5\r\nhello\r\nzz\r\n")
    asked.writer.close()


@fault
async def length_too_small(asked: Asked) -> None:
    body = html(asked.host, asked.path)
    await asked.raw(head("200 OK", HTML, f"Content-Length: {len(body) // 2}") + body)


@fault
async def length_is_no_number(asked: Asked) -> None:
    await asked.raw(head("200 OK", HTML, "Content-Length: many") + html(asked.host, asked.path))
    asked.writer.close()


@fault
async def two_lengths(asked: Asked) -> None:
    headers = (HTML, "Content-Length: 50", "Content-Length: 90")
    await asked.raw(head("200 OK", *headers) + html(asked.host, asked.path))
    asked.writer.close()


@fault
async def not_gzip(asked: Asked) -> None:
    await asked.send(html(asked.host, asked.path), HTML, "Content-Encoding: gzip")


@fault
async def picture_as_page(asked: Asked) -> None:
    await asked.send(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 64, HTML)


@fault
async def page_as_picture(asked: Asked) -> None:
    await asked.send(html(asked.host, asked.path), "Content-Type: image/png")


@fault
async def wrong_charset(asked: Asked) -> None:
    await asked.send(html(asked.host, asked.path), "Content-Type: text/html; charset=klingon-7")


@fault
async def endless_body(asked: Asked) -> None:
    await asked.raw(head("200 OK", HTML))
    await asked.flood(b"<p>bridge")


@fault
async def endless_headers(asked: Asked) -> None:
    await asked.raw(b"HTTP/1.1 200 OK\r\n")
    await asked.flood(b"X-More: bridge\r\n")


@fault
async def endless_header_line(asked: Asked) -> None:
    await asked.raw(b"HTTP/1.1 200 OK\r\nX-More: ")
    await asked.flood(b"x")


@fault
async def gzip_bomb(asked: Asked) -> None:
    await asked.send(bomb(), HTML, "Content-Encoding: gzip")


@fault
async def double_gzip_bomb(asked: Asked) -> None:
    await asked.send(gzip.compress(bomb()), HTML, "Content-Encoding: gzip, gzip")


@fault
async def redirect_to_itself(asked: Asked) -> None:
    await redirect(asked, asked.path)


@fault
async def redirect_in_a_circle(asked: Asked) -> None:
    await redirect(asked, {"/0": "/1", "/1": "/2"}.get(asked.path, "/0"))


@fault
async def redirect_for_ever(asked: Asked) -> None:
    await redirect(asked, f"/{int(asked.path.strip('/') or 0) + 1}")


@fault
async def redirect_inside(asked: Asked) -> None:
    targets = ("http://169.254.169.254/latest/", "http://[::1]/", "file:///etc/passwd")
    await redirect(asked, targets[int(asked.path[1:] or 0) % 3])


@fault
async def redirect_nowhere(asked: Asked) -> None:
    await redirect(asked, ("http://[bad", "", "http://")[int(asked.path[1:] or 0) % 3])


@fault
async def refresh_in_a_circle(asked: Asked) -> None:
    meta = f'<meta http-equiv="refresh" content="0; url={asked.path}?again">'.encode()
    await asked.send(meta + html(asked.host, asked.path), HTML)


@fault
async def too_many_requests(asked: Asked) -> None:
    """Asks for a second's patience once, then serves."""
    if asked.of_host == 1:
        await asked.send(b"later", "Retry-After: 1", status="429 Too Many Requests")
    else:
        await asked.page()


@fault
async def storm(asked: Asked) -> None:
    """Fails the first eight requests, whichever they are, then serves."""
    if asked.of_host <= 8:
        await asked.send(b"overloaded", status="503 Service Unavailable")
    else:
        await asked.page()


@fault
async def always_500(asked: Asked) -> None:
    await asked.send(b"<h1>500</h1>", HTML, status="500 Internal Server Error")


@fault
async def status_nobody_knows(asked: Asked) -> None:
    await asked.send(html(asked.host, asked.path), HTML, status="799 Strange")


@fault
async def robots_stalls(asked: Asked) -> None:
    """Its pages are well; its robots.txt never comes."""
    if asked.path == "/robots.txt":
        await asyncio.sleep(3600)
    await asked.page()


@fault
async def robots_is_endless(asked: Asked) -> None:
    if asked.path == "/robots.txt":
        await endless_body(asked)
    await asked.page()


async def redirect(asked: Asked, target: str) -> None:
    await asked.send(b"", f"Location: {target}", status="302 Found")


@cache
def bomb() -> bytes:
    """Two gigabytes of nothing in two megabytes."""
    packer, zeros = zlib.compressobj(wbits=31), bytes(MEGABYTE)
    return b"".join(packer.compress(zeros) for _ in range(2_000)) + packer.flush()
