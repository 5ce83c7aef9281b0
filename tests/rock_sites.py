"""Small deep sites about rocks, as a table of pages; what the form crawler is tested on."""

from __future__ import annotations

from focused_crawler.sample_web import Response

ROCK = "granite basalt magma volcano lava crater"
SEED = "http://seed.example/rocks.html"
TEXT = (("Content-Type", "text/plain"),)
FORM = (
    '<form action="{action}" method="{method}"><label>Name of the rock <input name="q"></label>'
    '<select name="kind"><option value="1">Any rock</option><option value="2">Lava</option>'
    '</select><input type="submit" value="Search"></form>'
)
LOGIN = (
    '<form action="/login" method="post"><label>User <input name="user"></label>'
    '<label>Password <input type="password" name="password"></label>'
    '<input type="submit" value="Sign in"></form>'
)


def page(title: str, *links: tuple[str, str], form: str = "", words: str = ROCK) -> str:
    """A page about rocks, or about other words, with links as (URL, text) and a form."""
    listed = "".join(f'<li><a href="{url}">{text}</a></li>' for url, text in links)
    return (
        f"<title>{title}</title><h1>{title}</h1><p>{words} {title}</p><ul>{listed}</ul>{form}"
        f"<p>{' '.join(reversed(words.split()))}</p>"
    )


def search_form(action: str = "/find", method: str = "get") -> str:
    return FORM.format(action=action, method=method)


def seed_page(*homes: str) -> dict[str, str]:
    """The seed, with links to these home pages."""
    links = [(home, f"{ROCK.split()[n % 6]} collection") for n, home in enumerate(homes)]
    return {SEED: page("Rocks of the world", *links)}


def robots(home: str, *lines: str) -> dict[str, Response]:
    """The robots.txt of a site."""
    body = "\n".join(["User-agent: *", "Disallow: /private/", *lines, ""])
    return {f"{home}robots.txt": Response(200, TEXT, body.encode())}
