"""Dynamic beats static where interest moves, and equals it until then."""

from __future__ import annotations

from focused_crawler.laboratory.moving_interest import PAGES, moving_interest


def test_dynamic_table_finds_what_people_ask_for_now() -> None:
    curves = moving_interest("stock-market", "genetic-dna")
    half = PAGES // 2
    assert curves.static[:half] == curves.dynamic[:half]
    static, dynamic = (curve[-1] - curve[half - 1] for curve in (curves.static, curves.dynamic))
    assert dynamic > 0.8 * half
    assert dynamic > 5 * static
    assert [at for at, _, _ in curves.rows()] == list(range(50, PAGES + 1, 50))
