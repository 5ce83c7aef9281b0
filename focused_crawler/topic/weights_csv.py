"""weights.csv: a weight table that people read and edit.

    word,weight,stands_for
    iron,1,
    hema,0.21,hematite haematite

`word` is an ordinary word; it is stemmed when read, so that it meets the words of pages. Where
it is only the beginning of the words that are meant, the optional third column lists those,
and each of them gets the weight. Words that share a stem ("mine", "mining") are one term and have
the larger weight. A leading `=` marks a term that is to be taken as it stands, not stemmed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from math import isfinite

from focused_crawler.topic.errors import TopicError
from focused_crawler.topic.terms import terms
from focused_crawler.topic.weights import WeightTable

COLUMNS = ("word", "weight", "stands_for")


def read_weights(text: str, name: str = "weights.csv", language: str = "en") -> WeightTable:
    """The table that a CSV text holds; `name` is how errors call the file."""
    weights: dict[str, float] = {}
    words: dict[str, str] = {}
    for word, weight, term in _entries(text, name, language):
        if weight > weights.get(term, 0.0):
            weights[term], words[term] = weight, word
    if not weights:
        raise TopicError(f"{name}: no weights; write rows such as: iron,0.8")
    return WeightTable(weights, words=words)


def write_weights(table: WeightTable, language: str = "en") -> str:
    """The CSV text of a table, heaviest first; reading it gives the same table again."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS[:2])
    for term, weight in table.top(len(table)):
        writer.writerow([_written(term, table.word(term), language), repr(weight)])
    return out.getvalue()


def _written(term: str, word: str, language: str) -> str:
    return word if terms(word, language) == [term] else f"={term}"


def _entries(text: str, name: str, language: str) -> Iterator[tuple[str, float, str]]:
    """Word, weight and term of every row, once for each word that the row stands for."""
    for line, row in _rows(text, name):
        place = f"{name}, line {line}"
        if not 2 <= len(row) <= len(COLUMNS):
            raise TopicError(f"{place}: {len(row)} values; write word,weight such as: iron,0.8")
        weight = _weight(row[1], place)
        for word in "".join(row[2:]).split() or row[:1]:
            yield word.removeprefix("="), weight, _term(word, place, language)


def _rows(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            is_header = [cell.lower() for cell in cells[:2]] == [*COLUMNS[:2]]
            if any(cells) and not cells[0].startswith("#") and not is_header:
                yield reader.line_num, cells
    except csv.Error as error:
        raise TopicError(f"{name}, line {reader.line_num}: not CSV ({error})") from None


def _weight(text: str, place: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = 0.0
    if not (weight > 0 and isfinite(weight)):
        raise TopicError(f"{place}: weight {text!r} is not a number above 0, such as 0.8")
    return weight


def _term(word: str, place: str, language: str) -> str:
    if word.startswith("=") and len(word.split()) == 1 < len(word):
        return word[1:]
    found = terms(word, language)
    if len(found) != 1:
        reason = "is more than one word" if found else "is a stop word or holds no letters"
        raise TopicError(f"{place}: {word!r} {reason}; write one word a row")
    return found[0]
