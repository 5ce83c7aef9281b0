"""Seed lists: files and rows of URLs, and what is wrong with bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.seeds import parse_seeds, read_seeds


def test_file_has_one_url_a_line_with_comments(tmp_path: Path) -> None:
    file = tmp_path / "my seeds.txt"
    file.write_bytes(
        b"\xef\xbb\xbf# birds\r\n\r\nhttps://a.test/owl\r\n  http://b.test/#top  # good\r\n"
    )
    assert read_seeds(str(file)) == ("https://a.test/owl", "http://b.test/")
    assert read_seeds(file) == read_seeds(str(file))


def test_urls_may_be_given_in_a_row() -> None:
    assert read_seeds(" https://a.test/1\thttps://b.test ") == (
        "https://a.test/1", "https://b.test/"
    )  # fmt: skip


def test_same_url_twice_is_one_seed() -> None:
    text = "https://a.test/x\nhttps://A.test/x#part\nHTTPS://a.test/x\nhttps://a.test/X\n"
    assert parse_seeds(text) == ("https://a.test/x", "https://a.test/X")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ftp://a.test/", "is not an http(s) URL"),
        ("a.test/owl", "is not an http(s) URL"),
        ("https://", "is not an http(s) URL"),
        ("https:///path", "is not an http(s) URL"),
        ("https://a.test:99999/", "is not an http(s) URL"),
        ("https://[::1/", "is not an http(s) URL"),
        ("https://a.test/ https://b.test/", "is not one URL"),
        ("javascript:alert(1)", "is not an http(s) URL"),
    ],
)
def test_bad_line_is_named(line: str, message: str) -> None:
    with pytest.raises(TopicError) as caught:
        parse_seeds(f"# seeds\nhttps://a.test/\n{line}\n", "seeds.txt")
    assert str(caught.value).startswith("seeds.txt, line 3: ")
    assert message in str(caught.value)


def test_bad_url_in_a_row_is_counted() -> None:
    with pytest.raises(TopicError, match=r"^seed 2: 'b\.test' is not an http\(s\) URL"):
        read_seeds("https://a.test/ b.test")


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_file_without_urls_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "seeds.txt").write_text(text)
    with pytest.raises(TopicError, match=r"seeds\.txt: no seeds; write one http\(s\) URL a line"):
        read_seeds(tmp_path / "seeds.txt")


def test_unreadable_source_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for source, message in [
        (str(tmp_path / "none.txt"), "No such file or directory; give a file"),
        (str(tmp_path), "Is a directory; give a file"),
        (str(tmp_path / "binary"), "not UTF-8 text (byte 0)"),
        ("nul\0byte", "null"),
        ("  ", "no seeds given; name a file"),
    ]:
        with pytest.raises(TopicError) as caught:
            read_seeds(source)
        assert message in str(caught.value)


def test_urls_in_a_row_may_be_parted_by_spaces_or_commas() -> None:
    assert read_seeds("https://a.example/1,2, http://b.example/ https://c.example/,") == (
        "https://a.example/1,2",
        "http://b.example/",
        "https://c.example/",
    )
