"""Closeness to the topic: its scale, its memory, and that each text is embedded once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest
from sentence_models import SENSES, write_static_model

from focused_crawler.meaning.model import SentenceModel, Vectors, load_model
from focused_crawler.meaning.topic import LEAST, MOST, TopicMeaning

pytest.importorskip("model2vec", reason="sentence models need pip install .[semantic]")

WEB = ["mine", "cake", "icing", "sum"]


class CountingModel:
    """A model that remembers what it was asked."""

    def __init__(self, model: SentenceModel) -> None:
        self.model = model
        self.asked: list[list[str]] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        return self.model.encode(texts)


@pytest.fixture
def model(tmp_path: Path) -> CountingModel:
    return CountingModel(load_model(write_static_model(tmp_path)))


def topic_of(model: SentenceModel, *seeds: str, web: Sequence[str] = WEB) -> TopicMeaning:
    topic = TopicMeaning(model)
    for seed in seeds:
        topic.add_seed(seed)
    topic.meet(web)
    return topic


def test_texts_of_the_web_are_at_zero_on_average_and_seeds_near_one(model: CountingModel) -> None:
    topic = topic_of(model, "iron", "ore", "smelter")
    near = [topic.closeness(text) for text in WEB]
    assert all(LEAST < value < MOST for value in near)
    assert sum(near) == pytest.approx(0, abs=1e-5)
    assert topic.closeness("ore") == pytest.approx(1, abs=0.15)
    assert topic.closeness("mine") > 0.5 > 0 > topic.closeness("cake")


def test_order_of_seeds_and_pages_does_not_matter(model: CountingModel) -> None:
    wanted = topic_of(model, "iron", "ore", "smelter").closeness("mine")
    for seeds in permutations(["iron", "ore", "smelter"]):
        late = TopicMeaning(model)
        late.meet(WEB)
        for seed in seeds:
            late.add_seed(seed)
        assert late.closeness("mine") == pytest.approx(wanted, abs=1e-5)


def test_page_costs_one_call_and_a_text_is_embedded_once(model: CountingModel) -> None:
    topic = topic_of(model, "iron")
    model.asked.clear()
    topic.meet(["mine", "ore", "ore", "", "smelter"])
    topic.meet(["ore", "smelter"])
    topic.closeness("smelter")
    assert model.asked == [["ore", "smelter"]]


def test_memory_is_bounded_and_what_was_forgotten_is_embedded_again(model: CountingModel) -> None:
    topic = TopicMeaning(model, most_texts=2)
    topic.add_seed("iron")
    topic.meet(["cake", "icing", "sum"])
    model.asked.clear()
    topic.closeness("sum")
    assert model.asked == []
    topic.closeness("cake")
    assert model.asked == [["cake"]]


def test_without_seeds_nothing_is_close(model: CountingModel) -> None:
    assert {topic_of(model).closeness(word) for word in SENSES} == {0.0}


def test_lone_seed_and_alike_seeds_stay_within_the_scale(model: CountingModel) -> None:
    for seeds in (["iron"], ["iron", "iron iron"], ["cake", "iron", "sum"], ["unknown"]):
        topic = topic_of(model, *seeds)
        assert all(LEAST <= topic.closeness(word) <= MOST for word in SENSES)
