"""What a form is: its fields with their labels, its buttons, and where it sends them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

BUTTONS = frozenset({"submit", "image", "button", "reset"})


@dataclass(frozen=True, slots=True)
class Field:
    """One control a form would send."""

    kind: str  # the type of an input, "select" or "textarea"
    name: str = ""
    label: str = ""  # what a person reads beside it
    hint: str = ""  # placeholder, or the text that stands in it at first
    identity: str = ""  # id and classes, as written
    options: tuple[str, ...] = ()  # texts of a select
    value: str | None = None  # sent where nobody touches it; None: nothing is
    is_required: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A form as its page shows it; `is_form` is False for a search box outside every form."""

    page: str  # URL of the page it stands on
    action: str  # absolute URL
    method: str  # "get" or "post"
    fields: tuple[Field, ...] = ()
    buttons: tuple[str, ...] = ()  # texts of what submits it
    identity: str = ""  # id, name, classes and role, as written
    heading: str = ""  # legend or heading inside it, else the nearest one before it
    text: str = ""  # everything else a person reads inside it
    links: tuple[str, ...] = ()  # texts of links inside it
    is_form: bool = True

    @property
    def key(self) -> str:
        """The same for a form that stands on several pages of its site."""
        target = urlsplit(self.action)
        names = ",".join(sorted({field.name for field in self.visible}))
        return f"{self.method} {target.netloc}{target.path} {names}"

    @property
    def visible(self) -> tuple[Field, ...]:
        """The fields a person can fill in or choose from."""
        return tuple(field for field in self.fields if field.kind != "hidden")

    def count(self, *kinds: str) -> int:
        """How many fields are of these kinds."""
        return sum(field.kind in kinds for field in self.fields)

    def words(self) -> Iterator[str]:
        """Every text of the form that may tell what it is about."""
        yield from (self.heading, self.text, *self.buttons)
        for field in self.visible:
            yield from (field.label, field.hint, field.name, *field.options)
