"""The focused spider, and spiders that people write on top of it, in real crawls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from own_spider import PLAIN, TableWeb, page, run_spider
from scrapy.settings import Settings

from focused_crawler.crawl import CrawlError
from focused_crawler.sample_web import serve
from focused_crawler.spiders.focused import chosen_method, chosen_topic, page_budget
from focused_crawler.store import CrawlStore
from focused_crawler.topic.errors import TopicError

ROCK = "granite basalt magma volcano lava crater"
CAKE = "flour butter sugar oven cake icing"
SEED, GOOD, BAD, DETAIL = (f"http://{n}.example/" for n in ("seed", "good", "bad", "detail"))
PAGES = {
    SEED: page(ROCK, GOOD),
    GOOD: page(f"{ROCK} good", DETAIL) + page(CAKE, BAD),
    BAD: page(f"{CAKE} bad"),
    DETAIL: page(f"{ROCK} detail"),
}

OWN = """
from focused_crawler.spiders.focused import FocusedSpider

class Own(FocusedSpider):
    name = "own"
    topic = "rocks"
    custom_settings = {"COOKIES_ENABLED": True}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.told = {}

    def parse(self, response):
        self.tell(response)
        yield {"plain": response.url}
        for href in response.css("a::attr(href)").getall():
            yield response.follow(
                href, callback=self.parse_own, headers={"X-Own": "1"}, cookies={"session": "7"},
                meta={"own": ["a", 1]}, cb_kwargs={"number": 3},
            )

    def parse_own(self, response, number):
        self.tell(response, number)
        yield from (response.follow(a, callback=self.parse_own, cb_kwargs={"number": number + 1})
                    for a in response.css("a"))

    def tell(self, response, number=None):
        request = response.request
        candidate = request.meta["candidate"]
        self.told[response.url] = {
            "number": number, "priority": request.priority, "score": candidate.get("score", 0.0),
            "parent": candidate.get("parent"), "own": request.meta.get("own"),
            "header": request.headers.get("X-Own", b"").decode(),
            "cookie": request.headers.get("Cookie", b"").decode(),
        }
"""


def test_a_users_own_spider_with_plain_follows_is_scored_and_keeps_all_it_said(
    tmp_path: Path,
) -> None:
    with serve(TableWeb(PAGES)) as served:  # type: ignore[arg-type]
        ended = run_spider(OWN, cwd=tmp_path, proxy=served.proxy, seeds=SEED)
        order = served.fetched
    assert sorted(order) == sorted(PAGES)
    good, detail, bad = (ended.told[url] for url in (GOOD, DETAIL, BAD))
    assert detail["priority"] == int(detail["score"] * 1e6) > bad["priority"]
    assert (good["parent"], detail["parent"], bad["parent"]) == (SEED, GOOD, GOOD)
    assert (good["number"], good["own"], good["header"]) == (3, ["a", 1], "1")
    assert good["cookie"] == "session=7"
    assert detail["number"] == bad["number"] == 4
    assert "frontier/in_memory" not in ended.stats
    assert ended.stats["item_scraped_count"] == 1


def test_a_users_own_requests_survive_a_stop_of_the_crawl(tmp_path: Path) -> None:
    with serve(TableWeb(PAGES)) as served:  # type: ignore[arg-type]
        run_spider(OWN, cwd=tmp_path, proxy=served.proxy, seeds=SEED, max_pages=1)
        assert served.fetched == [SEED]
        ended = run_spider(OWN, cwd=tmp_path, proxy=served.proxy, seeds=SEED)
        assert sorted(served.fetched) == sorted(PAGES)
    good = ended.told[GOOD]
    assert (good["number"], good["own"], good["header"], good["cookie"]) == (
        3, ["a", 1], "1", "session=7",
    )  # fmt: skip


HARD = """
from focused_crawler.spiders.focused import FocusedSpider
from scrapy.downloadermiddlewares.retry import get_retry_request

class Own(FocusedSpider):
    name = "own"
    topic = "rocks"
    told = []

    def parse(self, response):
        self.told.append(response.url)
        if response.url == "http://bad.example/":
            raise RuntimeError("a callback that fails")
        if response.url == "http://good.example/" and self.told.count(response.url) == 1:
            yield get_retry_request(response.request, spider=self, reason="once more")
            return
        yield from super().parse(response)
        yield None
