"""`python -m fuzz --inputs 100000 --seed 1`: no exception may come out of what reads foreign input.

An input that fails is written to a file, named by its target, and the run ends with status 1.
`python -m fuzz --again FILE` reads one such file once more.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

from fuzz.mutation import mutated
from fuzz.targets import TARGETS

SLOW = 5.0  # seconds for one input: a page must not stop a crawl by being slow either


def fuzz(inputs: int, seed: int, folder: Path | None = None) -> tuple[Counter[str], list[str]]:
    """How many inputs each target has read, and what went wrong."""
    dice, read, faults = random.Random(seed), Counter[str](), list[str]()
    names, weights = list(TARGETS), [target.weight for target in TARGETS.values()]
    examples = {name: target.examples() for name, target in TARGETS.items()}
    for number in range(inputs):
        name = dice.choices(names, weights)[0]
        data = mutated(dice, examples[name])
        fault = fault_of(name, data)
        read[name] += 1
        if fault:
            faults.append(f"{name}, input {number}: {fault}")
            if folder:
                folder.mkdir(exist_ok=True)
                (folder / f"{name}-{seed}-{number}").write_bytes(data)
    return read, faults


def fault_of(name: str, data: bytes) -> str:
    """What a target did wrong with an input; nothing, if all is well."""
    start = time.perf_counter()
    try:
        TARGETS[name].read(data)
    except Exception:  # noqa: BLE001  every one is a finding
        return traceback.format_exc(limit=-3)
    seconds = time.perf_counter() - start
    return f"took {seconds:.1f} s" if seconds > SLOW else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", type=Path)
    arguments = parser.parse_args()
    logging.disable(logging.ERROR)
    if arguments.again:
        fault = fault_of(arguments.again.name.partition("-")[0], arguments.again.read_bytes())
        print(fault or "all is well")
        return bool(fault)
    start = time.perf_counter()
    read, faults = fuzz(arguments.inputs, arguments.seed, Path("fuzz-found"))
    for fault in faults[:20]:
        print(fault)
    for name, count in sorted(read.items()):
        print(f"  {name:<8}{count:>8} inputs")
    print(f"{read.total():,} inputs, {len(faults)} faults, {time.perf_counter() - start:.0f} s")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
