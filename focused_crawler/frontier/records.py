"""How a waiting candidate is kept: two JSON arrays, the link and its standing, one tab between.

The link (where it leads, where it was found) rarely changes while a candidate waits; its standing
(level, parts of the score) changes with each parent, so a log need not repeat the link. Score and
key are in the rank. An array is a third of the size of an object with names; a field added later
goes to the end of its array, and what was written before then reads with that field's default.
"""

from __future__ import annotations

from functools import cache
from json import JSONDecoder, JSONEncoder
from math import isfinite
from operator import attrgetter

from focused_crawler.candidate import Candidate
from focused_crawler.frontier.rank import key_in, score_in

LINK = ("url", "depth", "parent", "block", "heading", "anchor", "request")
STANDING = ("level", "clock", "parts", "blocks_seen", "relevance_sum")

_link_values = attrgetter(*LINK)
_standing_values = attrgetter(*STANDING)
_repr = float.__repr__
_from_json = JSONDecoder().decode
_to_json = JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode

# Rank, host, payload. A plain tuple of plain values: the garbage collector stops tracking it,
# which a million instances of a class would not allow.
Entry = tuple[int, str, bytes]


def encode_link(candidate: Candidate) -> bytes:
    """The first half of the payload. JSON escapes control characters, so it holds no tab."""
    return _to_json(_link_values(candidate)).encode("utf-8", "surrogatepass")


def encode_standing(candidate: Candidate) -> bytes:
    """The second half of the payload."""
    parts, total = candidate.parts, candidate.relevance_sum
    try:
        if isfinite(total + sum(parts.values())):
            # By hand in half the time: it is done for each of some 50 links of a page.
            named = ",".join([_name(name) + _repr(value) for name, value in parts.items()])
            return (
                f"[{candidate.level:d},{candidate.clock:d},{{{named}}},"
                f"{candidate.blocks_seen:d},{_repr(total)}]"
            ).encode("utf-8", "surrogatepass")
    except (TypeError, ValueError):
        pass  # a number that is no float
    return _to_json(_standing_values(candidate)).encode("utf-8", "surrogatepass")


@cache
def _name(name: str) -> str:
    return _to_json(name) + ":"


def same_link(left: Candidate, right: Candidate) -> bool:
    """Whether the first half of the payload is the same."""
    return _link_values(left) == _link_values(right)


def decode(entry: Entry) -> Candidate:
    """The candidate as it was pushed."""
    rank, _, payload = entry
    # One array of the two, as the tab stands alone: half the time of reading each.
    text = payload.decode("utf-8", "surrogatepass").replace("\t", ",")
    link, standing = _from_json(f"[{text}]")
    if len(link) == len(LINK) and len(standing) == len(STANDING):
        url, depth, parent, block, heading, anchor, request = link
        level, clock, parts, blocks_seen, relevance_sum = standing
        return Candidate(
            url, score_in(rank), level, clock, depth, parent, block, heading, anchor, parts,
            blocks_seen, relevance_sum, request, key_in(rank),
        )  # fmt: skip
    values = dict(zip(LINK, link, strict=False))
    values.update(zip(STANDING, standing, strict=False))
    return Candidate(score=score_in(rank), key=key_in(rank), **values)
