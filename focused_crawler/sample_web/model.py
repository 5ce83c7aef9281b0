"""What the sample web is made of: a draft while links are laid, then a page with its truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

Headers = tuple[tuple[str, str], ...]
HTML = (("Content-Type", "text/html; charset=utf-8"),)


@dataclass(frozen=True, slots=True)
class Site:
    """A host: what it writes about and how its pages look."""

    host: str
    name: str
    role: str  # "single", "general", "magazine", "news", "directory" or "special"
    subjects: tuple[str, ...]
    size: int  # pages, without home, about and contact
    layout: str
    addresses: str  # how its URLs look, see `drafts`
    delay: float = 0.0
    disallow: tuple[str, ...] = ()  # path prefixes robots.txt closes
    has_search: bool = False

    @property
    def has_rooted_links(self) -> bool:
        """Whether its pages write `/path` for one another; so do about half the sites."""
        return len(self.host) % 2 == 1

    def url(self, path: str) -> str:
        return f"http://{self.host}{path}"


@dataclass(frozen=True, slots=True)
class LinkTo:
    """A link as it will stand on a page."""

    url: str
    text: str
    subject: str | None = None  # of its target, for the words beside it
    is_nofollow: bool = False


@dataclass(slots=True)
class Section:
    """A heading with text about one subject, links in the text and a list of links below it."""

    subject: str
    heading: str = ""  # "" for one made of the subject's words
    level: int = 2
    paragraphs: int = 1
    in_text: list[LinkTo] = field(default_factory=list)
    listed: list[LinkTo] = field(default_factory=list)


@dataclass(slots=True)
class Draft:
    """A page being planned: its address and truth are fixed, its links are still laid."""

    site: Site
    key: str  # seeds every choice made for this page
    url: str
    title: str
    kind: str
    subjects: tuple[str, ...] = ()
    theme: str | None = None  # whose words it uses most, also where it is about nothing
    sections: list[Section] = field(default_factory=list)
    menu: list[LinkTo] = field(default_factory=list)
    aside: list[LinkTo] = field(default_factory=list)
    footer: list[LinkTo] = field(default_factory=list)
    forms: tuple[str, ...] = ()
    robots: str = ""  # content of <meta name=robots>

    def links(self) -> Iterator[LinkTo]:
        """Every link in document order."""
        yield from self.menu
        for section in self.sections:
            yield from section.in_text
            yield from section.listed
        yield from self.aside
        yield from self.footer

    def followable(self) -> tuple[str, ...]:
        """Distinct URLs a polite crawler may take from this page."""
        if "nofollow" in self.robots:
            return ()
        return tuple(dict.fromkeys(link.url for link in self.links() if not link.is_nofollow))


@dataclass(frozen=True)
class SamplePage:
    """A page, redirect or error of the sample web, and its truth; the body is written on demand."""

    url: str
    kind: str
    write: Callable[[], bytes] = field(repr=False, compare=False)
    title: str = ""
    subjects: frozenset[str] = frozenset()  # what at least a third of its text is about
    links: tuple[str, ...] = field(default=(), repr=False)  # nofollow ones left out
    status: int = 200
    headers: Headers = HTML
    delay: float = 0.0  # seconds before the answer
    fault: str = ""  # "reset", "truncate", or "recover": 503 at the first attempt
    copy_of: str = ""  # URL of the page it repeats, wholly or but for a few words
    encoding: str = "utf-8"  # of the body, whatever the headers declare

    @cached_property
    def body(self) -> bytes:
        return self.write()

    @property
    def html(self) -> str:
        return self.body.decode(self.encoding, "replace")

    @property
    def is_html(self) -> bool:
        types = [value for name, value in self.headers if name == "Content-Type"]
        return self.status == 200 and any(value.startswith("text/html") for value in types)


Maker = Callable[[], SamplePage]  # finishes a page once all links are laid


@dataclass(frozen=True, slots=True)
class Tunnel:
    """A relevant page, `length` irrelevant ones, and the relevant page they alone lead to."""

    topic: str
    length: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Response:
    """What the server sends, and how."""

    status: int
    headers: Headers
    body: bytes
    delay: float = 0.0
    fault: str = ""
