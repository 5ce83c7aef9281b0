from __future__ import annotations

from guarded_crawl import Answer, crawl, serve

from focused_crawler.middlewares.robots import HOST_BYTES, MOST_BYTES, KeptHosts

RULES = b"User-agent: *\nDisallow: /closed"


def test_robots_txt_is_obeyed_by_every_request_that_waited_for_it():
    def answer(path: str) -> Answer:
        return Answer(RULES) if path == "/robots.txt" else Answer()

    names = ("open/1", "open/2", "closed/1", "open/3", "closed/2", "closed/3")
    with serve(answer) as web:
        urls = [f"http://a.example/{name}" for name in names]
        settings = {"ROBOTSTXT_OBEY": True}
        result = crawl(*urls, proxy=f"http://127.0.0.1:{web.port}", settings=settings)
    assert sorted(web.paths) == ["/open/1", "/open/2", "/open/3", "/robots.txt"]
    assert result.stats["robotstxt/forbidden"] == 3
    assert result.stats["robotstxt/request_count"] == 1


def test_host_whose_robots_txt_cannot_be_fetched_is_crawled():
    def answer(path: str) -> Answer | None:
        return None if path == "/robots.txt" else Answer()

    with serve(answer) as web:
        urls = [f"http://a.example/{n}" for n in "xyz"]
        settings = {"ROBOTSTXT_OBEY": True}
        result = crawl(*urls, proxy=f"http://127.0.0.1:{web.port}", settings=settings)
    assert sorted(result.pages) == urls


def test_only_the_beginning_of_an_endless_robots_txt_is_read():
    filling = b"".join(b"Disallow: /%07d\n" % n for n in range(MOST_BYTES // 18))
    rules = RULES + b"\n" + filling + b"Disallow: /late\n"
    assert len(rules) > MOST_BYTES

    def answer(path: str) -> Answer:
        return Answer(rules) if path == "/robots.txt" else Answer()

    with serve(answer) as web:
        urls = [f"http://a.example/{name}" for name in ("open", "closed", "late", "0000001")]
        settings = {"ROBOTSTXT_OBEY": True}
        crawl(*urls, proxy=f"http://127.0.0.1:{web.port}", settings=settings)
    assert sorted(web.paths) == ["/late", "/open", "/robots.txt"]


def test_rules_are_kept_of_the_hosts_that_were_asked_last():
    kept = KeptHosts(room=4 * HOST_BYTES)
    assert [kept.add(host, HOST_BYTES, 0) for host in "ab"] == [[], []]
    assert kept.is_fresh("a", 1)
    assert kept.add("c", HOST_BYTES, 1) == ["b"]
    assert kept.add("d", 100 * HOST_BYTES, 1) == ["a", "c"]  # as much as there is of one host
    assert kept.add("e", 0, 1) == ["d"]
    assert [kept.add(host, 0, 1) for host in "fgh"] == [[], [], []]
    assert kept.add("i", 0, 1) == ["e"]


def test_rules_are_fetched_again_after_a_day():
    kept = KeptHosts()
    kept.add("a", 10, 0)
    assert kept.is_fresh("a", 23 * 3600)
    assert not kept.is_fresh("a", 24 * 3600)
    assert kept.is_fresh("a", 24 * 3600)  # on its way again


def test_host_whose_rules_had_to_go_is_asked_for_them_again():
    def answer(path: str) -> Answer:
        return Answer(RULES) if path == "/robots.txt" else Answer()

    with serve(answer) as web:
        urls = [f"http://{host}.example/{name}" for name in ("open", "closed") for host in "abc"]
        settings = {"ROBOTSTXT_OBEY": True, "CONCURRENT_REQUESTS": 1, "MEMORY_ROBOTS": 1}
        result = crawl(*urls, proxy=f"http://127.0.0.1:{web.port}", settings=settings)
    assert sorted(web.paths) == ["/open"] * 3 + ["/robots.txt"] * 6
    assert result.stats["robotstxt/forbidden"] == 3
