from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from focused_crawler.sample_web.subjects import OTHERS, SUBJECTS, TOPICS
from focused_crawler.sample_web.web import SampleWeb, build_sample_web, canonical

WEB = build_sample_web()
ORDINARY = {"article", "home", "about", "contact", "magazine", "portal", "hub", "tunnel", "cluster",
            "lesson"}  # fmt: skip
ANCHOR = re.compile(r'<a href="([^"]*)"( rel="nofollow")?>')


def ordinary() -> Iterable[str]:
    return (url for url, page in WEB.pages.items() if page.kind in ORDINARY)


def digest(web: SampleWeb) -> str:
    total = hashlib.sha256()
    for url, page in sorted(web.pages.items()):
        total.update(f"{url} {page.status} {sorted(page.subjects)}".encode() + page.body)
    return total.hexdigest()


def crawl(topic: str, budget: int, rank: Callable[[str], int]) -> list[str]:
    """A crawl that takes lower ranks first, and first found first among equals."""
    seeds = WEB.seeds(topic)
    waiting: list[deque[str]] = [deque(seeds), deque()]
    seen = set(seeds)
    fetched: list[str] = []
    while any(waiting) and len(fetched) < budget:
        url = (waiting[0] or waiting[1]).popleft()
        fetched.append(url)
        for link in WEB.pages[url].links if url in WEB.pages else ():
            if link not in seen and WEB.is_allowed(link):
                seen.add(link)
                waiting[rank(link)].append(link)
    return fetched


def harvest(topic: str, fetched: list[str]) -> float:
    return sum(WEB.is_about(url, topic) for url in fetched) / len(fetched)


def reached(start: Iterable[str], without: str) -> set[str]:
    seen = set(start) - {without}
    queue = deque(seen)
    while queue:
        page = WEB.pages.get(queue.popleft())
        for link in page.links if page else ():
            if link not in seen and link != without:
                seen.add(link)
                queue.append(link)
    return seen


def test_same_bytes_in_another_process_with_another_hash_seed() -> None:
    code = (
        "import sys; sys.path.insert(0, 'tests');"
        "from test_sample_web_web import digest, WEB; print(digest(WEB))"
    )
    env = dict(os.environ, PYTHONHASHSEED="4242", PYTHONPATH=os.pathsep.join(sys.path))
    root = Path(__file__).resolve().parent.parent
    out = subprocess.run(
        [sys.executable, "-c", code], env=env, cwd=root, capture_output=True, text=True, check=True
    )
    assert out.stdout.strip() == digest(WEB)


def test_a_fresh_build_takes_less_than_two_seconds() -> None:
    start = time.process_time()
    build_sample_web.__wrapped__()
    assert time.process_time() - start < 2


def test_about_three_thousand_pages_on_about_120_hosts() -> None:
    hosts = {urlsplit(url).hostname for url in WEB.pages}
    assert 3_000 <= len(WEB.pages) <= 3_400
    assert hosts == WEB.hosts
    assert 115 <= len(hosts) <= 130


def test_every_host_stands_under_a_reserved_top_level_name() -> None:
    assert {host.rsplit(".", 1)[1] for host in WEB.hosts} == {"example", "test"}


def test_subjects_are_four_topics_and_a_dozen_others() -> None:
    assert TOPICS == ("stock-market", "iron-ore", "genetic-dna", "computer-books")
    assert len(OTHERS) == 12
    counts = Counter(name for page in WEB.pages.values() for name in page.subjects)
    assert all(counts[name] >= 50 for name in SUBJECTS)


def test_every_link_of_ordinary_pages_resolves() -> None:
    dead = {
        link
        for url in ordinary()
        for link in WEB.pages[url].links
        if link not in WEB.pages and WEB.response(link).status != 200
    }
    assert not dead


def test_declared_links_are_the_links_in_the_html() -> None:
    for url in ordinary():
        page = WEB.pages[url]
        found = [
            urljoin(url, unescape(href))
            for href, nofollow in ANCHOR.findall(page.html)
            if not nofollow
        ]
        assert set(found) == set(page.links), url


def test_ordinary_pages_have_ordinary_sizes() -> None:
    for url in ordinary():
        page = WEB.pages[url]
        assert 8 <= len(page.links) <= 60, url
        assert 2_000 <= len(page.body) <= 13_000, url


