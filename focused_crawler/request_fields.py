"""A Scrapy request as JSON: only what a plain GET of its URL would lose."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from typing import Any

from scrapy import Request, Spider
from scrapy.utils.request import request_from_dict

from focused_crawler.candidate import Candidate

OURS = ("candidate", "lease", "page", "depth")  # meta that the crawl sets anew for each request
KEPT_ON_RETRY = (
    "retry_times", "redirect_times", "redirect_urls", "redirect_reasons", "redirect_ttl",
)  # fmt: skip


def fields_of(request: Request, spider: Spider) -> dict[str, Any] | None:
    """The request's own fields; raises TypeError or ValueError where they are not plain data."""
    plain = Request(request.url).to_dict()
    fields = {
        name: value
        for name, value in request.to_dict(spider=spider).items()
        if name not in ("url", "meta", "priority") and value != plain.get(name)
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
    if fields != json.loads(json.dumps(fields)):
        raise ValueError("its fields change when written as JSON")
    return fields or None


def retry_fields(request: Request, fields: dict[str, Any] | None) -> dict[str, Any] | None:
    """The fields of a request that comes back: its own, and how often it was tried."""
    meta = {name: request.meta[name] for name in KEPT_ON_RETRY if name in request.meta}
    kept = dict(fields or {})
    kept["meta"] = dict(kept.get("meta", {})) | meta
    return kept


def request_of(candidate: Candidate, spider: Spider) -> Request:
    """The request of a candidate."""
    fields = dict(candidate.request or {})
    if "body" in fields:
        fields["body"] = b64decode(fields["body"])
    request: Request = request_from_dict({"url": candidate.url} | fields, spider=spider)
    request.meta["depth"] = candidate.depth
    return request
