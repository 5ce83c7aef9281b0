"""Frontiers against a model of three dictionaries, over any sequence of calls, closes and kills."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from focused_crawler.candidate import Candidate
from focused_crawler.frontier import Frontier, Pushed
from focused_crawler.frontier.embedded import EmbeddedFrontier, open_file, open_memory
from focused_crawler.frontier.rewrite import unfinished

FEW = 2  # payloads in memory; all others are on disk
URLS = [f"http://{host}.test/{number}" for host in "abc" for number in range(5)]
SCORES = st.sampled_from([0.0, 0.25, 0.5, float("inf")]) | st.floats(allow_nan=False)
CANDIDATES = st.builds(
    Candidate,
    url=st.sampled_from(URLS),
    score=SCORES,
    level=st.integers(0, 3),
    anchor=st.text(alphabet=st.characters(), max_size=4),
    parts=st.dictionaries(st.text(max_size=3), st.floats(allow_nan=False), max_size=2),
)


@dataclass
class Model:
    """What a frontier should hold: candidates with their age, closed keys."""

    waiting: dict[int, tuple[int, Candidate]] = field(default_factory=dict)
    leased: dict[int, tuple[int, Candidate]] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    pushes: int = 0

    def copy(self) -> Model:
        return Model(dict(self.waiting), dict(self.leased), set(self.done), self.pushes)

    def push(self, candidate: Candidate) -> Pushed:
        key = candidate.key
        if key in self.leased or key in self.done:
            return Pushed.VISITED
        self.pushes += 1
        age, old = self.waiting.get(key, (self.pushes, None))
        self.waiting[key] = (age, replace(candidate))
        if old is None:
            return Pushed.ADDED
        if candidate.score == old.score:
            return Pushed.KEPT
        return Pushed.RAISED if candidate.score > old.score else Pushed.LOWERED

    def pop(self, free: set[str]) -> Candidate | None:
        choice = [(-c.score, age, c) for age, c in self.waiting.values() if c.host in free]
        if not choice:
            return None
        best = min(choice, key=lambda item: item[:2])[2]
        self.leased[best.key] = self.waiting.pop(best.key)
        return best

    def done_with(self, key: int) -> None:
        self.waiting.pop(key, None)
        self.leased.pop(key, None)
        self.done.add(key)

    def requeue(self, candidate: Candidate) -> None:
        if candidate.key in self.leased:
            age, _ = self.leased.pop(candidate.key)
            self.waiting[candidate.key] = (age, replace(candidate))
        else:
            self.push(candidate)

    def restart(self) -> Model:
        self.waiting.update(self.leased)
        self.leased = {}
        return self

    def is_same(self, frontier: Frontier) -> bool:
        waiting = {key: candidate for key, (_, candidate) in self.waiting.items()}
        keys = [Candidate(url=url).key for url in URLS]
        return {candidate.key: candidate for candidate in frontier.waiting()} == waiting and {
            key for key in keys if frontier.state(key) == "done"
        } == self.done


class MemoryMachine(RuleBasedStateMachine):
    """Every rule does one thing to the frontier and to the model."""

    def __init__(self) -> None:
        super().__init__()
        self.frontier: EmbeddedFrontier = open_memory(most_payloads=FEW)
        self.model = Model()
        self.unflushed = [self.model.copy()]  # states since the last flush, oldest first

    @rule(candidate=CANDIDATES)
    def push(self, candidate: Candidate) -> None:
        assert self.frontier.push(candidate) is self.model.push(candidate)
        self.remember()

    @rule()
    def forget_what_was_decoded(self) -> None:
        self.frontier._decoded.clear()

    @rule(free=st.sets(st.sampled_from(["a.test", "b.test", "c.test"])))
    def pop(self, free: set[str]) -> None:
        assert self.frontier.pop(free.__contains__) == self.model.pop(free)
        self.remember()

    @rule()
    def pop_any(self) -> None:
        assert self.frontier.pop() == self.model.pop({"a.test", "b.test", "c.test"})
        self.remember()

    @rule(url=st.sampled_from(URLS))
    def done(self, url: str) -> None:
        key = Candidate(url=url).key
        self.frontier.done(key)
        self.model.done_with(key)
        self.remember()

    @rule(candidate=CANDIDATES)
    def requeue(self, candidate: Candidate) -> None:
        self.frontier.requeue(candidate)
        self.model.requeue(candidate)
        self.remember()

    @precondition(lambda self: self.model.leased)
    @rule(data=st.data(), score=SCORES)
    def return_lease(self, data: Any, score: float) -> None:
        key = data.draw(st.sampled_from(sorted(self.model.leased)))
        candidate = replace(self.model.leased[key][1], score=score)
        self.frontier.requeue(candidate)
        self.model.requeue(candidate)
        self.remember()

    @rule()
    def flush(self) -> None:
        self.frontier.flush()
        self.unflushed = [self.model.copy()]

    @invariant()
    def agrees_with_the_model(self) -> None:
        model, frontier = self.model, self.frontier
        assert len(frontier) == len(model.waiting)
        assert frontier.leased() == len(model.leased)
        assert frontier.hosts() == len({c.host for _, c in model.waiting.values()})
        assert model.is_same(frontier)

    def remember(self) -> None:
        self.unflushed.append(self.model.copy())

    def teardown(self) -> None:
        self.frontier.close()


class FileMachine(MemoryMachine):
    """The same with a file behind it, which is closed, cut short and opened again."""

    REWRITE_FLOOR = 10**9

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(mkdtemp())
        self.path = self.folder / "0"
        self.starts = 0

    @initialize()
    def begin(self) -> None:
        self.open()

    @rule()
    def close_and_open(self) -> None:
        self.frontier.close()
        self.model.restart()
        self.open()

    @rule(share=st.floats(0, 1))
    def die_while_writing(self, share: float) -> None:
        before = self.path.stat()
        self.frontier.flush()
        if self.path.stat().st_ino != before.st_ino:
            share = 1.0  # a rewritten log took its place, whole
            before = self.path.stat()
        self.starts += 1
        dead, self.path = self.path, self.folder / str(self.starts)
        log = dead.read_bytes()
        self.path.write_bytes(log[: round(before.st_size + share * (len(log) - before.st_size))])
        if unfinished(dead).exists():
            shutil.copy(unfinished(dead), unfinished(self.path))
        self.frontier.close()
        states = [state.restart() for state in self.unflushed]
        self.open()
        fitting = [number for number, state in enumerate(states) if state.is_same(self.frontier)]
        assert fitting
        assert share > 0 or fitting[0] == 0
        assert share < 1 or fitting[-1] == len(states) - 1
        # A key never changes its age until it is closed for good, so states that look alike are.
        self.model = states[fitting[0]]
        self.unflushed = [self.model.copy()]

    def open(self) -> None:
        self.frontier = open_file(self.path, rewrite_floor=self.REWRITE_FLOOR, most_payloads=FEW)
        self.unflushed = [self.model.copy()]

    def teardown(self) -> None:
        super().teardown()
        shutil.rmtree(self.folder)


class RewrittenFileMachine(FileMachine):
    """The same with a log that is rewritten all the time."""

    REWRITE_FLOOR = -1000


BOUNDED = settings(max_examples=40, stateful_step_count=40, deadline=None)

TestMemory = MemoryMachine.TestCase
TestMemory.settings = BOUNDED
TestFile = FileMachine.TestCase
TestFile.settings = BOUNDED
TestRewrittenFile = RewrittenFileMachine.TestCase
TestRewrittenFile.settings = BOUNDED
