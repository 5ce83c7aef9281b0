"""The forms of the sample web, and the page that answers a posted one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
    "registration": (
        '<form action="/register" method="post"><p><label>Your name <input name="name"></label>'
        ' <label>E-mail <input type="email" name="email"></label></p><p><label>Password'
        ' <input type="password" name="password"></label> <label>Repeat the password'
        ' <input type="password" name="again"></label></p><p><input type="checkbox" name="terms">'
        ' I accept the terms <button type="submit">Create an account</button></p></form>'
    ),
    "order": (
        '<form action="/order" method="post"><p><label>Quantity <input type="number"'
        ' name="quantity" value="1"></label> <label>Delivery address <textarea name="address">'
        '</textarea></label> <input type="hidden" name="item" value="118">'
        '<input type="submit" value="Add to basket"></p></form>'
    ),
}
# Where a site's database is asked; the gaps are filled with words of its subject.
DEEP_FORMS = {
    "lookup": (
        '<form action="/lookup" method="get" id="lookup"><p><label>Name of the {thing}'
        ' <input type="text" name="name" size="30"></label> <select name="kind">'
        '<option value="">Any {other}</option><option value="1">{Things}</option></select>'
        '<input type="hidden" name="part" value="main"><input type="submit" value="Search">'
        "</p></form>"
    ),
    "boxes": (
        '<form action="/lookup" method="get"><p>{Things} with the words <input type="search"'
        ' name="words"> <label><input type="radio" name="in" value="all" checked> all fields'
        '</label> <label><input type="radio" name="in" value="titles"> titles only</label>'
        '<input type="hidden" name="part" value="main"><button type="submit">Find</button>'
        "</p></form>"
    ),
    "posted": (
        '<form action="/ask" method="post" role="search"><p><label>Search {things} by name'
        ' <input type="text" name="name"></label> <label>From year <input type="text" name="from"'
        ' size="4"></label> <input type="submit" value="Search the records"></p></form>'
    ),
    "advanced": (
        '<form action="/lookup/advanced" method="get"><h3>Advanced search</h3><p><label>{Thing}'
        ' <input type="text" name="thing"></label> <label>{Other} <input type="text" name="other">'
        '</label> <label>Year from <input name="from" size="4"></label> <label>to <input name="to"'
        ' size="4"></label> <select name="sort"><option>Newest first</option><option>By name'
        '</option></select><input type="submit" value="Search"></p></form>'
    ),
}
ACTIONS = {
    "search": "/search", "lookup": "/lookup", "boxes": "/lookup", "posted": "/ask",
    "advanced": "/lookup/advanced",
}  # fmt: skip
POST_PATHS = frozenset({"/newsletter", "/login", "/contact/send", "/register", "/order", "/ask"})
MAX_SHOWN = 200  # characters of a posted value


@dataclass(frozen=True, slots=True)
class SearchForm:
    """A searchable form of the web: the page it is found on first, and what it searches."""

    page: str
    action: str
    subject: str | None  # None: everything
    is_scripted: bool = False  # made by a script


def form_html(name: str, words: Mapping[str, str]) -> str:
    """A form by its name; those of databases speak of the subject."""
    if name in FORMS:
        return FORMS[name]
    return DEEP_FORMS[name].format_map({key: escape(word) for key, word in words.items()})


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
