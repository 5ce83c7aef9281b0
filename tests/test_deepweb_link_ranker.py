"""Links inside a site, the feature space that ranks them, and when a site is left."""

from __future__ import annotations

import json
from math import log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.deepweb.context import LinkContext, path_text
from focused_crawler.deepweb.feature_space import FeatureSpace
from focused_crawler.deepweb.link_ranker import LinkRanker
from focused_crawler.deepweb.site_visit import Limits, SiteVisit

ARCHIVE = LinkContext("http://a.example/archive/advanced", "Old papers", "from our archive")


def test_before_anything_is_learnt_words_of_searching_lead() -> None:
    ranker = LinkRanker(learn_after=2)
    both = LinkContext("http://a.example/search", "Search")
    one = LinkContext("http://a.example/x", "Recherche avancée")
    none = LinkContext("http://search.example/about", "About us")  # the host does not count
    other = LinkContext("http://a.example/login", "Sign in")
    assert [ranker.rank(link) for link in (both, one, none, other)] == [1.0, 0.6, 0.2, 0.0]


def test_links_like_successful_ones_rise_once_enough_succeeded() -> None:
    ranker = LinkRanker(learn_after=2)
    for name in ("about", "news", "team", "jobs"):
        ranker.space.observe(LinkContext(f"http://a.example/{name}", name))
    like, unlike = LinkContext("http://b.example/archive/x"), LinkContext("http://b.example/team")
    assert not ranker.add_form_link(ARCHIVE)
    assert ranker.rank(like) == ranker.rank(unlike)
    assert ranker.add_form_link(ARCHIVE)
    assert ranker.rank(like) > ranker.rank(unlike)
    assert ranker.version == 1


def test_similarity_is_the_formula_of_its_docstring() -> None:
    space = FeatureSpace(lambda _: "", learn_after=2)
    for anchor in ("fossil map", "fossil", "home", "home"):
        space.observe(LinkContext("", anchor))
    space.add_success(LinkContext("", "fossil map"))
    space.add_success(LinkContext("", "fossil"))
    fossil, chart = (1 + log(2)) * log(5 / 3), log(5 / 2)
    cosine = fossil / (sqrt(fossil**2 + chart**2) * 1)
    assert space.similarity(LinkContext("", "fossil")) == pytest.approx(cosine / 3)


def test_words_of_every_link_weigh_nothing() -> None:
    space = FeatureSpace(path_text, learn_after=1)
    for name in ("archive", "news", "team"):
        space.observe(LinkContext(f"http://a.example/index/{name}"))
    space.add_success(LinkContext("http://a.example/index/archive"))
    assert space.similarity(LinkContext("http://a.example/index")) == 0
    assert space.similarity(LinkContext("http://a.example/archive")) > 0


def test_saved_space_compares_as_before() -> None:
    space = FeatureSpace(path_text, learn_after=2)
    space.observe(LinkContext("http://a.example/team"))
    for _ in range(3):
        space.add_success(ARCHIVE)
    again = FeatureSpace(path_text, learn_after=2)
    again.restore(json.loads(json.dumps(space.to_dict())))
    assert again.similarity(ARCHIVE) == space.similarity(ARCHIVE)
    assert again.to_dict() == space.to_dict()


links = st.builds(
    LinkContext, st.just("http://a.example/x"), st.text(max_size=15), st.text(max_size=15)
)


@given(st.lists(links, max_size=8), st.lists(links, max_size=4), links)
@settings(max_examples=100, deadline=None)
def test_ranks_stay_between_zero_and_one(
    seen: list[LinkContext], good: list[LinkContext], new: LinkContext
) -> None:
    ranker = LinkRanker(learn_after=1)
    for link in seen:
        ranker.space.observe(link)
    for link in good:
        ranker.add_form_link(link)
    assert 0 <= ranker.rank(new) <= 1


def test_learning_after_no_success_is_refused() -> None:
    with pytest.raises(ValueError, match="learn_after"):
        LinkRanker(learn_after=0)


def visit(**limits: int) -> SiteVisit:
    return SiteVisit("a.example", Limits(**limits))


def test_form_counts_once_however_many_pages_show_it() -> None:
    site = visit()
    assert site.read(frozenset({"a", "b"})) == {"a", "b"}
    assert site.read(frozenset({"b", "c"})) == {"c"}
    assert site.read(frozenset({"c"})) == frozenset()
    assert (site.pages, site.dry_pages, len(site.forms)) == (3, 1, 3)


def test_site_is_left_when_new_forms_stop_coming() -> None:
    site = visit(dry_after_form=2)
    for forms in ({"a"}, set(), {"b"}, set()):
        site.read(frozenset(forms))
        assert site.ended is None
    site.read(frozenset({"a"}))
    assert site.ended == "no new form"
    assert not site.admits(1)


def test_patience_is_longer_before_the_first_form() -> None:
    site = visit(dry_pages=3, dry_after_form=1)
    for _ in range(2):
        site.read(frozenset())
    assert site.ended is None
    site.read(frozenset({"a"}))
    site.read(frozenset({"a"}))
    assert site.ended == "no new form"


def test_site_is_left_when_its_budget_is_spent() -> None:
    site = visit(pages=2)
    site.read(frozenset({"a"}))
    site.read(frozenset({"b"}))
    assert site.ended == "budget"


def test_pages_too_deep_are_not_fetched() -> None:
    assert [visit(depth=3).admits(depth) for depth in (0, 3, 4)] == [True, True, False]


def test_zero_is_no_limit() -> None:
    site = visit(depth=0, dry_pages=0, dry_after_form=0, pages=0)
    for number in range(200):
        site.read(frozenset({"a"} if number > 100 else ()))
    assert site.admits(99)


def test_negative_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="dry_pages is -1"):
        Limits(dry_pages=-1)
