"""Dynamic beats static where interest moves, and equals it until then."""

from __future__ import annotations

from pathlib import Path

from crawling import scrapy

from focused_crawler.laboratory.curves import draw_moving
from focused_crawler.laboratory.moving_interest import PAGES, moving_interest


def test_dynamic_table_finds_what_people_ask_for_now(tmp_path: Path) -> None:
    curves = moving_interest("stock-market", "genetic-dna")
    half = PAGES // 2
    assert curves.static[:half] == curves.dynamic[:half]
    static, dynamic = (curve[-1] - curve[half - 1] for curve in (curves.static, curves.dynamic))
    assert dynamic > 0.8 * half
    assert dynamic > 5 * static
    assert [at for at, _, _ in curves.rows()] == list(range(50, PAGES + 1, 50))
    assert curves.table().splitlines()[-1].split()[0] == str(PAGES)

    files = draw_moving({"static": curves.static, "dynamic": curves.dynamic}, half, "", tmp_path)
    assert [file.name for file in files if file.stat().st_size > 10_000] == [
        "moving-interest.png",
        "moving-interest.svg",
    ]


def test_topic_the_sample_web_lacks_is_named(tmp_path: Path) -> None:
    ended = scrapy("evaluate", "--moving", "iron-ore,zebras", cwd=tmp_path)
    assert ended.returncode == 1
    assert ended.stderr.startswith("focused-crawler: no topic 'zebras' in the sample web")
