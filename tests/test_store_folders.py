"""Which crawl is meant: the named one, or the one that saved something last."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from stored_pages import make_page, small_crawl

from focused_crawler.store import CrawlStore, StoreError
from focused_crawler.store.folders import JOURNAL, MOST_NAMED, named_crawl, newest_crawl


@pytest.fixture
def crawls(tmp_path: Path) -> Path:
    """Three crawls, `second` the newest by a day."""
    for name, day in (("first", 1), ("second", 3), ("third", 2)):
        small_crawl(tmp_path / name / "crawl.db").close()
        for file in (tmp_path / name).iterdir():
            os.utime(file, (day * 86400, day * 86400))
    return tmp_path


def test_newest_is_the_crawl_that_saved_something_last(crawls: Path):
    assert newest_crawl(crawls).parent.name == "second"

    with CrawlStore(crawls / "first" / "crawl.db") as store:
        store.save(make_page("http://late.test/"))
    assert newest_crawl(crawls).parent.name == "first"


def test_crawl_without_a_page_is_not_meant_where_another_has_some(crawls: Path):
    CrawlStore(crawls / "unreachable" / "crawl.db").close()
    assert newest_crawl(crawls).parent.name == "second"

    (crawls / "damaged").mkdir()
    (crawls / "damaged" / "crawl.db").write_bytes(b"not a database" * 100)
    assert newest_crawl(crawls).parent.name == "damaged"


def test_crawl_without_a_page_is_meant_where_it_is_the_only_one(tmp_path: Path):
    CrawlStore(tmp_path / "unreachable" / "crawl.db").close()
    assert newest_crawl(tmp_path).parent.name == "unreachable"


def test_reading_a_crawl_does_not_make_it_the_newest(crawls: Path):
    with CrawlStore.read(crawls / "first" / "crawl.db") as reader:
        reader.search("iron")
        assert newest_crawl(crawls).parent.name == "second"

    assert newest_crawl(crawls).parent.name == "second"


def test_taking_up_what_a_killed_crawl_left_does_not_make_it_the_newest(crawls: Path):
    journal = crawls / "first" / "crawl.pending"
    journal.write_text('["meta","topic","left behind"]\n')
    os.utime(journal, (86400, 86400))

    with CrawlStore.read(crawls / "first" / "crawl.db") as reader:
        assert reader.meta["topic"] == "left behind"
    assert newest_crawl(crawls).parent.name == "second"


def test_crawl_is_named_by_folder_name_path_or_file(crawls: Path):
    expected = crawls / "third" / "crawl.db"

    assert named_crawl("third", crawls) == expected
    assert named_crawl(str(crawls / "third"), Path("elsewhere")) == expected
    assert named_crawl(str(expected), Path("elsewhere")) == expected


def test_unknown_name_lists_what_there_is(crawls: Path):
    with pytest.raises(StoreError, match=r"fourth holds no crawl .* second, third, first$"):
        named_crawl("fourth", crawls)


def test_of_many_crawls_the_newest_are_listed(tmp_path: Path):
    for number in range(MOST_NAMED + 3):
        small_crawl(tmp_path / f"c{number}" / "crawl.db").close()
        os.utime(tmp_path / f"c{number}" / "crawl.db", (number * 86400, number * 86400))
        (tmp_path / f"c{number}" / JOURNAL).unlink(missing_ok=True)

    with pytest.raises(StoreError, match=r": c10, c9, .*, c3 and 3 older$"):
        named_crawl("another", tmp_path)


def test_no_crawl_at_all_names_the_command_that_makes_one(tmp_path: Path):
    with pytest.raises(StoreError, match="scrapy crawl focused"):
        newest_crawl(tmp_path / "crawls")
