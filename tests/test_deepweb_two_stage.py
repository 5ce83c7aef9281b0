"""Both stages on a web of our own: 24 sites, some deep and on the topic, seen as plain data."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable

from focused_crawler.deepweb.context import LinkContext, site_name
from focused_crawler.deepweb.site_visit import Limits
from focused_crawler.deepweb.two_stage import ReadPage, TwoStage

SITES = 24
PLAIN = ("about", "news", "team", "jobs", "press", "terms", "help", "map")
DEEP_EVERY = 3  # each third site has a form, behind the last link of its home page


def host(number: int) -> str:
    return f"http://{'stones' if is_deep(number) else 'shop'}{number}.example"


def is_deep(number: int) -> bool:
    return number % DEEP_EVERY == 0


def home_link(number: int) -> LinkContext:
    anchor = "collection of minerals" if is_deep(number) else "great offers"
    return LinkContext(f"{host(number)}/", anchor)


def page_at(url: str) -> tuple[tuple[LinkContext, ...], frozenset[str]]:
    """The links and the searchable forms of a page of this web."""
    root, _, path = url.removeprefix("http://").partition("/")
    number = int("".join(c for c in root if c.isdigit()))
    base = host(number)
    if not path:
        inside = [LinkContext(f"{base}/{name}", name) for name in PLAIN]
        if is_deep(number):
            inside.append(LinkContext(f"{base}/holdings", "Our holdings"))
        outside = [home_link((number * 2 + step) % SITES) for step in range(1, 5)]
        return (*inside, *outside), frozenset()
    if path == "holdings":
        return (), frozenset({f"get {root}/find q"})
    deeper = tuple(
        LinkContext(f"{url}/{n}", f"{path} {n}") for n in range(2) if path.count("/") < 1
    )
    return deeper, frozenset()


def read(url: str, link: LinkContext, depth: int) -> ReadPage:
    links, forms = page_at(url)
    is_relevant = not url.startswith("http://shop") or int(url[11:].split(".")[0]) % 2 == 0
    return ReadPage(url, link, 0.5 * is_relevant, is_relevant, depth, forms, links)


def forms_by_two_stages(budget: int, *, learn_after: int) -> int:
    stage = TwoStage(
        Limits(depth=3, dry_pages=12, dry_after_form=3),
        learn_after_sites=learn_after,
        learn_after_forms=learn_after,
    )
    stage.start([f"{host(0)}/"])
    seen: set[str] = set()
    waiting: list[tuple[LinkContext, int]] = []
    while len(seen) < budget:
        waiting = [w for w in waiting if stage.admits(w[0].url, w[1]) and w[0].url not in seen]
        if not waiting:
            waiting = [(site.link, 0) for site in stage.enter(1)]
        if not waiting:
            break
        link, depth = max(waiting, key=lambda w: stage.rank(w[0]).rank)
        seen.add(link.url)
        waiting += [(r.link, depth + 1) for r in stage.read(read(link.url, link, depth))]
    return sum(len(visit.forms) for visit in stage.visits.values())


def forms_breadth_first(budget: int) -> int:
    queue, seen, forms = deque([f"{host(0)}/"]), set(), set()
    while queue and len(seen) < budget:
        url = queue.popleft()
        if url not in seen:
            seen.add(url)
            links, found = page_at(url)
            forms |= found
            queue += [link.url for link in links]
    return len(forms)


def test_twice_the_forms_of_breadth_first_for_the_same_pages() -> None:
    assert forms_by_two_stages(60, learn_after=1) >= 2 * forms_breadth_first(60) > 0


def test_learning_finds_more_than_not_learning() -> None:
    never = 10**6
    assert forms_by_two_stages(60, learn_after=1) > forms_by_two_stages(60, learn_after=never)


def small(read_page: Callable[[TwoStage], object]) -> TwoStage:
    stage = TwoStage(Limits(depth=2), learn_after_sites=1, learn_after_forms=1)
    stage.start(["http://a.example/"])
    list(stage.enter(1))
    read_page(stage)
    return stage


OUT = LinkContext("http://b.example/", "B")
IN = LinkContext("http://a.example/find", "Find")
HOME = LinkContext("http://a.example/")


def test_off_topic_home_page_ends_the_visit() -> None:
    page = ReadPage(HOME.url, HOME, 0.0, False, links=(IN, OUT))
    stage = small(lambda s: s.read(page))
    assert stage.visits["a.example"].ended == "off the topic"
    assert not stage.admits(IN.url, 1)
    assert len(stage.sites) == 0


def test_links_inside_come_back_and_links_outside_wait_as_sites() -> None:
    page = ReadPage(HOME.url, HOME, 0.6, True, links=(OUT, IN))
    stage = TwoStage()
    assert [ranked.link for ranked in stage.read(page)] == [IN]
    assert "b.example" in stage.sites


def test_site_with_forms_sends_its_links_to_the_high_queue() -> None:
    def pages(stage: TwoStage) -> None:
        other = LinkContext("http://c.example/")
        stage.read(ReadPage(HOME.url, HOME, 0.6, True, links=(other,)))
        stage.read(ReadPage(IN.url, IN, 0.6, True, 1, frozenset({"get a/find q"}), (OUT,)))

    stage = small(pages)
    assert [site.name for site in stage.enter(9)] == ["b.example", "c.example"]


def test_links_below_the_depth_limit_are_not_returned() -> None:
    stage = TwoStage(Limits(depth=2))
    deep = LinkContext("http://a.example/x/y")
    assert stage.read(ReadPage(IN.url, IN, 0.6, True, 1, links=(deep,)))
    assert not stage.read(ReadPage(deep.url, deep, 0.6, True, 2, links=(IN,)))


def test_site_reached_by_redirect_is_not_entered_again() -> None:
    stage = small(lambda s: s.read(ReadPage(HOME.url, HOME, 0.6, True, links=(OUT,))))
    stage.read(ReadPage(OUT.url, OUT, 0.6, True))
    assert list(stage.enter(5)) == []


def test_resumed_crawl_goes_on_as_before() -> None:
    page = ReadPage(HOME.url, HOME, 0.6, True, 0, frozenset({"k"}), (IN, OUT))
    stage = small(lambda s: s.read(page))
    again = TwoStage(Limits(depth=2), learn_after_sites=1, learn_after_forms=1)
    again.restore(json.loads(json.dumps(stage.to_dict())))
    assert again.to_dict() == stage.to_dict()
    assert [s.name for s in again.enter(3)] == [s.name for s in stage.enter(3)] == ["b.example"]
    assert site_name(HOME.url) in again.visits
