"""Making a topic from pasted addresses, and judging pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from crawling import ROOT, SmallWeb, scrapy
from dashboard_server import Dashboard, dashboard
from hypothesis import given, settings
from hypothesis import strategies as st
from stored_pages import ORE, small_crawl

from focused_crawler.dashboard.preview import Preview, preview_of
from focused_crawler.feedback import load_judgements
from focused_crawler.sample_web import serve
from focused_crawler.topic.library import load_topic

BRIDGES = {
    "http://a.example/": "Bridges\nA suspension bridge hangs from cables between two towers",
    "http://b.example/": "Arch bridges\nThe arch of a stone bridge carries the deck over a river",
    "http://c.example/": "Truss\nA truss bridge of steel girders spans the river on stone piers",
}


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Dashboard]:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "focused_crawler.settings")
    monkeypatch.chdir(tmp_path)
    topics = tmp_path / "data" / "topics"
    with dashboard(tmp_path / "crawls", topic_folders=(topics,)) as running:
        yield running


def test_preview_tells_pages_on_the_topic_from_others() -> None:
    others = {
        "http://on.example/": "The old stone bridge with its arch and piers over the river",
        "http://off.example/": "Cake\nWhisk butter, sugar and four eggs, then bake for an hour",
    }
    preview = preview_of(BRIDGES, others, {})
    assert next(iter(preview.weights)) == "bridge"
    on, off = preview.others
    assert on.relevance > 0.25 > off.relevance
    assert [page.is_relevant for page in preview.others] == [True, False]


def test_example_that_does_not_fit_shows() -> None:
    odd = {"http://odd.example/": "Cake\nWhisk butter, sugar and four eggs, then bake for an hour"}
    scores = {page.url: page.relevance for page in preview_of(BRIDGES | odd, {}, {}).examples}
    assert min(scores, key=scores.__getitem__) == "http://odd.example/"


@settings(max_examples=15, deadline=None)
@given(st.dictionaries(st.text(min_size=1, max_size=20), st.text(max_size=200), max_size=4))
def test_any_texts_give_a_preview_that_survives_json(texts: dict[str, str]) -> None:
    preview = preview_of(texts, texts, {})
    assert Preview.from_dict(preview.to_dict()) == preview
    assert all(0 <= page.relevance <= 1 for page in preview.examples + preview.others)


@pytest.mark.slow
def test_pasted_addresses_are_previewed_and_saved(
    served: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    web = SmallWeb(10)
    urls = "\n".join(web.urls[:3])
    with serve(web) as proxy:
        monkeypatch.setenv("http_proxy", proxy.proxy)
        answer = served.act("/topics/preview", urls=urls, pages=web.urls[5], name="bridges")
    assert answer.status == 200
    assert ">bridge<" in answer.text
    assert web.urls[5] in answer.text
    saved = served.act("/topics/save", urls=urls, name="bridges", crawl="1")
    assert saved.headers["location"] == "/new?topic=bridges"
    assert list(load_topic("bridges", served.config.topic_folders).seeds) == web.urls[:3]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"name": "x", "urls": "/etc/passwd"}, "paste http(s) addresses"),
        ({"name": "../x", "urls": "http://a.example/"}, "topic name"),
        ({"name": "", "urls": "http://a.example/"}, "topic name"),
    ],
)
def test_topic_that_cannot_be_is_refused(
    served: Dashboard, fields: dict[str, str], told: str
) -> None:
    answer = served.act("/topics/save", **fields)
    assert answer.status == 400
    assert told in answer.text


@pytest.mark.slow
def test_judgement_is_kept_for_the_crawl_and_its_topic(served: Dashboard) -> None:
    store = small_crawl(served.config.crawls / "small" / "crawl.db")
    store.set_meta(topic="iron-ore", method="block-score")
    store.close()
    answer = served.act("/crawls/small/judge", url=ORE, verdict="no")
    assert answer.status == 303, answer.text
    assert not load_judgements(served.config.crawls / "small")[ORE].is_right
    shown = served.get(answer.headers["location"]).text
    assert "judged wrong" in shown


def test_preview_command_refuses_in_one_line(tmp_path: Path) -> None:
    ended = scrapy("preview", "--seeds", "nothing.txt", cwd=tmp_path)
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert "nothing.txt" in ended.stderr