"""


def test_a_callback_that_fails_or_asks_again_costs_no_page(tmp_path: Path) -> None:
    with serve(TableWeb(PAGES)) as served:  # type: ignore[arg-type]
        ended = run_spider(HARD, cwd=tmp_path, proxy=served.proxy, seeds=SEED)
        fetched = served.fetched
        again = run_spider(HARD, cwd=tmp_path, proxy=served.proxy, seeds=SEED)
        assert served.fetched == fetched
    assert sorted(fetched) == sorted([*PAGES, GOOD])
    assert ended.stats["finish_reason"] == again.stats["finish_reason"] == "finished"
    with CrawlStore.read(tmp_path / "job" / "crawl.db") as store:
        stored = {url for url, _, _ in store.fingerprints()}
    assert stored == {SEED, GOOD, DETAIL}


def test_a_tunnel_is_followed_to_max_level_and_no_further(tmp_path: Path) -> None:
    reached = [f"http://t{i}.example/" for i in range(5)]  # a seed, three cakes, a rock
    beyond = [f"http://b{i}.example/" for i in range(5)]  # four cakes, a rock
    chain = [*reached, *beyond]
    pages = {
        url: page(
            f"{ROCK if url in (chain[0], chain[4], chain[9]) else CAKE} {i}", *chain[i + 1 : i + 2]
        )
        for i, url in enumerate(chain)
    }
    with serve(TableWeb(pages)) as served:  # type: ignore[arg-type]
        run_spider(
            PLAIN, cwd=tmp_path, proxy=served.proxy, topic="rocks", seeds=chain[0],
            method="block-score",
        )  # fmt: skip
        assert served.fetched == chain[:9]
    with CrawlStore.read(tmp_path / "job" / "crawl.db") as store:
        (tunnel,) = store.tunnels()
    assert (tunnel.length, tunnel.path) == (3, tuple(reached))


def test_settings_of_a_topic_count_unless_the_command_line_says_otherwise(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "topics" / "rocks"
    folder.mkdir(parents=True)
    (folder / "topic.toml").write_text('title = "Rocks"\n[settings]\nTUNNEL_MAX_LEVEL = 0\n')
    (folder / "seeds.txt").write_text(f"{SEED}\n")
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = focused_crawler.settings\n")
    source = OWN.replace(
        "        self.tell(response)\n",
        "        self.tell(response)\n"
        '        self.told["level"] = self.settings.getint("TUNNEL_MAX_LEVEL")\n',
    )
    levels = []
    with serve(TableWeb(PAGES)) as served:  # type: ignore[arg-type]
        for job, settings in (("one", {}), ("two", {"TUNNEL_MAX_LEVEL": 2})):
            ended = run_spider(
                source, cwd=tmp_path, proxy=served.proxy, settings=settings | {"JOBDIR": job}
            )
            levels.append(ended.told["level"])
    assert levels == [0, 2]


def settings_with(folder: Path) -> Settings:
    settings = Settings()
    settings.set("TOPIC_FOLDERS", [str(folder)])
    return settings


def test_a_known_topic_starts_at_seeds_of_ones_own_and_keeps_its_weights(tmp_path: Path) -> None:
    topic = chosen_topic("iron-ore", "http://a.example/ http://b.example/", settings_with(tmp_path))
    assert topic.seeds == ("http://a.example/", "http://b.example/")
    assert topic.weights


def test_an_unknown_topic_with_seeds_is_learnt_from_them(tmp_path: Path) -> None:
    topic = chosen_topic("rocks", SEED, settings_with(tmp_path))
    assert (topic.name, topic.seeds, topic.weights) == ("rocks", (SEED,), None)


def test_what_is_wrong_with_a_topic_is_said(tmp_path: Path) -> None:
    settings = settings_with(tmp_path)
    with pytest.raises(CrawlError, match=r"-a topic=NAME"):
        chosen_topic("", "", settings)
    with pytest.raises(TopicError, match="rocks"):
        chosen_topic("rocks", "", settings)
    with pytest.raises(TopicError):
        chosen_topic("no/such name", SEED, settings)


def test_an_unknown_method_names_those_there_are() -> None:
    with pytest.raises(CrawlError, match=r"unknown method 'psychic'; there are adaptive, "):
        chosen_method("psychic")


@pytest.mark.parametrize(("text", "pages"), [("0", 0), ("300", 300), (7, 7)])
def test_a_budget_is_a_number_of_pages(text: Any, pages: int) -> None:
    assert page_budget(text) == pages


@pytest.mark.parametrize("text", ["-1", "many", "1.5", ""])
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(CrawlError, match=r"max_pages=.*0 means no limit"):
        page_budget(text)
