from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest

from focused_crawler.sample_web import SamplePage, Served, build_sample_web, serve
from focused_crawler.sample_web.__main__ import main
from focused_crawler.sample_web.traps import trap_page

ROOT = Path(__file__).parent.parent
WEB = build_sample_web()
FORM = b"name=a+b&message=%3Ci%3E"
HOME = "http://www.market-primer.example/"


@pytest.fixture(scope="module")
def running() -> Iterator[Served]:
    with serve(WEB, delays=False) as served:
        yield served


@pytest.fixture
def server(running: Served) -> Served:
    running.forget()
    return running


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object) -> None:
        return None


def fetch(
    server: Served,
    url: str,
    *handlers: type[urllib.request.BaseHandler],
    method: str = "GET",
    data: bytes | None = None,
) -> tuple[int, dict[str, str], bytes]:
    proxy = urllib.request.ProxyHandler({"http": server.proxy})
    opener = urllib.request.build_opener(proxy, *handlers)
    request = urllib.request.Request(url, data=data, method=method)
    try:
        with opener.open(request, timeout=10) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read()


def raw(server: Served, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        parts = iter(lambda: connection.recv(65536), b"")
        return b"".join(parts)


def one(kind: str, status: int = 200, fault: str = "") -> str:
    return next(
        url
        for url, page in WEB.pages.items()
        if (page.kind, page.status, page.fault) == (kind, status, fault)
    )


def test_a_page_comes_through_the_proxy_as_it_is(server: Served) -> None:
    status, headers, body = fetch(server, HOME)
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert body == WEB.pages[HOME].body


def test_a_page_is_also_found_by_its_host_header(server: Served) -> None:
    answer = raw(server, b"GET / HTTP/1.1\r\nHost: www.market-primer.example\r\n\r\n")
    assert answer.endswith(WEB.pages[HOME].body)


def test_requests_are_logged_in_order_and_robots_txt_apart(server: Served) -> None:
    seeds = WEB.seeds("iron-ore")[:2]
    for url in (f"{HOME}robots.txt", *seeds, f"{seeds[0]}#part"):
        fetch(server, url)
    assert server.fetched == [*seeds, seeds[0]]
    assert [entry.is_robots for entry in server.requests] == [True, False, False, False]
    times = [entry.time for entry in server.requests]
    assert times == sorted(times)


def test_head_has_the_headers_of_get_and_no_body(server: Served) -> None:
    status, headers, body = fetch(server, HOME, method="HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) == len(WEB.pages[HOME].body)
    assert server.fetched == []


def test_a_connection_carries_many_requests(server: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", HOME)
    first = connection.getresponse()
    first.read()
    before = connection.sock
    connection.request("GET", WEB.seeds("iron-ore")[0])
    assert connection.getresponse().read() == WEB.pages[WEB.seeds("iron-ore")[0]].body
    assert connection.sock is before is not None
    connection.close()


def test_a_moved_page_is_found_at_its_new_place(server: Served) -> None:
    moved = "http://old.crossroads.example/chain/i"
    status, _, body = fetch(server, moved)
    assert status == 200
    assert len(server.fetched) == 4
    assert body == WEB.pages[server.fetched[-1]].body
    assert WEB.is_about(server.fetched[-1], "iron-ore")


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/go/inside", "http://127.0.0.1:1/"),
        ("/go/metadata", "http://169.254.169.254/latest/"),
        ("/loop/a", "/loop/b"),
        ("/loop/b", "/loop/a"),
        ("/loop/self", "/loop/self"),
    ],
)
def test_redirects_that_lead_nowhere_good(server: Served, path: str, target: str) -> None:
    status, headers, _ = fetch(server, f"http://old.crossroads.example{path}", NoRedirect)
    assert (status, headers["Location"]) == (302, target)


def test_a_private_address_is_refused_and_seen_in_the_log(server: Served) -> None:
    status, _, _ = fetch(server, "http://169.254.169.254/latest/")
    assert status == 502
    assert server.fetched == ["http://169.254.169.254/latest/"]


def test_robots_txt_closes_the_members_area(server: Served) -> None:
    _, headers, body = fetch(server, "http://www.sharebook.test/robots.txt")
    assert headers["Content-Type"].startswith("text/plain")
    assert b"User-agent: *\nDisallow: /members/\n" in body
    assert fetch(server, f"{HOME}robots.txt")[2] == b"User-agent: *\nDisallow: \n"
    assert fetch(server, "http://www.leeshore.example/robots.txt")[0] == 404


def test_a_reset_connection_gives_no_answer(server: Served) -> None:
    with pytest.raises((ConnectionError, URLError, http.client.RemoteDisconnected)):
        fetch(server, one("fault", fault="reset"))
    assert [entry.status for entry in server.requests] == [0]


def test_a_truncated_body_is_shorter_than_declared(server: Served) -> None:
    with pytest.raises(http.client.IncompleteRead):
        fetch(server, one("fault", fault="truncate"))


def test_a_busy_page_recovers_on_retry(server: Served) -> None:
    url = one("fault", fault="recover")
    assert [fetch(server, url)[0] for _ in range(3)] == [503, 200, 200]
    server.forget()
    assert fetch(server, url)[0] == 503


@pytest.mark.parametrize("status", [404, 410, 500, 503])
def test_errors_stay_errors(server: Served, status: int) -> None:
    url = one("error", status)
    assert [fetch(server, url)[0] for _ in range(2)] == [status, status]


def test_an_unknown_page_is_404_and_an_unknown_host_502(server: Served) -> None:
    assert fetch(server, f"{HOME}no/such/page")[0] == 404
    assert fetch(server, "http://no-such-host.example/")[0] == 502


@pytest.mark.parametrize(
    ("first", "word"),
    [
        ("http://events.townhall.example/calendar/2031/05/", "/calendar/"),
        ("http://photos.wideview.test/album/", "/album/"),
        ("http://shop.greenleaf.example/shop?item=1&sid=1", "sid="),
    ],
)
def test_traps_never_end(server: Served, first: str, word: str) -> None:
    url, seen = first, set()
    for _ in range(30):
        seen.add(url)
        assert fetch(server, url)[0] == 200
        page = trap(url)
        assert not page.subjects
        url = next(link for link in reversed(page.links) if word in link and link not in seen)
    assert len(seen) == 30


def trap(url: str) -> SamplePage:
    page = trap_page(url, WEB._shelf)
    assert page is not None
    return page


def test_a_trap_page_is_the_same_each_time(server: Served) -> None:
    url = "http://shop.greenleaf.example/shop?item=7&sid=ab12"
    assert fetch(server, url)[2] == fetch(server, url)[2]


def test_session_ids_do_not_change_what_an_item_says() -> None:
    pages = [trap(f"http://shop.greenleaf.example/shop?item=7&sid={sid}") for sid in ("1", "2")]
    first, second = (page.html.split("<ul>")[0] for page in pages)
    assert first == second
    assert pages[0].links != pages[1].links


def test_mirrors_are_byte_for_byte(server: Served) -> None:
    mirror = one("mirror")
    assert fetch(server, mirror)[2] == fetch(server, WEB.pages[mirror].copy_of)[2]


def test_a_posted_form_is_echoed(server: Served) -> None:
    status, _, body = fetch(server, f"{HOME}contact/send", method="POST", data=FORM)
    assert status == 200
    assert b"<dt>name</dt><dd>a b</dd><dt>message</dt><dd>&lt;i&gt;</dd>" in body
    assert fetch(server, f"{HOME}contact/send")[0] == 405


def test_search_finds_pages_of_the_site_by_title(server: Served) -> None:
    word = WEB.pages[WEB.seeds("stock-market")[0]].title.split()[-1]
    status, _, body = fetch(server, f"{HOME}search?q={word}&in=all")
    assert status == 200
    assert WEB.pages[WEB.seeds("stock-market")[0]].title.encode() in body
    assert b"0 results" in fetch(server, f"{HOME}search?q=zzz")[2]


def test_files_carry_their_own_types(server: Served) -> None:
    base = "http://files.storehouse.test/s/"
    assert fetch(server, base + "report.pdf")[1]["Content-Type"] == "application/pdf"
    assert fetch(server, base + "chart.png")[2].startswith(b"\x89PNG")
    assert len(fetch(server, base + "archive.bin")[2]) > 5_000_000
    disguised = fetch(server, base + "picture")
    assert disguised[1]["Content-Type"].startswith("text/html")
    assert b"\0" in disguised[2]


def test_connect_is_refused_in_words(server: Served) -> None:
    answer = raw(server, b"CONNECT www.market-primer.example:443 HTTP/1.1\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 501 ")
    assert b"http://" in answer


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET http://[::1 HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"DELETE http://www.heredity.example/ HTTP/1.1\r\n\r\n", b"405"),
        (b"POST http://www.heredity.example/ HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"400"),
        (b"POST http://www.heredity.example/ HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n", b"413"),
        (b"POST http://www.heredity.example/ HTTP/1.1\r\nTransfer-Encoding: x\r\n\r\n", b"411"),
    ],
)
def test_broken_requests_get_a_clear_status(
    server: Served, request_bytes: bytes, status: bytes
) -> None:
    assert raw(server, request_bytes).startswith(b"HTTP/1.1 " + status)