@pytest.mark.parametrize("topic", TOPICS)
def test_seeds_are_on_topic_and_on_several_hosts(topic: str) -> None:
    seeds = WEB.seeds(topic)
    assert len(set(seeds)) == 5
    assert all(WEB.is_about(seed, topic) for seed in seeds)
    assert len({urlsplit(seed).hostname for seed in seeds}) >= 4


def test_seeds_of_an_unknown_topic_are_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="stock-market"):
        WEB.seeds("submarines")


@pytest.mark.parametrize("topic", TOPICS)
def test_many_relevant_pages_can_be_reached(topic: str) -> None:
    assert len(WEB.reachable(topic)) >= 120
    assert WEB.reachable(topic) <= WEB.relevant(topic)


@pytest.mark.parametrize("topic", TOPICS)
def test_breadth_first_wastes_most_fetches_and_an_oracle_does_not(topic: str) -> None:
    breadth = harvest(topic, crawl(topic, 300, lambda url: 0))
    oracle = harvest(topic, crawl(topic, 300, lambda url: not WEB.is_about(url, topic)))
    assert 0.2 <= breadth <= 0.3
    assert oracle >= 3 * breadth


def test_every_topic_has_tunnels_of_length_one_two_and_three() -> None:
    lengths = {(tunnel.topic, tunnel.length) for tunnel in WEB.tunnels}
    assert lengths == {(topic, length) for topic in TOPICS for length in (1, 2, 3)}


def test_tunnels_lead_from_relevant_over_irrelevant_to_relevant() -> None:
    for tunnel in WEB.tunnels:
        first, *dark, last = tunnel.path
        assert len(dark) == tunnel.length
        assert WEB.is_about(first, tunnel.topic)
        assert WEB.is_about(last, tunnel.topic)
        assert not any(WEB.is_about(url, tunnel.topic) for url in dark)
        for here, there in zip(tunnel.path, tunnel.path[1:], strict=False):
            assert there in WEB.pages[here].links


def test_a_tunnel_is_the_only_way_to_its_cluster() -> None:
    seeds = [seed for topic in TOPICS for seed in WEB.seeds(topic)]
    for tunnel in WEB.tunnels:
        cluster = {url for url in WEB.pages if url.startswith(tunnel.path[-1])}
        assert len(cluster) > 1
        assert cluster <= reached(tunnel.path[-1:], without="")
        for dark in tunnel.path[1:-1]:
            assert not cluster & reached(seeds, without=dark)


def test_an_article_writes_mostly_about_its_subject() -> None:
    for topic in TOPICS:
        page = WEB.pages[WEB.seeds(topic)[0]]
        assert page.kind == "article"
        own = set(re.findall(r"[a-z]{4,}", " ".join(SUBJECTS[topic].slots["thing"]).lower()))
        text = re.sub(r"<[^>]+>", " ", page.html).lower()
        elsewhere = re.sub(r"<[^>]+>", " ", WEB.pages["http://www.slowstove.example/"].html).lower()
        here, there = (sum(word in own for word in t.split()) for t in (text, elsewhere))
        assert here > 3 * there


def test_copies_count_as_what_they_copy() -> None:
    copies = [page for page in WEB.pages.values() if page.copy_of]
    assert {page.kind for page in copies} == {"mirror", "near-duplicate"}
    for page in copies:
        assert page.subjects == WEB.pages[page.copy_of].subjects


def test_mirrors_repeat_their_page_and_near_duplicates_change_a_few_words() -> None:
    for page in WEB.pages.values():
        if page.kind == "mirror":
            assert page.body == WEB.pages[page.copy_of].body
        if page.kind == "near-duplicate":
            words, original = page.html.split(" "), WEB.pages[page.copy_of].html.split(" ")
            changed = Counter(words) - Counter(original)
            assert 1 <= sum(changed.values()) <= 12


def test_is_about_ignores_the_fragment_and_the_case_of_the_host() -> None:
    seed = WEB.seeds("iron-ore")[0]
    host = str(urlsplit(seed).hostname)
    assert WEB.is_about(seed + "#part-2", "iron-ore")
    assert WEB.is_about(seed.replace(host, host.upper()), "iron-ore")
    assert not WEB.is_about(seed, "chess")
    assert not WEB.is_about("http://no-such-host.test/", "iron-ore")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://A.test:80#x", "http://a.test/"),
        ("http://a.test:8080/b?c=d#e", "http://a.test:8080/b?c=d"),
        ("http://a.test/?q=#", "http://a.test/?q="),
    ],
)
def test_canonical_form(url: str, expected: str) -> None:
    assert canonical(url) == expected
    assert canonical(expected) == expected


