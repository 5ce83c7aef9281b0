"""A crawl folder that has lost one of its two files is refused, and nothing in it is touched."""

from __future__ import annotations

from pathlib import Path

import pytest
from crawling import FAST, SmallWeb, scrapy

from focused_crawler.sample_web import serve


@pytest.mark.parametrize("lost", ["crawl.db", "frontier.log"])
def test_folder_that_lost_a_file_is_refused_in_one_line(lost: str, tmp_path: Path) -> None:
    web = SmallWeb(pages=20)
    with serve(web) as served:  # type: ignore[arg-type]
        crawl = (
            "crawl", "focused", "-a", "topic=bridges", "-a", f"seeds={web.urls[0]}", *FAST,
            "-a", "max_pages=5", "-s", "JOBDIR=job",
        )  # fmt: skip
        assert scrapy(*crawl, cwd=tmp_path, proxy=served.proxy).returncode == 0
        (tmp_path / "job" / lost).unlink()
        before = {file.name: file.read_bytes() for file in (tmp_path / "job").glob("*.[ld]*")}
        again = scrapy(*crawl, cwd=tmp_path, proxy=served.proxy)
    assert again.returncode == 1
    told = f"job/{lost} is missing, so the crawl cannot go on; name another JOBDIR\n"
    assert again.stderr.startswith("focused-crawler: ")
    assert again.stderr.endswith(told)
    assert again.stderr.count("\n") == 1
    kept = {name: (tmp_path / "job" / name).read_bytes() for name in before}
    assert kept == before
