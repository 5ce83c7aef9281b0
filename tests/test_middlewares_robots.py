from __future__ import annotations

from guarded_crawl import Answer, crawl, serve

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
