"""Text of a subject: sentences, paragraphs, titles, each from templates and the subject's words.

Every page has a focus, some words it returns to, so that two pages of one subject differ as two
articles do; the rest of the subject's words come up now and then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from focused_crawler.sample_web.dice import Dice
from focused_crawler.sample_web.phrases import (
    GENERAL_WORDS,
    HEADINGS,
    LINK_SENTENCES,
    NOTES,
    SENTENCES,
    TITLES,
)
from focused_crawler.sample_web.subjects import SUBJECTS

FOCUS_SIZES = {"stuff": 5, "adj": 6, "verb": 5, "person": 3, "people": 3, "act": 4, "place": 3}
FOCUS_THINGS = 8
FOCUS_SHARE = 0.6  # of the gaps are filled from the focus
OWN_SHARE = 0.3  # of the sentences are the subject's own
SLOT = re.compile(r"\{(\w+)\}")
ARTICLE = re.compile(r"\b([Aa]) (?=[aeiou])")


@cache
def compiled(template: str) -> tuple[str, tuple[str, ...]]:
    """A template as a %-format and the names of its gaps; {link} is left alone."""
    slots = tuple(name for name in SLOT.findall(template) if name != "link")
    return SLOT.sub(lambda m: m[0] if m[1] == "link" else "%s", template), slots


def with_articles(text: str) -> str:
    """`a` becomes `an` before a vowel.

    >>> with_articles("a ore and a mine")
    'an ore and a mine'
    """
    return ARTICLE.sub(r"\1n ", text)


def sentence_case(text: str) -> str:
    """Articles put right, and a capital at the start."""
    text = with_articles(text)
    return text[:1].upper() + text[1:]


class Writer:
    """Writes about one subject; `dice` decides what, `focus` what it keeps coming back to."""

    def __init__(self, subject: str, dice: Dice, *, focus: Dice) -> None:
        self.subject = SUBJECTS[subject]
        self._dice = dice
        self._pools = {**self.subject.slots, **GENERAL_WORDS}
        self._focus = self._choose_focus(focus)
        self._general = self._deck(SENTENCES)
        self._own = self._deck(self.subject.sentences)

    def title(self) -> str:
        return sentence_case(self._fill(self._dice.pick(TITLES)))

    def heading(self) -> str:
        return sentence_case(self._fill(self._dice.pick(HEADINGS)))

    def note(self) -> str:
        """A few words that describe the target of a link of this subject."""
        return with_articles(self._fill(self._dice.pick(NOTES)))

    def sentence(self) -> str:
        deck = self._own if self._dice.chance(OWN_SHARE) else self._general
        return sentence_case(self._fill(next(deck)))

    def link_sentence(self) -> tuple[str, str]:
        """What stands before and after a link in running text."""
        text = sentence_case(self._fill(self._dice.pick(LINK_SENTENCES)))
        before, after = text.split("{link}")
        return before, after

    def paragraph(self) -> str:
        return " ".join(self.sentence() for _ in range(self._dice.between(3, 5)))

    def _choose_focus(self, dice: Dice) -> dict[str, tuple[str, ...]]:
        slots, core = self.subject.slots, self.subject.core_size
        others = dice.sample(range(core, len(slots["thing"])), FOCUS_THINGS)
        focus = {}
        for name in ("thing", "things"):
            # The core twice: it must not drown among the other words of the focus.
            focus[name] = slots[name][:core] * 2 + tuple(slots[name][at] for at in others)
        for name, size in FOCUS_SIZES.items():
            focus[name] = tuple(dice.sample(slots[name], size))
        return focus

    def _deck(self, templates: Sequence[str]) -> Iterator[str]:
        while True:
            yield from self._dice.shuffled(templates)

    def _word(self, slot: str) -> str:
        focus = self._focus.get(slot)
        if focus and self._dice.chance(FOCUS_SHARE):
            return self._dice.pick(focus)
        return self._dice.pick(self._pools[slot])

    def _fill(self, template: str) -> str:
        form, slots = compiled(template)
        words: list[str] = []
        for slot in slots:
            word = self._word(slot)
            words.append(self._word(slot) if word in words else word)
        return form % tuple(words)
