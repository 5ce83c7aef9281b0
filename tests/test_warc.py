"""WARC files: read by warcio, appended to, and mended after a kill."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from focused_crawler.warc import Message, WarcError, WarcFile

warcio = pytest.importorskip("warcio.archiveiterator")

NAMES = ("pages.warc", "pages.warc.gz")
ABOUT = {"software": "focused_crawler", "isPartOf": "iron-ore"}


def request(url: str) -> Message:
    return Message("GET / HTTP/1.1", [("Host", url.split("/")[2])], b"")


def response(body: bytes) -> Message:
    headers = [("Content-Type", "text/html"), ("Content-Length", str(len(body)))]
    return Message("HTTP/1.1 200 OK", headers, body)


def write(path: Path, *bodies: bytes) -> None:
    warc = WarcFile(path, ABOUT)
    for body in bodies:
        url = f"http://{body.decode('latin-1')[:3]}.test/"
        warc.write(url, request(url), response(body))
    warc.close()


def records(path: Path) -> list[tuple[str, str, bytes]]:
    """(type, URL, body) of each record, as another program reads them."""
    with path.open("rb") as stream:
        return [
            (
                record.rec_type,
                record.rec_headers.get_header("WARC-Target-URI") or "",
                record.content_stream().read(),
            )
            for record in warcio.ArchiveIterator(stream, check_digests="raise")
        ]


def bodies(path: Path) -> list[bytes]:
    return [body for kind, _, body in records(path) if kind == "response"]


@pytest.mark.parametrize("name", NAMES)
def test_page_is_a_request_and_a_response(tmp_path: Path, name: str):
    write(tmp_path / name, b"one")

    kinds = [(kind, url) for kind, url, _ in records(tmp_path / name)]
    assert sorted(kinds[1:]) == [("request", "http://one.test/"), ("response", "http://one.test/")]
    assert kinds[0] == ("warcinfo", "")
    assert bodies(tmp_path / name) == [b"one"]


@pytest.mark.parametrize("name", NAMES)
def test_file_opened_again_is_appended_to_under_one_description(tmp_path: Path, name: str):
    write(tmp_path / name, b"one")
    write(tmp_path / name, b"two", b"three")

    kinds = [kind for kind, _, _ in records(tmp_path / name)]
    assert kinds.count("warcinfo") == 1
    assert bodies(tmp_path / name) == [b"one", b"two", b"three"]


@pytest.mark.parametrize("name", NAMES)
def test_file_cut_at_any_byte_keeps_its_whole_records(tmp_path: Path, name: str):
    path = tmp_path / name
    write(path, b"one", b"two")
    content = path.read_bytes()
    for size in range(0, len(content), 37):
        path.write_bytes(content[:size])
        write(path, b"new")

        kept = bodies(path)
        assert kept[-1] == b"new"
        assert kept[:-1] == [b"one", b"two"][: len(kept) - 1]
    assert len(kept) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_file_of_another_kind_is_refused_and_kept(tmp_path: Path, name: str):
    path = tmp_path / name
    text = b"a list of things to buy\n" * 50
    path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    before = path.read_bytes()

    with pytest.raises(WarcError, match="holds something else than a WARC; name another"):
        WarcFile(path, ABOUT)
    assert path.read_bytes() == before


def test_plain_text_under_a_compressed_name_is_refused_and_kept(tmp_path: Path):
    path = tmp_path / "pages.warc.gz"
    path.write_bytes(b"not compressed")

    with pytest.raises(WarcError):
        WarcFile(path, ABOUT)
    assert path.read_bytes() == b"not compressed"


def test_folder_in_place_of_the_file_is_told(tmp_path: Path):
    (tmp_path / "pages.warc").mkdir()

    with pytest.raises(WarcError, match=r"cannot be written \(Is a directory\); name another file"):
        WarcFile(tmp_path / "pages.warc", ABOUT)


def test_body_that_looks_like_a_record_is_only_a_body(tmp_path: Path):
    body = b"x\r\n\r\nWARC/1.0\r\nContent-Length: 9\r\n\r\n"
    write(tmp_path / "pages.warc", body, b"two")
    write(tmp_path / "pages.warc", b"three")

    assert bodies(tmp_path / "pages.warc") == [body, b"two", b"three"]
