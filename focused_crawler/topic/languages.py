"""Languages: which have a stemmer, which are written without spaces, and which one a text is in.

A page says its language in `<html lang>`; where it does not, or says nothing we know, the stop
words of its text are counted: in running text of a language every third word or so is one of
them, in other languages a few that happen to look alike. Scripts decide before words do.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from focused_crawler.topic.stopwords import stop_words

# ISO 639-1 code to the name NLTK's Snowball stemmers go by.
STEMMERS = {
    "ar": "arabic", "da": "danish", "de": "german", "en": "english", "es": "spanish",
    "fi": "finnish", "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish",
}  # fmt: skip
UNSPACED = ("zh", "ja", "th", "lo", "km", "my")  # counted by pairs of characters
LANGUAGES = tuple(sorted({*STEMMERS, *UNSPACED}))
NAMES = {code: name.capitalize() for code, name in STEMMERS.items()} | {
    "zh": "Chinese", "ja": "Japanese", "th": "Thai", "lo": "Lao", "km": "Khmer", "my": "Burmese",
}  # fmt: skip

# What stands before an apostrophe without being a word of the topic: l'eau, dell'acqua.
ELISIONS = {
    "fr": frozenset("l d j m n s t c qu jusqu lorsqu puisqu quoiqu".split()),
    "it": frozenset("l d un dell all dall nell sull quell c".split()),
}

_SAME = {"nb": "no", "nn": "no", "cmn": "zh", "iw": "he"}
_SCRIPTS = {  # those that tell a language by themselves, in the order they are asked
    "ja": re.compile("[\u3041-\u3096\u30a1-\u30fa]"),
    "zh": re.compile("[\u4e00-\u9fff]"),
    "th": re.compile("[\u0e01-\u0e3a]"),
    "lo": re.compile("[\u0e81-\u0edf]"),
    "km": re.compile("[\u1780-\u17b3]"),
    "my": re.compile("[\u1000-\u104f]"),
    "ko": re.compile("[\uac00-\ud7a3]"),
    "el": re.compile("[\u0370-\u03ff]"),
    "he": re.compile("[\u05d0-\u05ea]"),
    "hi": re.compile("[\u0900-\u097f]"),
}
_WORD = re.compile(r"[^\W\d_]+")
_ANY_SCRIPT = re.compile(
    "[\u0370-\u03ff\u0590-\u05ff\u0900-\u097f\u0e00-\u0eff\u1000-\u104f\u1780-\u17ff\u3040-\ud7a3]"
)
_SAMPLE = 4000  # characters; more seldom changes the verdict
SCRIPT_SHARE = 0.2  # of the letters; an English page may quote a few Chinese names
FEWEST_WORDS = 20  # below, a text is too short to be told by its stop words
STOP_WORD_SHARE = 0.12  # of the words; running text has .3 and more, a wrong language below .1


def language_code(tag: str | None) -> str | None:
    """The language of a tag such as "en-GB" or "zh_Hant"; None for one that is no tag.

    >>> language_code("en-GB"), language_code("NB"), language_code("x-default")
    ('en', 'no', None)
    """
    code = re.split(r"[-_]", (tag or "").strip().lower())[0]
    return _SAME.get(code, code) if re.fullmatch("[a-z]{2,3}", code) else None


def recognise(text: str, declared: str | None = None) -> str | None:
    """The language of a text, by what it declares or else by its script and stop words."""
    return language_code(declared) or _by_script(text[:_SAMPLE]) or _by_words(text[:_SAMPLE])


def _by_script(text: str) -> str | None:
    if text.isascii() or not _ANY_SCRIPT.search(text):
        return None
    letters = sum(map(str.isalpha, text))
    for language, script in _SCRIPTS.items():
        found = sum(1 for _ in script.finditer(text))
        if found and found > SCRIPT_SHARE * letters:
            return language
    return None


def _by_words(text: str) -> str | None:
    words = _WORD.findall(text.lower())
    if len(words) < FEWEST_WORDS:
        return None
    known = _stop_word_languages()
    hits = Counter(code for word in words for code in known.get(word, ()))
    [(language, best)] = hits.most_common(1) or [("", 0)]
    return language if best > STOP_WORD_SHARE * len(words) else None


@cache
def _stop_word_languages() -> dict[str, tuple[str, ...]]:
    languages: dict[str, tuple[str, ...]] = {}
    for code in STEMMERS:
        for word in stop_words(code):
            languages[word] = (*languages.get(word, ()), code)
    return languages
