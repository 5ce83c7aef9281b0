"""Groups of links that earn a reputation, and the evidence that gathers for a waiting link.

A group is a list, a table or a paragraph of one page: links that a writer put side by side share a
fate. Its reputation is a running estimate,

    rep(g) = (K prior + sum of outcomes) / (K + n),   prior = .8 R(t, block) + .2 R(t, page)

and each link of the group that is fetched and judged is an outcome. A waiting link keeps the sum
over its groups, so a new outcome costs one addition for each link of the group, however large the
crawl has grown: at most MOST_GROUPS * MOST_MEMBERS of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

K = 2.0  # outcomes that weigh as much as the prior
BLOCK_SHARE = 0.8
MOST_GROUPS = 64  # the latest groups of a link that hear of its outcome
MOST_MEMBERS = 200  # links of a group that hear of each other
UNKNOWN = 1 << 30
NEVER_SCORED = -1


@dataclass(slots=True, eq=False)
class Group:
    """Links that stand together, and how those of them that were fetched turned out."""

    prior: float
    total: float = 0.0
    count: int = 0
    members: list[Evidence] = field(default_factory=list, repr=False)

    @property
    def reputation(self) -> float:
        return (K * self.prior + self.total) / (K + self.count)

    def hear(self, outcome: float) -> float:
        """Take an outcome; returns how much the reputation rose or fell."""
        before = self.reputation
        self.total += outcome
        self.count += 1
        change = self.reputation - before
        for member in self.members:
            member.places += change
        return change

    def join(self, link: Evidence) -> None:
        """A waiting link stands in this group too."""
        link.places += self.reputation
        link.groups_seen += 1
        members = self.members
        if len(members) < MOST_MEMBERS:
            members.append(link)
            groups = link.groups
            groups.append(self)
            if len(groups) > 2 * MOST_GROUPS:  # a link of every page's menu would keep all
                del groups[:MOST_GROUPS]


@dataclass(slots=True, eq=False)
class Evidence:
    """What speaks for a waiting link, as sums over all the places it was found in."""

    key: int
    folders: tuple[str, ...]  # host, host/first, host/first/second
    words: tuple[str, ...]  # terms of its URL and its anchors
    groups: list[Group] = field(default_factory=list)
    places: float = 0.0  # sum of the groups' reputations
    groups_seen: int = 0
    parents: float = 0.0  # sum of the parents' relevance
    parents_seen: int = 0
    best_place: float = -1.0  # relevance of the block that leads the explanation
    has_text: bool = False  # some anchor is text, not a picture
    company: int = UNKNOWN  # links in the smallest block that holds it
    rarity: float | None = None  # mean rarity of its words
    topic: float = 0.0  # the heaviest topic weight among its words ...
    table: object = None  # ... by this table
    score: float = 0.0  # as the frontier has it
    level: int = NEVER_SCORED  # of its candidate

    def add_words(self, words: Iterable[str]) -> None:
        """Words of another anchor."""
        known = self.words
        new = [word for word in words if word not in known]
        if new:
            self.words, self.rarity, self.table = (*known, *dict.fromkeys(new)), None, None

    def add_page(self, relevance: float) -> None:
        """A spider made the link up: the page it is from is all that speaks for it."""
        self.places += relevance
        self.parents += relevance
        self.groups_seen += 1
        self.parents_seen += 1
        self.has_text, self.company = True, min(self.company, 1)

    def outcome(self, relevance: float, *, least: float) -> set[Evidence]:
        """The link was fetched: its groups hear of it; the links that rose by more than `least`."""
        risen: set[Evidence] = set()
        for group in self.groups[-MOST_GROUPS:]:
            if group.hear(relevance) > least:
                risen.update(group.members)
        risen.discard(self)
        self.leave()
        return risen

    def leave(self) -> None:
        """The link no longer waits: its groups would keep it in memory as long as any other."""
        for group in self.groups:
            group.members.remove(self)
        self.groups.clear()
