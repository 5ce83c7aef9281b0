"""Who may look, who may change something, and what a page may do in the browser.

- A server on the loopback interface answers only to loopback names, so that a foreign site whose
  name is made to point here (DNS rebinding) is refused. Elsewhere an access token is asked for,
  once; a cookie that no script and no other site can use keeps it.
- Nothing changes without the form token, which only our own pages hold, and which no other site
  can read. Browsers that say where a request comes from are also taken at their word.
- Crawled text is shown escaped, and were a hole found, the content security policy still lets
  no script run but our one file, and nothing load from elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from hmac import compare_digest
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from focused_crawler.dashboard.config import Config
from focused_crawler.reports.markup import tag

COOKIE = "focused_crawler_access"
LONGEST_FORM = 1 << 20  # bytes; a list of pasted URLs is far shorter
OPEN_PATHS = ("/static/",)  # the sign-in page needs its looks
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

Form = Mapping[str, str]


class FormError(Exception):
    """A form that is not taken; the message says why."""


class Guard:
    """Stands before every page."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self.app, self.config = app, config

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        refusal = self._host_refusal(request) or await self._access_refusal(request)
        await (refusal or self.app)(scope, receive, _with_headers(send))

    def _host_refusal(self, request: Request) -> Response | None:
        known = self.config.known_hosts
        if known is None or (request.url.hostname or "") in known:
            return None
        return PlainTextResponse("This dashboard answers to localhost only.", 421)

    async def _access_refusal(self, request: Request) -> Response | None:
        token = self.config.access_token
        if not token or request.url.path.startswith(OPEN_PATHS):
            return None
        if _same(request.cookies.get(COOKIE, ""), token):
            return None
        given = request.query_params.get("token", "")
        if request.method == "POST" and request.url.path == "/sign-in":
            given = (await read_form(request)).get("token", "")
        return _signed_in(request, token) if _same(given, token) else _sign_in_page(bool(given))


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form, the last of each name."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_FORM:
            raise FormError("the form is longer than a megabyte")
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=100)
    return {name: values[-1] for name, values in fields.items()}


def check_form(request: Request, form: Form, config: Config) -> None:
    """Refuse a form that did not come from a page of ours."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise FormError("the form was sent by another site")
    origin = request.headers.get("origin")
    if origin not in (None, "null") and urlsplit(origin).netloc != request.headers.get("host"):
        raise FormError("the form was sent by another site")
    if not _same(form.get("form_token", ""), config.form_token):
        raise FormError("the form is too old, the dashboard was started anew; reload the page")


def _signed_in(request: Request, token: str) -> Response:
    rest = [(k, v) for k, v in request.query_params.multi_items() if k != "token"]
    path = "/" if request.method == "POST" else request.url.path
    target = f"{path}?{urlencode(rest)}" if rest else path
    # Two slashes at the start would name another host.
    response = RedirectResponse("/" + target.lstrip("/\\"), 303)
    is_https = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=is_https)
    return response


def _sign_in_page(is_wrong: bool) -> Response:
    told = "That is not the token." if is_wrong else "The dashboard printed it when it started."
    form = tag(
        "form", tag("label", "Access token", for_="token"),
        tag("input", id="token", name="token", type="password", autocomplete="off", required=True),
        tag("button", "Open", class_="primary"), method="post", action="/sign-in", class_="stack",
    )  # fmt: skip
    head = tag(
        "head", tag("title", "Sign in · Focused crawler"), tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width"),
        tag("link", rel="stylesheet", href="/static/style.css"),
    )  # fmt: skip
    main = tag("main", tag("h1", "Sign in"), tag("p", told), form, class_="narrow")
    page = tag("html", head, tag("body", main), lang="en")
    return HTMLResponse(f"<!doctype html>{page}", 401)


def _same(given: str, token: str) -> bool:
    return compare_digest(given.encode("utf-8", "replace"), token.encode())


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message["headers"]}
            new = {name.lower().encode(): value.encode() for name, value in HEADERS.items()}
            new.setdefault(b"cache-control", b"no-store")
            message["headers"] = [
                *message["headers"],
                *((name, value) for name, value in new.items() if name not in known),
            ]
        await send(message)

    return sending
