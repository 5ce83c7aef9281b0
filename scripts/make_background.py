"""Make data/background/<language>.txt.gz from the word frequencies of the package `wordfreq`.

    pip install wordfreq
    python scripts/make_background.py --language en

Words are stemmed and stop words dropped as in pages, and the frequencies of words that share a stem
are added. Each line holds a Zipf value times 100 and the terms that have it.
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import version
from math import log10
from pathlib import Path

import wordfreq

from focused_crawler.topic.terms import terms

RAREST = {"en": 1e-7}  # share of all words; keeps the file of English at a few hundred KB ...
RAREST_ELSEWHERE = 2e-6  # ... and those of the other languages at a few dozen
CODES = {"no": "nb"}  # what wordfreq calls a language
FOLDER = Path(__file__).resolve().parent.parent / "data" / "background"
HEADER = """\
# Frequencies of stemmed words in general language ({language}), made by scripts/make_background.py
# from wordfreq {version} (data CC BY-SA 4.0, see README.md). Zipf value x 100, then its terms.
"""


def word_frequencies(language: str) -> Iterator[tuple[str, float]]:
    """Words and numbers with their share of all words."""
    for word, frequency in wordfreq.get_frequency_dict(
        CODES.get(language, language), "best"
    ).items():
        if not re.search(r"\d\d", word):  # wordfreq lists numbers by their shape only: "0000"
            yield word, frequency
    for number in range(10, 10_000):
        yield str(number), wordfreq.word_frequency(str(number), "en")


def term_frequencies(language: str) -> dict[str, float]:
    """Terms with the summed frequency of their words."""
    frequencies: dict[str, float] = defaultdict(float)
    for word, frequency in word_frequencies(language):
        for term in terms(word, language):
            frequencies[term] += frequency
    rarest = RAREST.get(language, RAREST_ELSEWHERE)
    return {term: frequency for term, frequency in frequencies.items() if frequency >= rarest}


def table(language: str) -> str:
    """The text of the background file."""
    by_zipf: dict[int, list[str]] = defaultdict(list)
    for term, frequency in term_frequencies(language).items():
        by_zipf[round(100 * (log10(frequency) + 9))].append(term)
    lines = (f"{zipf} {' '.join(sorted(by_zipf[zipf]))}\n" for zipf in sorted(by_zipf)[::-1])
    return HEADER.format(language=language, version=version("wordfreq")) + "".join(lines)


def main() -> None:
    """Write the table of one language."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--language", default="en")
    language = parser.parse_args().language
    path = FOLDER / f"{language}.txt.gz"
    # mtime=0: the same frequencies give the same bytes
    path.write_bytes(gzip.compress(table(language).encode(), compresslevel=9, mtime=0))
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
