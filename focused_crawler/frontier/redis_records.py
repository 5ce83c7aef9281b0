"""How a candidate and its state are written for the scripts in Redis, and read back."""

from __future__ import annotations

from math import isnan
from typing import Any

from focused_crawler.candidate import Candidate
from focused_crawler.frontier.base import Pushed
from focused_crawler.frontier.embedded import host_of
from focused_crawler.frontier.rank import rank_of
from focused_crawler.frontier.records import decode, encode_link, encode_standing

SCORE_DIGITS = 16
NO_SEQUENCE = "0" * 10  # of a candidate whose number only the server knows

Standing = tuple[str | None, bytes, bytes]  # state, rank, data


def hex_of(key: int) -> str:
    return f"{key:016x}"


def encoded(candidate: Candidate) -> tuple[str, str, bytes]:
    """Key, score and data as the scripts take them."""
    payload = encode_link(candidate) + b"\t" + encode_standing(candidate)
    data = host_of(candidate).encode() + b"\n" + payload
    return hex_of(candidate.key), score_digits(candidate.score, candidate.key), data


def score_digits(score: float, key: int) -> str:
    return f"{rank_of(0.0 if isnan(score) else score, 0, key):042x}"[:SCORE_DIGITS]


def decoded(rank: bytes, data: bytes) -> Candidate:
    host, _, payload = data.partition(b"\n")
    return decode((int(rank, 16), host.decode(), payload))


def standing_of(rank: bytes | None, data: bytes | None, worker: Any, is_done: int) -> Standing:
    if worker is not None:
        return "leased", b"", b""
    if rank is not None and data is not None:
        return "waiting", rank, data
    return ("done" if is_done else None), b"", b""


def outcome_of(known: Standing, score: str) -> Pushed:
    """What a push with these digits of a score does to a candidate in this state."""
    state, rank, _ = known
    if state is None:
        return Pushed.ADDED
    if state != "waiting":
        return Pushed.VISITED
    before = rank[:SCORE_DIGITS].decode()
    if score == before:
        return Pushed.KEPT
    return Pushed.RAISED if score < before else Pushed.LOWERED


def waiting_as(key: str, score: str, data: bytes) -> Standing:
    """The state of a candidate that was just pushed."""
    return "waiting", (score + NO_SEQUENCE + key).encode(), data
