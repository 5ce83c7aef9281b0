"""What a dynamic weight table is good for (001 §3.1): a crawl in whose middle interest moves.

Two crawls of the sample web start from the same seeds and from the same table, made from a log of
queries about one topic. Half way the log goes on with queries about another topic. One crawl
rebuilds its table and scores waiting links again; the other keeps the table it has. A page counts
when it is about what people ask for at the moment it is fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from focused_crawler.candidate import Candidate
from focused_crawler.laboratory.library import PageLibrary
from focused_crawler.laboratory.sample import load_sample
from focused_crawler.laboratory.simulate import Simulation
from focused_crawler.queries.interest import Interest
from focused_crawler.queries.refresh import TableOptions, combined, refreshed
from focused_crawler.ranker import Ranker
from focused_crawler.rescoring import ParentArchive, Remembering, rescored
from focused_crawler.sample_web import SampleWeb, build_sample_web
from focused_crawler.scoring.judge import Judge
from focused_crawler.scoring.learning import LearningJudge
from focused_crawler.strategy import STRATEGIES, Options
from focused_crawler.topic.library import load_topic

PAGES = 400
OPTIONS = TableOptions(alpha=0.25, threshold=2.0)
TIMES_ASKED = 3  # each query


@dataclass(frozen=True, slots=True)
class Curves:
    """Wanted pages among the first 1, 2, 3 ... pages fetched."""

    static: list[int]
    dynamic: list[int]

    def rows(self, every: int = 50) -> Iterator[tuple[int, int, int]]:
        """(pages fetched, wanted by the static crawl, by the dynamic one), side by side."""
        length = min(len(self.static), len(self.dynamic))
        for at in range(every, length + 1, every):
            yield at, self.static[at - 1], self.dynamic[at - 1]

    def table(self) -> str:
        """The rows as text."""
        head = f"{'pages':>6} {'static':>8} {'dynamic':>8}"
        return "\n".join([head, *(f"{at:>6} {one:>8} {two:>8}" for at, one, two in self.rows())])


class MovingCrawl(Simulation):
    """A simulated crawl that may follow a log, which grows when half of the pages are in."""

    def __init__(
        self, library: PageLibrary, ranker: Ranker, log: Path, later: str, *, is_dynamic: bool
    ) -> None:
        super().__init__(library, ranker)
        self.log, self.later, self.is_dynamic = log, later, is_dynamic
        self.interest = refreshed(Interest(), log, OPTIONS)
        self.judge = ranker.judge = LearningJudge.of(ranker.judge)
        self.archive = ParentArchive(log.with_name("parents.db"))
        ranker.strategy = Remembering(ranker.strategy, self.archive)

    def _fetch(self, candidate: Candidate) -> None:
        if len(self.visits) == PAGES // 2:
            with open(self.log, "a", encoding="utf-8") as log:
                log.write(self.later)
            if self.is_dynamic:
                self._follow()
        super()._fetch(candidate)

    def _follow(self) -> None:
        self.interest = refreshed(self.interest, self.log, OPTIONS)
        self.judge.move(combined(None, self.interest, share=1.0), learn_share=0.0)
        for _ in rescored(self.archive, self.ranker, self.frontier):
            pass


def moving_interest(before: str, after: str, method: str = "block-score") -> Curves:
    """The two curves for interest that moves from one topic to another."""
    sample, library = build_sample_web(), PageLibrary(load_sample())
    static, dynamic = (
        _crawl(sample, library, before, after, method, is_dynamic=is_dynamic)
        for is_dynamic in (False, True)
    )
    return Curves(static, dynamic)


def _crawl(
    sample: SampleWeb, library: PageLibrary, before: str, after: str, method: str, *,
    is_dynamic: bool,
) -> list[int]:  # fmt: skip
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        log.write_text(queries(before), encoding="utf-8")
        given = combined(None, refreshed(Interest(), log, OPTIONS), share=1.0)
        ranker = Ranker(Judge(given, learn_share=0.0), STRATEGIES[method](Options(max_level=9)))
        crawl = MovingCrawl(library, ranker, log, queries(after), is_dynamic=is_dynamic)
        visits = crawl.run(tuple(sample.seeds(before)), PAGES)
        crawl.archive.close()
    wanted = (
        sample.is_about(visit.url, before if number < PAGES // 2 else after)
        for number, visit in enumerate(visits)
    )
    return list(accumulate(map(int, wanted)))


def queries(topic: str) -> str:
    """A log of queries about a shipped topic: its words by twos."""
    weights = load_topic(topic).weights
    assert weights is not None
    words = [weights.word(term) for term, _ in weights.top(12)]
    pairs = pairwise(words)
    return "".join(f"{one} {other}\n" for one, other in pairs) * TIMES_ASKED
