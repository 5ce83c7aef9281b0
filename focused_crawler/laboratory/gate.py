"""The gate: what was reached once must be reached again. Floors are pinned like versions.

`data/floors.json` holds, for each web, what the default method reached there and the digest of the
web it was measured on. A floor is raised by pinning anew; lowering one takes words.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from xxhash import xxh3_64

from focused_crawler.laboratory.table import Row
from focused_crawler.laboratory.tasks import Task
from focused_crawler.laboratory.web import FrozenWeb, FrozenWebError

EPSILON = 0.005  # other versions of numpy and of the parser may move a tie


@dataclass(frozen=True, slots=True)
class Reached:
    """What a method reached on a web."""

    digest: str
    method: str
    recalls: tuple[float, ...]  # at MULTIPLES of R


def digest_of(web: FrozenWeb, tasks: Sequence[Task]) -> str:
    """Tells one web with its tasks from another."""
    hasher = xxh3_64()
    for page in sorted(web, key=lambda page: page.url):
        hasher.update(f"{page.url} {len(page.html)}\n".encode("utf-8", "replace"))
    for task in tasks:
        hasher.update(f"{task.name} {' '.join(task.seeds)} {len(task.relevant)}\n".encode())
    return hasher.hexdigest()


def reached_by(row: Row, digest: str) -> Reached:
    """A row of the table as something to be pinned."""
    return Reached(digest, row.method, tuple(round(mean, 4) for mean, _ in row.recalls))


class Floors:
    """The pinned results of each web."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._floors = _read(path)

    def failures(self, web: str, reached: Reached) -> list[str]:
        """What is below its floor, in words; nothing for a web that has no floors."""
        floor = self._floors.get(web)
        if floor is None:
            return []
        if floor.digest != reached.digest:
            return [f"the floors of {web} were measured on other pages or tasks; pin them anew"]
        return [
            f"{web}: {reached.method} reached {now:.3f}, the floor of {floor.method} is {then:.3f}"
            for now, then in zip(reached.recalls, floor.recalls, strict=True)
            if now < then - EPSILON
        ]

    def pin(self, web: str, reached: Reached, *, may_lower: bool = False) -> None:
        """Write what was reached as the floor."""
        lowered = self.failures(web, reached)
        if lowered and not may_lower:
            raise FrozenWebError(f"{lowered[0]}; --lower-floors would pin it all the same")
        self._floors[web] = reached
        values = {
            name: {"digest": floor.digest, "method": floor.method, "recalls": list(floor.recalls)}
            for name, floor in sorted(self._floors.items())
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")


def _read(path: Path) -> dict[str, Reached]:
    if not path.exists():
        return {}
    try:
        values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return {
            name: Reached(floor["digest"], floor["method"], tuple(map(float, floor["recalls"])))
            for name, floor in values.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise FrozenWebError(f"{path} cannot be read as floors ({error}); pin them anew") from error
