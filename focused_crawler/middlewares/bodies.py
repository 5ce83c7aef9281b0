"""Answers that are not pages: given up at their headers, before the body has been downloaded.

Scrapy's StopDownload would either fail with a traceback in the log or hand an empty page to the
spider. Here the download stops without failing, so that redirects and retries still see their
answer, and what is left with a good status ends as IgnoreRequest. An answer larger than
DOWNLOAD_MAXSIZE, which Scrapy reports as an error, ends the same way.
"""

from __future__ import annotations

from typing import Self

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError, StopDownload
from scrapy.http import Headers, Response
from scrapy.http.request import NO_CALLBACK

from focused_crawler.middlewares.guards import Refusals

# Plain text is among them because some servers label HTML so.
PAGE_TYPES = ("text/html", "application/xhtml+xml", "text/plain")


class BodyGuard:
    """Refuses answers by content type and by size."""

    def __init__(self, types: frozenset[str], refusals: Refusals) -> None:
        self.types = types
        self.refusals = refusals

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        types = frozenset(crawler.settings.getlist("GUARD_CONTENT_TYPES", list(PAGE_TYPES)))
        guard = cls(types, Refusals(crawler.stats))
        crawler.signals.connect(guard.headers_received, signal=signals.headers_received)
        return guard

    def headers_received(self, headers: Headers, request: Request) -> None:
        if request.callback is not NO_CALLBACK and not self.is_page(headers):
            raise StopDownload(fail=False)

    def process_response(self, request: Request, response: Response) -> Response:
        if "download_stopped" not in response.flags or self.is_page(response.headers):
            return response
        if 200 <= response.status < 300:
            self.refusals.refuse(request, "content_type")
        # The body was not read: decompressing nothing would be an error.
        response.headers.pop("Content-Encoding", None)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        if isinstance(exception, DownloadCancelledError):
            self.refusals.refuse(request, "body_size")

    def is_page(self, headers: Headers) -> bool:
        """Whether the type is one of ours; a missing or nonsensical one gets the benefit."""
        value = (headers.get("Content-Type") or b"").decode("latin-1")
        name = value.replace(",", ";").partition(";")[0].strip().lower()
        return "/" not in name or name in self.types
