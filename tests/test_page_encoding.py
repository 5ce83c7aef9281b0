"""Whatever the server says about the encoding, words come out readable."""

from __future__ import annotations

import pytest

from focused_crawler.page import parse_page
from focused_crawler.page.encoding import decode

FRENCH = "Les élèves étaient déjà à l'école, où le maître écrivait le début du récit. " * 5
RUSSIAN = "Рынок ценных бумаг сегодня вырос, потому что банки снизили ставки. " * 5
JAPANESE = "これは日本語の文章です。市場の価格が上がりました。" * 5


@pytest.mark.parametrize("declared", [None, "utf-8", "no-such-encoding", "utf-16", "idna"])
@pytest.mark.parametrize(
    ("text", "encoding"),
    [(FRENCH, "cp1252"), (RUSSIAN, "cp1251"), (JAPANESE, "shift_jis"), (RUSSIAN, "utf-8")],
)
def test_wrong_or_missing_declaration_is_overruled(
    text: str, encoding: str, declared: str | None
) -> None:
    assert decode(text.encode(encoding), declared)[0] == text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_mark_wins_over_the_header(encoding: str) -> None:
    assert decode(RUSSIAN.encode(encoding), "cp1252")[0] == RUSSIAN


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_wide_text_without_a_mark_is_recognised(encoding: str) -> None:
    page = "<p>" + FRENCH
    assert decode(page.encode(encoding))[0] == page


def test_header_wins_over_meta() -> None:
    body = b'<meta charset="cp1251"><p>\xe9t\xe9'
    assert parse_page("http://a.example/", body, encoding="cp1252").blocks[0].text == "été"


def test_meta_is_read_where_there_is_no_header() -> None:
    body = '<meta charset="koi8-r"><p>рынок'.encode("koi8-r")
    assert parse_page("http://a.example/", body).blocks[0].text == "рынок"


@pytest.mark.parametrize("declared", ["ascii", "iso-8859-1", "windows-1252"])
def test_utf8_under_a_default_of_the_server_is_read_as_utf8(declared: str) -> None:
    assert decode(RUSSIAN.encode(), declared)[0] == RUSSIAN


def test_one_stray_byte_does_not_change_the_encoding() -> None:
    text, encoding = decode(RUSSIAN.encode() + b"\xff", "utf-8")
    assert encoding == "utf-8"
    assert text == RUSSIAN + "\ufffd"
