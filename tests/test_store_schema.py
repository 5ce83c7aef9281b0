"""A file that cannot be used is refused in one line that names the remedy."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from stored_pages import SEED, make_page, small_crawl

from focused_crawler.store import CrawlStore, StoreError
from focused_crawler.store.schema import VERSION


@pytest.fixture
def database(tmp_path: Path) -> Path:
    small_crawl(tmp_path / "crawl.db").close()
    return tmp_path / "crawl.db"


def refusal(opening, path: Path) -> str:
    """The line with which a file is refused."""
    with pytest.raises(StoreError) as error:
        opening(path)
    line = str(error.value)
    assert "\n" not in line
    assert str(path) in line
    return line


OPENINGS = [CrawlStore, CrawlStore.read]


@pytest.mark.parametrize("opening", OPENINGS)
def test_text_file_is_no_crawl_database(tmp_path: Path, opening):
    path = tmp_path / "crawl.db"
    path.write_text("a list of things to buy, longer than the header of a database " * 20)

    assert "is not a crawl database" in refusal(opening, path)


@pytest.mark.parametrize("opening", OPENINGS)
def test_database_of_another_program_is_not_touched(tmp_path: Path, opening):
    path = tmp_path / "crawl.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE pages (name)")
    connection.commit()
    connection.close()
    before = path.read_bytes()

    assert "another program" in refusal(opening, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("opening", OPENINGS)
def test_newer_version_asks_for_an_update(database: Path, opening):
    connection = sqlite3.connect(database)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()

    assert "update the crawler" in refusal(opening, database)


@pytest.mark.parametrize("opening", OPENINGS)
def test_damaged_database_is_told_at_the_latest_when_it_is_read(database: Path, opening):
    content = bytearray(database.read_bytes())
    content[4096:-1] = b"\xa5" * (len(content) - 4097)
    database.write_bytes(content)

    def open_and_read(path: Path) -> None:
        with opening(path) as store:
            list(store.fingerprints())
            store.search("iron")

    assert "damaged" in refusal(open_and_read, database)


@pytest.mark.parametrize("opening", OPENINGS)
def test_cut_off_database_is_told(database: Path, opening):
    database.write_bytes(database.read_bytes()[:5000])

    assert "damaged" in refusal(lambda path: list(opening(path).fingerprints()), database)


def test_locked_database_is_told(database: Path, monkeypatch):
    monkeypatch.setattr("focused_crawler.store.schema.LOCK_SECONDS", 0.05)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    other.execute("INSERT INTO meta VALUES ('x', '1')")

    assert "locked by another program" in refusal(CrawlStore.read, database)
    other.close()


def test_missing_database_is_not_created_by_reading(tmp_path: Path):
    assert "does not exist" in refusal(CrawlStore.read, tmp_path / "crawl.db")
    assert list(tmp_path.iterdir()) == []


def test_folder_is_created_for_a_new_crawl(tmp_path: Path):
    CrawlStore(tmp_path / "crawls" / "new" / "crawl.db").close()

    assert (tmp_path / "crawls" / "new" / "crawl.db").is_file()


def test_folder_that_is_a_file_is_told(tmp_path: Path):
    (tmp_path / "crawls").write_text("")

    assert "cannot be used" in refusal(CrawlStore, tmp_path / "crawls" / "crawl.db")


NOBODY = 65534


def as_another_user(action: Callable[[Path], object], folder: Path) -> str:
    """What an action says of a folder to someone who may not write there.

    Root may write everywhere, so root forks and steps down. A fork needs no right to the
    interpreter's files, which may lie where only root can read: all is imported already.
    """
    if os.geteuid() != 0:
        return _told(action, folder)
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        os.write(sender, _told(action, folder).encode())
        os._exit(0)
    os.close(sender)
    os.waitpid(child, 0)
    with open(receiver, encoding="utf-8") as pipe:
        return pipe.read()


def _told(action: Callable[[Path], object], folder: Path) -> str:
    try:
        return str(action(folder / "crawl.db"))
    except BaseException as error:  # noqa: BLE001 - the parent is to see it, whatever it is
        return f"{type(error).__name__}: {error}"


@pytest.fixture
def read_only_folder(database: Path) -> Iterator[Path]:
    """A crawl folder that may be read and not written, also when the tests run as root."""
    with TemporaryDirectory() as parent:  # pytest's own folders are closed to other users
        folder = Path(parent) / "crawl"
        shutil.copytree(database.parent, folder)
        Path(parent).chmod(0o755)
        folder.chmod(0o555)
        (folder / "crawl.db").chmod(0o444)
        yield folder
        folder.chmod(0o755)


def test_read_only_folder_refuses_a_crawl_in_one_line(read_only_folder: Path):
    told = as_another_user(CrawlStore, read_only_folder)

    assert told.startswith("StoreError: ")
    assert "\n" not in told
    assert "check the permissions" in told or "cannot be used: Permission denied" in told


def test_read_only_folder_can_be_read(read_only_folder: Path):
    def counts(path: Path) -> tuple[int, int]:
        with CrawlStore.read(path) as store:
            return store.counts()

    assert as_another_user(counts, read_only_folder) == "(3, 2)"


def test_reader_cannot_write(database: Path):
    with CrawlStore.read(database) as reader, pytest.raises(sqlite3.OperationalError):
        reader._connection.execute("DELETE FROM pages")


def test_reading_leaves_nothing_beside_the_database(database: Path):
    before = sorted(file.name for file in database.parent.iterdir())
    with CrawlStore.read(database) as reader:
        reader.search("iron")

    assert sorted(file.name for file in database.parent.iterdir()) == before


def test_reader_sees_what_a_running_crawl_adds(tmp_path: Path):
    with small_crawl(tmp_path / "crawl.db") as store:
        store.flush()
        with CrawlStore.read(tmp_path / "crawl.db") as reader:
            store.save(make_page("http://late.test/"))
            assert reader.counts() == (3, 2)
            store.flush()
            assert reader.counts() == (4, 3)
            assert reader.page(SEED) is not None
