"""The comparison of crawlers for forms: what the issue of the two stages promises, measured."""

from __future__ import annotations

import pytest

from focused_crawler.laboratory.form_study import CRAWLERS, FormCrawl, as_table, form_study

BUDGET = 200
COMPARED = ("deepweb", "deepweb, no learning", "site breadth-first", "breadth-first")


@pytest.fixture(scope="module")
def crawls() -> list[FormCrawl]:
    compared = [crawler for crawler in CRAWLERS if crawler.name in COMPARED]
    return form_study(crawlers=compared, budgets=(BUDGET,))


def per_page(crawls: list[FormCrawl], name: str) -> float:
    own = [crawl for crawl in crawls if crawl.crawler == name]
    return sum(crawl.forms for crawl in own) / sum(crawl.fetched for crawl in own)


@pytest.mark.parametrize("baseline", ["site breadth-first", "breadth-first"])
def test_three_times_the_forms_per_page_of_breadth_first(
    crawls: list[FormCrawl], baseline: str
) -> None:
    assert per_page(crawls, "deepweb") >= 3 * per_page(crawls, baseline) > 0


def test_learning_finds_a_fifth_more_forms_than_none(crawls: list[FormCrawl]) -> None:
    assert per_page(crawls, "deepweb") >= 1.2 * per_page(crawls, "deepweb, no learning")


def test_learning_never_finds_fewer_on_any_topic(crawls: list[FormCrawl]) -> None:
    found = {(crawl.crawler, crawl.topic): crawl.forms for crawl in crawls}
    for name, topic in found:
        assert found["deepweb", topic] >= found["deepweb, no learning", topic], (name, topic)


def test_table_has_a_row_for_each_crawler(crawls: list[FormCrawl]) -> None:
    rows = as_table(crawls).splitlines()
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows[2:]] == list(COMPARED)
    assert rows[0] == f"| crawler | forms at {BUDGET} | per page |"
