"""What a person types into a search, as a full-text query that is always valid.

Words must all occur; "words in quotes" must occur in that order. Everything else that has a
meaning in SQLite's query language is taken as text.
"""

from __future__ import annotations

import re

_PHRASE_OR_WORD = re.compile(r'"([^"]*)"|([^\s"]+)')


def match_expression(words: str) -> str:
    """The FTS5 expression for these words; empty where they hold nothing to look for.

    >>> match_expression('iron "ore price" AND -x')
    '"iron" "ore price" "AND" "-x"'
    """
    parts = (phrase or word for phrase, word in _PHRASE_OR_WORD.findall(_plain(words)))
    return " ".join(f'"{part}"' for part in parts if any(map(str.isalnum, part)))


def _plain(words: str) -> str:
    return words.encode("utf-8", "replace").decode().replace("\0", " ")
