"""The forms of the sample web, and the page that answers a posted one."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qsl

FORMS = {
    "search": (
        '<form action="/search" method="get" role="search"><label>Search this site'
        ' <input type="search" name="q" size="24"></label>'
        '<select name="in"><option value="all">Everything</option><option value="titles">Titles'
        '</option></select><input type="submit" value="Search"></form>'
    ),
    "newsletter": (
        '<form action="/newsletter" method="post"><p>Our letter, once a month:'
        ' <input type="email" name="email" placeholder="you@mail.example">'
        '<input type="checkbox" name="agree" value="yes"> I agree'
        '<button type="submit">Subscribe</button></p></form>'
    ),
    "login": (
        '<form action="/login" method="post"><p><label>Name <input type="text" name="user"></label>'
        ' <label>Password <input type="password" name="password"></label>'
        '<input type="hidden" name="token" value="7f3a"><input type="submit" value="Sign in"></p>'
        "</form>"
    ),
    "contact": (
        '<form action="/contact/send" method="post"><p><input type="text" name="name">'
        '<input type="email" name="from"><select name="reason"><option>Question</option>'
        "<option>Correction</option></select></p>"
        '<p><textarea name="message" rows="6" cols="50"></textarea></p>'
        '<p><input type="submit" value="Send"></p></form>'
    ),
}
POST_PATHS = frozenset({"/newsletter", "/login", "/contact/send"})
MAX_SHOWN = 200  # characters of a posted value


def echo(body: bytes) -> bytes:
    """A page that repeats the fields it was sent.

    >>> b"<dt>user</dt><dd>a &amp; b</dd>" in echo(b"user=a+%26+b")
    True
    """
    fields = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value[:MAX_SHOWN])}</dd>" for name, value in fields
    )
    page = (
        "<!DOCTYPE html><html><head><title>Thank you</title></head><body><h1>Thank you</h1>"
        f'<p>We have received:</p><dl>{rows}</dl><p><a href="/">Home</a></p></body></html>'
    )
    return page.encode()