def test_nothing_is_true_of_lists_errors_redirects_and_traps() -> None:
    empty = {
        "hub",
        "portal",
        "about",
        "contact",
        "error",
        "redirect",
        "file",
        "bodiless",
        "nothing",
    }
    for page in WEB.pages.values():
        assert not (page.kind in empty and page.subjects), page.url


def test_closed_area_is_tempting_but_neither_allowed_nor_relevant() -> None:
    for topic in TOPICS:
        closed = {u for u, p in WEB.pages.items() if p.kind == "members" and topic in p.subjects}
        assert len(closed) >= 5
        assert not any(WEB.is_allowed(url) for url in closed)
        assert not closed & WEB.relevant(topic)
        linking = [u for u in ordinary() if closed & set(WEB.pages[u].links)]
        assert any(WEB.is_about(url, topic) for url in linking)


def test_pages_behind_nofollow_are_out_of_a_polite_crawlers_reach() -> None:
    hidden = {url for url, page in WEB.pages.items() if page.kind == "hidden"}
    assert len(hidden) == 2 * len(TOPICS)
    for topic in TOPICS:
        assert not hidden & WEB.reachable(topic)
        assert hidden & WEB.relevant(topic)


def test_lessons_are_a_chain() -> None:
    lessons = [url for url, page in WEB.pages.items() if page.kind == "lesson"]
    for url in lessons:
        following = [link for link in WEB.pages[url].links if "/course/" in link]
        assert len(following) == (0 if url.endswith("-08.html") else 1)


def test_layouts_differ_in_headings_and_landmarks() -> None:
    bare = WEB.pages["http://www.tradingfloor.example/"].html
    landmarks = WEB.pages["http://www.market-primer.example/"].html
    assert not re.search(r"<h[1-6]", bare)
    assert all(f"<{tag}>" in landmarks for tag in ("nav", "header", "footer", "aside", "h1", "h2"))
    headings = {tag for url in ordinary() for tag in re.findall(r"<h([1-6])", WEB.pages[url].html)}
    assert headings == {"1", "2", "3", "4"}


def test_a_scripted_page_shows_nothing_without_its_script() -> None:
    for topic in TOPICS:
        (page,) = (p for p in WEB.pages.values() if p.kind == "script" and topic in p.subjects)
        static = re.sub(r"(?s)<script>.*</script>", "", page.html)
        assert "<a " not in static
        assert len(static) < 400
        data = re.search(r"var page = (.*);\n", page.html)
        assert data
        links = [url for url, _ in json.loads(data[1])["links"]]
        assert sum(WEB.is_about(url, topic) for url in links) >= 2


def test_wrong_and_missing_charsets_are_what_they_claim() -> None:
    for page in WEB.pages.values():
        if page.kind == "charset":
            with pytest.raises(UnicodeDecodeError):
                page.body.decode("utf-8")
        if page.kind == "undeclared":
            assert b"charset" not in page.body
            assert not page.body.isascii()
        if page.kind in ("charset", "undeclared"):
            assert "naïve" in page.html


def test_there_is_a_huge_page_and_a_page_without_anything() -> None:
    sizes = {page.kind: len(page.body) for page in WEB.pages.values()}
    assert sizes["huge"] >= 5_000_000
    assert sizes["nothing"] == 0
    assert b"<body" not in next(p.body for p in WEB.pages.values() if p.kind == "bodiless")


def test_dump_is_a_frozen_web_with_labels(tmp_path: Path) -> None:
    path = tmp_path / "new" / "sample.jsonl.gz"
    count = WEB.dump(path)
    again = tmp_path / "again.jsonl.gz"
    WEB.dump(again)
    assert path.read_bytes() == again.read_bytes()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    assert len(records) == count > 1_800
    for record in records:
        assert record.keys() == {"url", "html", "labels"}
        assert set(record["labels"]) == WEB.pages[record["url"]].subjects
        assert WEB.is_allowed(record["url"])
    assert not {"script", "redirect", "members"} & {WEB.pages[r["url"]].kind for r in records}
