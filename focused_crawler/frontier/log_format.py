"""The language of the log: one line of text for each change, and the state that lines add up to.

A line is `<crc32 of the rest>\\t<word>\\t<values>`, ended by a newline; the first line of a log is
its header. Keys are 16 hexadecimal digits. The words:

    push   key sequence score host link standing    a candidate waits, new or changed
    score  key score standing                       a waiting candidate moved, its link unchanged
    rank   key score                                a waiting candidate moved, nothing else changed
    done   key                                      closed
    seen   keys, run together                       closed; a summary of many `done` lines

A lease leaves no record: when a process ends, what it had leased waits again.
"""

from __future__ import annotations

from array import array
from binascii import crc32
from collections.abc import Callable, Iterable, Iterator
from sys import intern

import numpy as np

from focused_crawler.frontier.host_queues import HostQueues
from focused_crawler.frontier.payloads import Payloads
from focused_crawler.frontier.rank import key_in, rank_of, score_in, sequence_in
from focused_crawler.frontier.records import Entry
from focused_crawler.seen import FingerprintSet, Keys

NAME = b"focused-crawler frontier "
HEADER = NAME + b"1\n"

KEYS_IN_A_LINE = 512
_MOST_FIELDS = 5  # separators before the payload of a push, which has a tab of its own


def line_of(body: bytes) -> bytes:
    """A record as it stands in the log."""
    return b"%08x\t%b\n" % (crc32(body), body)


def fields_of(line: bytes) -> list[bytes] | None:
    """The word and the values of a line, None if the line is not what was written."""
    body = line[9:-1]
    if not line.startswith(b"%08x\t" % crc32(body)):
        return None
    return body.split(b"\t", _MOST_FIELDS)


def push_record(entry: Entry) -> bytes:
    rank, host, payload = entry
    score = repr(score_in(rank)).encode()
    name = host.encode("utf-8", "surrogatepass")
    return b"push\t%016x\t%d\t%b\t%b\t%b" % (
        key_in(rank), sequence_in(rank), score, name, payload,
    )  # fmt: skip


def change_record(old_payload: bytes, new: Entry) -> bytes:
    """The shortest record that makes an entry, which had this payload, the new one."""
    rank, _, payload = new
    link, tab, standing = payload.partition(b"\t")
    if not old_payload.startswith(link + tab):
        return push_record(new)
    return b"score\t%016x\t%b\t%b" % (key_in(rank), repr(score_in(rank)).encode(), standing)


def rescore_record(key: int, score: float) -> bytes:
    return b"rank\t%016x\t%b" % (key, repr(score).encode())


def done_record(key: int) -> bytes:
    return b"done\t%016x" % key


def snapshot_records(seen: Iterable[Keys], entries: Iterable[Entry]) -> Iterator[bytes]:
    """A whole state, in the fewest records that add up to it."""
    for keys in seen:
        yield b"seen\t" + keys.astype(">u8").tobytes().hex().encode()
    for entry in entries:
        yield push_record(entry)


class Replay:
    """Adds up the records of a log; `KeyError` or `ValueError` if they contradict each other."""

    def __init__(self, payloads: Payloads) -> None:
        self.queues, self.payloads = HostQueues(), payloads
        self.next_sequence = 0
        self._done = array("Q")
        self._words: dict[bytes, Callable[..., object]] = {
            b"push": self._push,
            b"score": self._score,
            b"rank": self._rank,
            b"done": self._close,
            b"seen": self._seen,
        }

    def apply(self, fields: list[bytes]) -> None:
        try:
            self._words[fields[0]](*fields[1:])
        except TypeError as error:  # more or fewer values than the word has
            raise ValueError(error) from error

    def done(self) -> FingerprintSet:
        """Every closed key."""
        return FingerprintSet(np.frombuffer(self._done, dtype=np.uint64))

    def _push(self, key: bytes, order: bytes, score: bytes, host: bytes, payload: bytes) -> None:
        number, sequence = int(key, 16), int(order)
        rank = rank_of(float(score), sequence, number)
        self._forget(number)
        self.queues.put(rank, intern(host.decode("utf-8", "surrogatepass")))
        self.payloads[sequence] = payload
        if sequence >= self.next_sequence:
            self.next_sequence = sequence + 1

    def _score(self, key: bytes, score: bytes, standing: bytes) -> None:
        sequence = self._rank(key, score)
        payload = self.payloads[sequence]
        self.payloads[sequence] = payload[: payload.index(b"\t") + 1] + standing

    def _rank(self, key: bytes, score: bytes) -> int:
        number = int(key, 16)
        rank = self.queues.rank(number)
        if rank is None:
            raise KeyError(number)
        sequence = sequence_in(rank)
        self.queues.move(rank_of(float(score), sequence, number))
        return sequence

    def _close(self, key: bytes) -> None:
        number = int(key, 16)
        self._forget(number)
        self._done.append(number)

    def _seen(self, keys: bytes) -> None:
        numbers = np.frombuffer(bytes.fromhex(keys.decode()), dtype=">u8")
        self._done.frombytes(numbers.astype(np.uint64).tobytes())

    def _forget(self, key: int) -> None:
        known = self.queues.take(key)
        if known is not None:
            self.payloads.drop(sequence_in(known[0]))
