"""What a subject sounds like: its words by part of speech, and sentences only it would use.

A subject's text mixes its own sentences with general ones whose gaps its words fill. Some words
stand in several subjects on purpose (a bank of a river, a stock pot, an iron pan, an opening
book), so that no single word tells a page's subject.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

VOWELS = "aeiou"


def plural(noun: str) -> str:
    """The plural of an English noun; an irregular one is written "leaf/leaves".

    >>> plural("quarry"), plural("index/indices"), plural("bus")
    ('quarries', 'indices', 'buses')
    """
    if "/" in noun:
        return noun.split("/")[1]
    if noun.endswith("y") and noun[-2] not in VOWELS:
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def listed(words: str) -> tuple[str, ...]:
    """Words parted by commas, as a tuple."""
    return tuple(word.strip() for word in words.replace("\n", " ").split(",") if word.strip())


@dataclass(frozen=True)
class Subject:
    """A subject of the sample web. Every field but the first three is a list parted by commas."""

    name: str
    label: str  # as it stands in a running sentence
    short: str  # as it stands in a menu
    core: str  # count nouns that every page of the subject returns to
    things: str
    stuff: str  # nouns without a plural
    adjectives: str
    verbs: str  # transitive, plain form
    people: str
    acts: str  # gerunds
    places: str  # with their preposition
    sentences: tuple[str, ...]  # with gaps, see `prose`
    slots: Mapping[str, tuple[str, ...]] = field(init=False, compare=False, repr=False)
    core_size: int = field(init=False)  # the core stands first among the things

    def __post_init__(self) -> None:
        things = listed(self.core) + listed(self.things)
        people = listed(self.people)
        slots = {
            "thing": tuple(noun.split("/")[0] for noun in things),
            "things": tuple(plural(noun) for noun in things),
            "person": tuple(noun.split("/")[0] for noun in people),
            "people": tuple(plural(noun) for noun in people),
            "stuff": listed(self.stuff),
            "adj": listed(self.adjectives),
            "verb": listed(self.verbs),
            "act": listed(self.acts),
            "place": listed(self.places),
        }
        object.__setattr__(self, "slots", slots)
        object.__setattr__(self, "core_size", len(listed(self.core)))
