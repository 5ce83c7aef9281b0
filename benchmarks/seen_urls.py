"""The set of URLs seen: bytes and lookups a second, beside a plain set.

python -m benchmarks.seen_urls [--urls 1000000]
"""

from __future__ import annotations

import argparse
import random
import tracemalloc
from collections.abc import Callable, Iterator

from benchmarks.figures import Figure, seconds, show
from focused_crawler.seen import FingerprintSet

Known = FingerprintSet | set[int]
Make = Callable[[], Known]

LOOKUPS = 100_000
MOST_BYTES = 20.0


def measure(urls: int) -> Iterator[Figure]:
    dice = random.Random(5)
    keys = [dice.getrandbits(64) for _ in range(urls)]
    for name, make in (("ours", FingerprintSet), ("a plain set", set)):
        most = MOST_BYTES if name == "ours" else None
        yield Figure(f"{name}: bytes a URL at {urls:,}", _bytes_each(make, keys), at_most=most)
        known = _filled(make, keys)
        asked = [*dice.choices(keys, k=LOOKUPS // 2), *range(LOOKUPS // 2)]

        def look(known: Known = known, asked: list[int] = asked) -> None:
            for key in asked:
                key in known  # noqa: B015

        yield Figure(f"{name}: lookups a second", LOOKUPS / seconds(look, rounds=3))
        taken = seconds(lambda make=make: _filled(make, keys[: urls // 4]))  # type: ignore[misc]
        yield Figure(f"{name}: additions a second", urls // 4 / taken)


def _filled(make: Make, keys: list[int]) -> Known:
    known = make()
    for key in keys:
        known.add(key)
    return known


def _bytes_each(make: Make, keys: list[int]) -> float:
    """The most it took while it grew, the numbers in it included."""
    tracemalloc.start()
    known = make()
    for key in keys:
        known.add(int(str(key)))  # a number of its own
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / len(keys)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--urls", type=int, default=1_000_000)
    show("Seen URLs", measure(parser.parse_args().urls))


if __name__ == "__main__":
    main()
