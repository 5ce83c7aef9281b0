"""Algorithm 2: two queues of sites, and a ranker that learns."""

from __future__ import annotations

import json
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.deepweb.context import LinkContext, home_page, path_text, site_name
from focused_crawler.deepweb.site_frontier import SiteFrontier
from focused_crawler.deepweb.site_ranker import Site, SiteRanker


def link(name: str, anchor: str = "") -> LinkContext:
    return LinkContext(f"http://{name}/", anchor)


def frontier(learn_after: int = 1) -> SiteFrontier:
    return SiteFrontier(SiteRanker(learn_after=learn_after))


def polled(sites: SiteFrontier) -> list[str]:
    names = []
    while (site := sites.poll()) is not None:
        names.append(site.name)
    return names


def test_high_queue_goes_first_whatever_the_rank() -> None:
    sites = frontier()
    for source in ("a.example", "b.example", "c.example"):
        sites.add(link("low.example"), source=source, is_high=False)
    sites.add(link("high.example"), source="a.example", is_high=True)
    assert polled(sites) == ["high.example", "low.example"]


def test_low_queue_refills_the_high_one_as_a_whole() -> None:
    sites = frontier()
    for source in ("a.example", "b.example"):
        sites.add(link("old.example"), source=source, is_high=False)
    sites.add(link("older.example"), source="a.example", is_high=False)
    assert sites.poll().name == "old.example"  # type: ignore[union-attr]
    # "older" was moved with it: a new high site does not pass it by its queue, only by its rank.
    sites.add(link("new.example"), source="a.example", is_high=True)
    assert polled(sites) == ["older.example", "new.example"]


def test_site_found_beside_a_form_moves_to_the_high_queue() -> None:
    sites = frontier()
    sites.add(link("a.example"), source="x.example", is_high=False)
    sites.add(link("b.example"), source="x.example", is_high=False)
    sites.add(link("b.example"), source="y.example", is_high=True)
    assert len(sites) == 2
    assert polled(sites) == ["b.example", "a.example"]


def test_more_sites_that_point_to_it_raise_a_waiting_site() -> None:
    sites = frontier()
    sites.add(link("a.example"), source="x.example", is_high=True)
    sites.add(link("b.example"), source="x.example", is_high=True)
    sites.add(link("b.example"), source="y.example", is_high=True)
    assert polled(sites) == ["b.example", "a.example"]


def test_waiting_sites_are_ranked_again_when_the_ranker_has_learnt() -> None:
    sites = frontier(learn_after=1)
    sites.add(link("a.example", "holiday pictures"), source="x.example", is_high=True)
    sites.add(link("b.example", "fossil catalogue"), source="x.example", is_high=True)
    deep = Site("c.example", link("c.example", "mineral catalogue"))
    assert sites.ranker.add_deep_site(deep)
    assert polled(sites) == ["b.example", "a.example"]


def test_own_links_and_visited_sites_are_refused() -> None:
    sites = frontier()
    assert not sites.add(link("www.a.example"), source="a.example", is_high=True)
    assert sites.add(link("b.example"), source="a.example", is_high=True)
    assert sites.poll()
    assert not sites.add(link("b.example"), source="c.example", is_high=True)
    assert sites.poll() is None


def test_rank_is_the_formula_of_its_docstring() -> None:
    ranker = SiteRanker(learn_after=1, similarity_share=0.25, prior_weight=1.0)
    site = Site("a.example", link("a.example", "fossil map"), {"x", "y", "z"}, relevance=0.4)
    frequency = 0.75 * log(4) / (1 + log(4))
    assert ranker.rank(site) == pytest.approx(0.25 * 0.4 + frequency)  # no deep site known
    ranker.add_deep_site(Site("b.example", link("b.example", "fossil map")))
    parts = ranker.parts(site)
    assert parts["topic"] == pytest.approx(0.25 * 0.4 / 2)
    assert parts["similarity"] > 0.25 / 2 / 3  # the anchor is the same, the host is not


def test_saved_queues_give_the_same_order() -> None:
    sites = frontier()
    for number, name in enumerate("abcdef"):
        for source in range(number + 1):
            sites.add(link(f"{name}.example"), source=f"{source}.example", is_high=number % 2 == 0)
    sites.poll()
    again = frontier()
    again.restore(json.loads(json.dumps(sites.to_dict())))
    assert polled(again) == polled(sites)


moves = st.lists(
    st.one_of(
        st.none(), st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("xyz"), st.booleans())
    ),
    max_size=40,
)


@given(moves)
@settings(max_examples=100, deadline=None)
def test_every_site_comes_out_once(moves: list[tuple[str, str, bool] | None]) -> None:
    sites, named, names = frontier(), set(), []
    for move in moves:
        if move is None:
            site = sites.poll()
            names += [site.name] if site else []
            continue
        name, source, is_high = move
        named.add(f"{name}.example")
        sites.add(link(f"{name}.example"), source=f"{source}.example", is_high=is_high)
    names += polled(sites)
    assert sorted(names) == sorted(named)
    assert len(sites) == 0


def test_site_is_the_host() -> None:
    assert site_name("http://www.a.example:x/") == ""
    assert home_page("https://a.example:8443/b#c") == "https://a.example:8443/"
    assert path_text("http://a.example/Gr%C3%BCn/b.html") == "Grün b html"
