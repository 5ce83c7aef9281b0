"""A Scrapy request as JSON: only what a plain GET of its URL would lose."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from typing import Any

from scrapy import Request, Spider
from scrapy.http.headers import Headers
from scrapy.utils.request import request_from_dict
from xxhash import xxh3_64_intdigest

from focused_crawler.candidate import Candidate

# Meta that the crawl sets anew for each request.
OURS = ("candidate", "lease", "page", "read", "found_on", "in_memory", "depth", "turn")
KEPT_ON_RETURN = (
    "retry_times", "redirect_times", "redirect_urls", "redirect_reasons", "redirect_ttl",
)  # fmt: skip
PLAIN = Request("http://a.example/").to_dict()


def request_key(request: Request) -> int:
    """The key under which a request waits: that of its URL, unless it sends something there."""
    key = Candidate(request.url).key
    if request.method == "GET" and not request.body:
        return key
    sent = b"%d %s %s" % (key, request.method.encode(), request.body)
    return xxh3_64_intdigest(sent) or 1


def fields_of(request: Request, spider: Spider) -> dict[str, Any] | None:
    """The request's own fields; raises TypeError or ValueError where they are not plain data."""
    fields = {
        name: value
        for name, value in request.to_dict(spider=spider).items()
        if name not in ("url", "meta", "priority") and value != PLAIN.get(name)
    }
    meta = {name: value for name, value in request.meta.items() if name not in OURS}
    if meta:
        fields["meta"] = meta
    if "body" in fields:
        fields["body"] = b64encode(fields["body"]).decode()
    if "headers" in fields:
        fields["headers"] = {
            name.decode("latin-1"): [value.decode("latin-1") for value in values]
            for name, values in fields["headers"].items()
        }
    if fields and fields != json.loads(json.dumps(fields)):
        raise ValueError("its fields change when written as JSON")
    return fields or None


def returned_fields(request: Request, fields: dict[str, Any] | None) -> dict[str, Any]:
    """The fields of a request that comes back, retried or redirected.

    They are its own (middlewares have added theirs meanwhile), less what the redirect took away
    (the body of a POST that became a GET, credentials for another host), and how often it was
    tried.
    """
    kept = dict(fields or {})
    if "headers" in kept:
        kept["headers"] = {n: v for n, v in kept["headers"].items() if n in request.headers}
    if not request.cookies:
        kept.pop("cookies", None)
    if not request.body:
        kept.pop("body", None)
    if request.method == "GET":
        kept.pop("method", None)
    if type(request) is Request:
        kept.pop("_class", None)
    meta = {name: request.meta[name] for name in KEPT_ON_RETURN if name in request.meta}
    kept["meta"] = kept.get("meta", {}) | meta
    return kept


def request_of(candidate: Candidate, spider: Spider) -> Request:
    """The request of a candidate; raises ValueError where the spider has no such callback."""
    fields = dict(candidate.request or {})
    if "body" in fields:
        fields["body"] = b64decode(fields["body"])
    if "headers" in fields:
        fields["headers"] = Headers(fields["headers"], encoding="latin-1")
    values = {"url": candidate.url} | fields
    request: Request = request_from_dict(values, spider=spider) if fields else Request(**values)
    request.meta["depth"] = candidate.depth
    return request
