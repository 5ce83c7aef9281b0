"""Deep sites of the sample web: which has which form, and what lies behind it."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

import pytest

from focused_crawler.deepweb.found_form import found_forms
from focused_crawler.sample_web.deep_sites import DEEP_SITES
from focused_crawler.sample_web.subjects import TOPICS
from focused_crawler.sample_web.web import build_sample_web

WEB = build_sample_web()
DEEP = {url: page for url, page in WEB.pages.items() if urlsplit(url).netloc in DEEP_SITES}


def test_truth_names_every_searchable_form_that_stands_in_the_html() -> None:
    truth = {(form.page, form.action) for form in WEB.search_forms if not form.is_scripted}
    standing = {
        (url, found.form.action)
        for url, page in DEEP.items()
        for found in found_forms(url, page.body)
        if "/lookup" in found.form.action or found.form.action.endswith("/ask")
    }
    assert standing == {(page, action) for page, action in truth if page in DEEP}


def test_forms_of_many_kinds_stand_beside_the_search_forms() -> None:
    kinds = Counter(f.verdict.name for url, p in DEEP.items() for f in found_forms(url, p.body))
    others = {"login", "registration", "order", "contact", "mailing list"}
    assert others < kinds.keys()
    assert all(kinds[kind] >= len(DEEP_SITES) for kind in others)


@pytest.mark.parametrize("topic", TOPICS)
def test_each_topic_has_a_dozen_deep_sites_one_of_them_scripted(topic: str) -> None:
    forms = [form for form in WEB.search_forms if form.subject == topic]
    assert len({urlsplit(f.page).netloc for f in forms if f.page in DEEP}) == 12
    (scripted,) = (form for form in forms if form.is_scripted)
    assert scripted.action not in WEB.forms(topic)
    page = WEB.pages[scripted.page]
    assert found_forms(page.url, page.body) == ()
    assert '<form action=\\"/lookup\\"' in page.html


@pytest.mark.parametrize("topic", TOPICS)
def test_pages_of_all_static_forms_can_be_reached(topic: str) -> None:
    reached = WEB.forms_on(WEB.reachable(topic), topic)
    assert reached == WEB.forms(topic)


def test_records_are_behind_forms_alone() -> None:
    records = {url for url, page in DEEP.items() if page.kind == "record"}
    linked = {link for page in WEB.pages.values() for link in page.links}
    assert len(records) >= 100
    assert not records & linked
    site = DEEP_SITES["www.oremap.example"].site
    answer = WEB.response(site.url("/lookup?name=ore&kind=&part=main"))
    assert answer.status == 200
    assert any(url.encode() in answer.body or urlsplit(url).path.encode() in answer.body
               for url in records if urlsplit(url).netloc == site.host)  # fmt: skip


def test_sitemaps_are_named_in_robots_and_leave_records_out() -> None:
    named = [host for host in DEEP_SITES if "Sitemap: " in WEB.robots(host)]
    assert 0 < len(named) < len(DEEP_SITES)
    body = WEB.response(f"http://{named[0]}/sitemap.xml").body
    assert f"<loc>http://{named[0]}/</loc>".encode() in body
    assert b"/record/" not in body
    silent = next(host for host in DEEP_SITES if host not in named)
    assert WEB.response(f"http://{silent}/sitemap.xml").status == 404
