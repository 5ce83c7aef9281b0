"""What counts as a term: words in lower case, stop words dropped, the rest reduced to their stem.

Words keep inner apostrophes and lose a possessive 's; numbers need two digits. Scripts written
without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) give overlapping pairs of characters,
so that a sentence is not one giant word. Stop words and stems are those of a language; in one
without a stemmer words stay as they are. Text is cut at ASCII separators first, by a byte table,
and only the distinct pieces are looked at closely, once in a process: on 20 KB of English text
that takes half the time of one regular expression over all of it (0.4 ms against 0.9).
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from typing import Protocol
from unicodedata import normalize

from focused_crawler.topic.languages import ELISIONS, STEMMERS
from focused_crawler.topic.stopwords import stop_words

LONGEST_TOKEN = 40  # longer "words" are encoded data, not language
_REMEMBERED = 1 << 17  # pieces; some 30 MB when full

_UNSPACED = (
    "\u0e01-\u0e2e\u0e30-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u1049\u1050-\u109f\u1780-\u17d3"
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# Vowel signs and accents are not \w to `re`; without them a Hindi word falls apart.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0900-\u0963\u0971-\u0df3"
)
_LETTER = rf"[^\W_{_UNSPACED}]"
_TOKEN = re.compile(rf"{_LETTER}+(?:(?:[{_MARKS}]+|'(?={_LETTER})){_LETTER}*)*|([{_UNSPACED}]+)")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200c\u200d\u2060\ufeff"))  # joiners, soft hyphen
_APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u02bc"), "'")
_CLEAN = {**_INVISIBLE, **_APOSTROPHES}


def _separator_table() -> bytes:
    """ASCII letters to lower case, digits, apostrophes and all other bytes kept, the rest space."""
    kept = (b if b >= 128 or chr(b).isalnum() or b == ord("'") else ord(" ") for b in range(256))
    return bytes(kept).lower()


_SEPARATED = _separator_table()


class _Stemmer(Protocol):
    def stem(self, word: str) -> str: ...


class _NoStemmer:
    def stem(self, word: str) -> str:
        return word


@cache
def _stemmer(language: str) -> _Stemmer:
    if language not in STEMMERS:
        return _NoStemmer()
    with _hidden("scipy", "sklearn"):
        from nltk.stem.snowball import SnowballStemmer
    stemmer: _Stemmer = SnowballStemmer(STEMMERS[language])
    return stemmer


@contextmanager
def _hidden(*names: str) -> Iterator[None]:
    """Packages that seem not to be installed, unless they are loaded already.

    nltk loads these where it finds them, for parts that stems do not need: 80 MB and most of a
    second.
    """
    hidden = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None: not installed
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]


def stem(word: str, language: str = "en") -> str:
    """The stem of one lower-case word; words of other scripts and numbers come back unchanged."""
    return word if word.isdecimal() else _stemmer(language).stem(word) or word


def _pieces(text: str) -> list[str]:
    return text.encode("utf-8", "replace").translate(_SEPARATED).decode().split()


def _piece_tokens(piece: str) -> Iterable[str]:
    if not piece.isascii():
        piece = normalize("NFKC", piece).translate(_CLEAN).lower()
    for match in _TOKEN.finditer(piece):
        token = match[0]
        if match[1]:
            yield from _pairs(token)
        elif len(token) <= LONGEST_TOKEN and not (len(token) == 1 and token.isdecimal()):
            yield token.removesuffix("'s")


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(max(1, len(run) - 1))]


def _content(tokens: Iterable[str], language: str) -> Iterable[str]:
    """Tokens that say something: no stop words, no lone letters, no article cut short."""
    passed_over = stop_words(language)
    elided = ELISIONS.get(language)
    for token in tokens:
        word = token
        if elided and "'" in token and token.split("'", 1)[0] in elided:
            word = token.split("'", 1)[1]
        if word not in passed_over and (len(word) > 1 or not word.isascii()):
            yield word


class _TermMemory(dict[str, tuple[str, ...]]):
    """Terms by piece. A dict lookup is half the price of an `lru_cache` call, hence no order."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def __missing__(self, piece: str) -> tuple[str, ...]:
        words = _content(_piece_tokens(piece), self.language)
        terms = tuple(stem(word, self.language) for word in words)
        if len(piece) > LONGEST_TOKEN:
            return terms
        if len(self) >= _REMEMBERED:
            self.clear()
        self[piece] = terms
        return terms


@cache
def _memory(language: str) -> _TermMemory:
    return _TermMemory(language)


def tokens(text: str) -> list[str]:
    """Words and numbers of a text, in order, lower case, stop words included.

    >>> tokens("Don't mine Earth's 2 iron ores in 2014!")
    ["don't", 'mine', 'earth', 'iron', 'ores', 'in', '2014']
    """
    return [token for piece in _pieces(text) for token in _piece_tokens(piece)]


def terms(text: str, language: str = "en") -> list[str]:
    """Stemmed words of a text, in order, without stop words.

    >>> terms("The mining of iron ores"), terms("L'exploitation des mines", "fr")
    (['mine', 'iron', 'ore'], ['exploit', 'min'])
    """
    return list(chain.from_iterable(map(_memory(language).__getitem__, _pieces(text))))


def count_terms(text: str, language: str = "en") -> Counter[str]:
    """How often each term stands in a text.

    >>> count_terms("mines, miners, mining")
    Counter({'mine': 2, 'miner': 1})
    """
    return Counter(terms(text, language))


def common_words(texts: Iterable[str], language: str = "en") -> dict[str, str]:
    """For each term of some texts the word it was made from most often, to show to people."""
    seen = Counter(word for text in texts for word in _content(tokens(text), language))
    words: dict[str, str] = {}
    for word, _ in sorted(seen.items(), key=lambda item: (-item[1], item[0])):
        words.setdefault(stem(word, language), word)
    return words
