"""What tunneling costs a page as its table grows: one bump, and the levels of its links.

python -m benchmarks.tunneling [--most 1000000]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from benchmarks.figures import Figure, seconds, show
from focused_crawler.candidate import Candidate
from focused_crawler.strategy.tunneling import Tunnels

SMALLEST = 1_000
PAGES, LINKS = 200, 50
MOST_GROWTH = 2.0


def measure(most: int) -> Iterator[Figure]:
    dice, tunnels, size, first, cost = random.Random(9), Tunnels(3), SMALLEST, 0.0, 0.0
    clock = 0
    while size <= most:
        for at in range(clock, size):
            tunnels.bump(level=1 + at % 3, clock=at, score=dice.random())
        clock = size
        waiting = [_link(dice, clock) for _ in range(LINKS)]

        def pages(clock: int = clock, waiting: list[Candidate] = waiting) -> None:
            for number in range(PAGES):
                tunnels.bump(level=1, clock=clock + number, score=dice.random())
                for link in waiting:
                    tunnels.level(link)

        cost = 1e6 * seconds(pages) / PAGES
        first = first or cost
        clock += PAGES
        yield Figure(f"a page after {size:,} bumps", cost, "us")
        size *= 10
    yield Figure("the last / the first", cost / first, "times", at_most=MOST_GROWTH)


def _link(dice: random.Random, clock: int) -> Candidate:
    given = dice.randrange(clock)
    return Candidate("http://a.example/", dice.random(), level=dice.randint(1, 3), clock=given)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--most", type=int, default=1_000_000)
    show("Tunneling", measure(parser.parse_args().most))


if __name__ == "__main__":
    main()