def test_broken_clients_leave_no_trace(
    server: Served, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    half = b"POST http://www.heredity.example/ HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc"
    for part in (b"", b"GET http://x", half, b"x" * 200_000):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(part)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(f"GET {one('huge')} HTTP/1.1\r\n\r\n".encode())
        connection.recv(10)
    assert fetch(server, HOME)[0] == 200
    assert capfd.readouterr().err == ""
    assert not caplog.records


def test_the_servers_own_address_explains_itself(server: Served) -> None:
    request = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    assert f"http_proxy={server.proxy}".encode() in raw(server, request)


def test_slow_hosts_are_slow_only_with_delays(server: Served) -> None:
    url = "http://archive.kinfolk.example/"
    start = time.monotonic()
    fetch(server, url)
    assert time.monotonic() - start < 0.25
    with serve(WEB) as slow:
        start = time.monotonic()
        fetch(slow, url)
        assert time.monotonic() - start >= WEB.pages[url].delay >= 0.3


def test_stopping_closes_the_port_the_thread_and_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    log, threads = tmp_path / "log.jsonl", threading.active_count()
    with serve(WEB, log, delays=False) as served:
        fetch(served, HOME)
        fetch(served, f"{HOME}robots.txt")
        idle = socket.create_connection(("127.0.0.1", served.port), timeout=10)
    with idle:
        assert idle.recv(1) == b""
    assert not caplog.records
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", served.port), timeout=1)
    assert threading.active_count() == threads
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(e["url"], e["status"], e["is_robots"]) for e in entries] == [
        (HOME, 200, False),
        (f"{HOME}robots.txt", 200, True),
    ]


