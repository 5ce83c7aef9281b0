"""When is a fetched page finished? When all that it gave has been handled."""

from __future__ import annotations

from collections.abc import Callable


class Leases:
    """Closes the candidate of a page once everything that the page gave has been handled.

    Its items are stored and its requests are queued by then, so a kill before that fetches the
    page once more and a kill after it loses nothing.
    """

    def __init__(self, finish: Callable[[int], None]) -> None:
        self._finish = finish
        self._under_way: dict[int, int] = {}
        self._is_frozen = False

    def __contains__(self, key: int) -> bool:
        return key in self._under_way

    def begin(self, key: int | None) -> None:
        """One more thing of this page is under way."""
        if key is not None:
            self._under_way[key] = self._under_way.get(key, 0) + 1

    def end(self, key: int | None) -> None:
        """One thing has been handled; the last one closes the page."""
        if key is None or key not in self._under_way:
            return
        self._under_way[key] -= 1
        if not self._under_way[key]:
            del self._under_way[key]
            if not self._is_frozen:
                self._finish(key)

    def forget(self, key: int) -> None:
        """The page is to be fetched again: what it gave so far does not close it."""
        self._under_way.pop(key, None)

    def freeze(self) -> None:
        """Results can no longer be kept: what is under way now is for the next run to fetch."""
        self._is_frozen = True
