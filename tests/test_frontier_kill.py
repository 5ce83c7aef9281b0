"""Real processes, killed with -9 while they write: what they had acknowledged is all there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import Frontier
from focused_crawler.frontier.embedded import open_file, open_memory


def page(number: int, score: float = 0.0) -> Candidate:
    heading = "x" * (number % 50)
    return Candidate(url=f"http://{number % 9}.test/{number}", score=score, heading=heading)


def contents(frontier: Frontier) -> dict[int, Candidate]:
    return {candidate.key: candidate for candidate in frontier.waiting()}


def one_operation(frontier: Frontier, chance: random.Random) -> None:
    """Something a crawl does; the same frontier and numbers do the same."""
    choice = chance.random()
    number = chance.randrange(3000)
    if choice < 0.7:
        frontier.push(page(number, chance.random()))
    elif choice < 0.8:
        frontier.done(page(number).key)
    else:
        popped = frontier.pop()
        if popped is not None and choice < 0.85:
            popped.score = chance.random()
            frontier.requeue(popped)
        elif popped is not None:
            frontier.done(popped.key)


def crawl_until_killed(path: str, seed: str) -> None:
    """The process that dies: says after each flush how many operations it has done."""
    frontier = open_file(Path(path), rewrite_floor=100)
    chance = random.Random(int(seed))
    operations = 0
    while True:
        for _ in range(chance.randrange(1, 40)):
            one_operation(frontier, chance)
            operations += 1
        frontier.flush()
        os.write(1, b"%d\n" % operations)


def killed_after(path: Path, seed: int, seconds: float) -> int:
    """How many operations a killed process had acknowledged."""
    command = [sys.executable, __file__, str(path), str(seed)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        said = first + process.stdout.read()
    return int(said.splitlines()[-1])


def test_kill_9_at_random_moments_loses_nothing_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "frontier"
    chance = random.Random(5)
    model = open_memory()
    for seed in range(10):
        acknowledged = killed_after(path, seed, seconds=chance.uniform(0, 0.1))
        operations = random.Random(seed)
        done = 0
        with closing(open_file(path)) as frontier:
            recovered, closed = contents(frontier), closed_keys(frontier)
        while done < acknowledged:
            turn = operations.randrange(1, 40)
            for _ in range(turn):
                one_operation(model, operations)
            done += turn
        # The kill may have come while the next turn was written, up to any of its lines.
        for _ in range(operations.randrange(1, 40)):
            if is_restarted(model, recovered, closed):
                break
            one_operation(model, operations)
        assert is_restarted(model, recovered, closed)
        return_leases(model, recovered)


def closed_keys(frontier: Frontier) -> set[int]:
    keys = {page(number).key for number in range(3000)}
    return {key for key in keys if frontier.state(key) == "done"}


def is_restarted(model: Frontier, recovered: dict[int, Candidate], closed: set[int]) -> bool:
    waiting = contents(model)
    leased = recovered.keys() - waiting.keys()
    return (
        len(recovered) == len(model) + model.leased()
        and all(recovered.get(key) == candidate for key, candidate in waiting.items())
        and all(model.state(key) == "leased" for key in leased)
        and closed_keys(model) == closed
    )


def return_leases(model: Frontier, recovered: dict[int, Candidate]) -> None:
    for key in recovered.keys() - contents(model).keys():
        model.requeue(recovered[key])


if __name__ == "__main__":
    crawl_until_killed(*sys.argv[1:])