def test_a_taken_port_is_named_in_one_line(
    server: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--port", str(server.port)]) == 1
    assert "--port" in capsys.readouterr().err


def test_the_command_prints_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seeds", "genetic-dna"]) == 0
    assert capsys.readouterr().out.split() == WEB.seeds("genetic-dna")


def test_the_command_serves_until_interrupted() -> None:
    command = [sys.executable, "-m", "focused_crawler.sample_web", "--no-delays"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        proxy = next(line.split("=", 1)[1].strip() for line in lines if "http_proxy=" in line)
        handler = urllib.request.ProxyHandler({"http": proxy})
        with urllib.request.build_opener(handler).open(HOME, timeout=10) as answer:
            assert answer.status == 200
        process.send_signal(2)
        assert "1 requests served" in "".join(lines)
    assert process.returncode == 0


def test_the_package_needs_nothing_but_the_standard_library() -> None:
    code = (
        "import sys, focused_crawler.sample_web;"
        "print(sorted({n.split('.')[0] for n in sys.modules} - set(sys.stdlib_module_names)"
        " - {'focused_crawler', '__main__'}))"
    )
    command = [sys.executable, "-c", code]
    out = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    loaded = {name for name in json.loads(out.replace("'", '"')) if not name.startswith("_")}
    assert not loaded - {"sitecustomize", "usercustomize"}
