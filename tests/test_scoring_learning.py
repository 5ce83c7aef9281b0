"""A judge that goes on learning: its table moves, people say right and wrong."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from focused_crawler.page import Page, parse_page
from focused_crawler.scoring.judge import Judge
from focused_crawler.scoring.learning import LearningJudge
from focused_crawler.topic.terms import count_terms
from focused_crawler.topic.weights import WeightTable

BIRDS = WeightTable({"owl": 1.0, "nest": 0.6, "wing": 0.5})
MINING = "Iron ore is mined in open pits; the ore holds hematite, the mines ship iron to smelters."
PITS = "Open pits and mines: iron ore, hematite, magnetite. Miners haul ore to smelters and ports."
COMICS = (
    "Iron hero in a comic: the armoured hero of comics fights villains; film, comic, hero, iron."
)
MORE_COMICS = "A comic about the iron hero: villains, film and armour; the hero of the film wins."


def page(path: str, html: str) -> Page:
    return parse_page(f"http://a.test/{path}", html.encode(), segmenter="headings")


def blocks(text: str) -> list[Counter[str]]:
    return [count_terms(text)]


def miner() -> LearningJudge:
    judge = LearningJudge.of(Judge())
    for text in (MINING, PITS):
        judge.add_example(page("ore", f"<p>{text}</p>"))
    judge.fit()
    return judge


def test_topic_far_from_its_examples_does_not_make_everything_relevant() -> None:
    judge = LearningJudge.of(Judge())
    judge.add_example(page("arch", "<p>Bridge, arch, river; the arch bridge spans a river.</p>"))
    judge.fit()
    judge.move(BIRDS, learn_share=0.1)
    stray = page("stray", "<h1>Cooking</h1><p>Soup, bread and a wing; salt, pepper, water.</p>")
    owls = page("owls", "<h1>Owls</h1><p>An owl in its nest; owl, nest, wing, owl.</p>")
    bridges = page("span", "<p>The bridge over the river has an arch.</p>")
    assert judge.judge(owls).is_relevant
    assert not judge.judge(stray).is_relevant
    assert judge.judge(bridges).relevance < judge.judge(owls).relevance


def test_page_judged_wrong_and_its_like_lose_their_relevance() -> None:
    judge = miner()
    comic, mine = page("c", f"<p>{MORE_COMICS}</p>"), page("m", f"<p>{PITS} Iron.</p>")
    before, right = judge.judge(comic).relevance, judge.judge(mine).relevance
    assert before > 0
    assert judge.teach([], [blocks(COMICS)])
    judge.fit()
    after = judge.judge(comic)
    assert after.relevance < 0.5 * before
    assert after.reason.endswith("like pages judged wrong")
    assert judge.judge(mine).relevance >= 0.9 * right


def test_page_judged_right_widens_the_topic() -> None:
    judge = miner()
    steel = "Blast furnaces make steel from pig iron; the steel furnace burns coke."
    furnace = page("f", "<p>The furnace makes steel; coke and blast furnaces.</p>")
    before = judge.judge(furnace).relevance
    assert judge.teach([blocks(steel)], [])
    judge.fit()
    assert judge.judge(furnace).relevance > before


def test_same_judgement_twice_is_learnt_once() -> None:
    judge = miner()
    assert judge.teach([blocks(MINING)], [blocks(COMICS)])
    assert not judge.teach([blocks(MINING)], [blocks(COMICS), [], [Counter()]])


def test_page_that_is_judged_anew_changes_sides() -> None:
    judge = miner()
    judge.teach([blocks(COMICS)], [])
    assert judge.teach([], [blocks(COMICS)])
    assert (len(judge.examples), len(judge.counter_examples)) == (2, 1)
    assert judge.teach([blocks(COMICS)], [])
    assert (len(judge.examples), len(judge.counter_examples)) == (3, 0)


def test_topic_keeps_an_example_whatever_people_say() -> None:
    judge = miner()
    judge.teach([], [blocks(MINING), blocks(PITS)])
    assert len(judge.examples) == 2


def test_right_and_wrong_pages_that_are_alike_change_nothing() -> None:
    judge = miner()
    mine = page("m", f"<p>{PITS}</p>")
    before = judge.judge(mine).relevance
    judge.teach([], [blocks(f"{MINING} Ore."), blocks(f"{PITS} Mines.")])
    judge.fit()
    assert abs(judge.judge(mine).relevance - before) < 0.05


def test_learning_judge_without_lessons_judges_as_any_judge() -> None:
    plain, learning = Judge(), LearningJudge.of(Judge())
    for judge in (plain, learning):
        judge.add_example(page("ore", f"<p>{MINING}</p>"))
        judge.fit()
    for text in (MINING, PITS, COMICS):
        assert learning.judge(page("x", f"<p>{text}</p>")) == plain.judge(
            page("x", f"<p>{text}</p>")
        )
    assert LearningJudge.of(learning) is learning


WORDS = st.lists(st.sampled_from("iron ore mine comic hero film pit smelter".split()), min_size=1)


@given(WORDS, st.lists(WORDS, max_size=3))
def test_relevance_stays_within_bounds_and_never_rises_by_counter_examples(
    words: list[str], wrong: list[list[str]]
) -> None:
    judge, seen = miner(), page("x", f"<p>{' '.join(words)}</p>")
    before = judge.grade(seen)
    judge.teach([], [blocks(" ".join(one)) for one in wrong])
    judge.fit()
    after = judge.grade(seen)
    assert 0.0 <= after.relevance <= before.relevance <= 1.0
    assert all(0.0 <= a <= b <= 1.0 for a, b in zip(after.blocks, before.blocks, strict=True))
