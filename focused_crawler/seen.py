"""A set of 64-bit fingerprints in little memory, for URLs and contents seen.

Nearly all keys stand in one sorted array of 8 bytes each; the newest wait in an ordinary set
(about 80 bytes each), which is merged in when it reaches 1/32 of the array. That is 8 + 80/32, some
11 bytes a key, and 19 for the moment of a merge. A merge walks the whole array, yet as it comes
after a fixed share of new keys, an addition costs the same at any size.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

SMALLEST_MERGE = 1 << 14  # below some 1.3 MB of newest keys there is nothing to save
MERGE_SHARE = 32

Keys = NDArray[np.uint64]


class FingerprintSet:
    """Fingerprints seen: `add`, `in`, `len`."""

    def __init__(self, keys: Keys | None = None) -> None:
        unique = np.unique(keys) if keys is not None else np.empty(0, dtype=np.uint64)
        self._newest: set[int] = set()
        self._settle(unique)

    def add(self, key: int) -> None:
        """Remember a key; adding it again changes nothing."""
        if key in self:
            return
        self._newest.add(key)
        if len(self._newest) >= self._merge_at:
            self._merge()

    def __contains__(self, key: int) -> bool:
        if key in self._newest:
            return True
        at = bisect_left(self._view, key)
        return at < len(self._view) and self._view[at] == key

    def __len__(self) -> int:
        return len(self._sorted) + len(self._newest)

    def chunks(self, size: int) -> Iterator[Keys]:
        """Every key held at the moment of the call, in arrays of at most `size`."""
        newest = self._newest_array()
        # A merge replaces the array and never changes it, so both halves stay as they are now.
        return _slices((self._sorted, newest), size)

    def _merge(self) -> None:
        newest = self._newest_array()
        newest.sort()
        self._newest = set()
        self._settle(np.insert(self._sorted, np.searchsorted(self._sorted, newest), newest))

    def _settle(self, keys: Keys) -> None:
        self._sorted = keys
        # Reading one element through a memoryview is several times faster than through the array.
        self._view = keys.data
        self._merge_at = max(SMALLEST_MERGE, len(keys) // MERGE_SHARE)

    def _newest_array(self) -> Keys:
        return np.fromiter(self._newest, dtype=np.uint64, count=len(self._newest))


def _slices(arrays: tuple[Keys, ...], size: int) -> Iterator[Keys]:
    for array in arrays:
        for start in range(0, len(array), size):
            yield array[start : start + size]
